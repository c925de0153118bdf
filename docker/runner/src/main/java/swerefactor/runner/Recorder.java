// Takes down how each test ended.
package swerefactor.runner;

/** Is told of each test, from whatever thread. */
public interface Recorder {
    /** An empty name stands for the class itself; the fault is null where there is none. */
    void passed(String className, String name, double seconds);

    void failed(String className, String name, Throwable fault, double seconds);

    void skipped(String className, String name, String reason);
}
