// Takes down how each test ended.
package swerefactor.runner;

/** Is told of each test, from whatever thread. An empty name stands for the class itself. */
public interface Recorder {
    /**
     * A test begins. {@code unit} is the class that it belongs to and that can be run by itself: the
     * outermost class around it that is no suite.
     */
    void started(String unit, String name);

    /** A test that was begun has ended; how, is told by one of the others before. */
    void finished();

    void passed(String className, String name, double seconds);

    /** The fault is null where there is none. */
    void failed(String className, String name, Throwable fault, double seconds);

    void skipped(String className, String name, String reason);
}
