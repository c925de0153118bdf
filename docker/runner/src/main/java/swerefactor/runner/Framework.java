// A test framework that runs one test class; its implementations see the project's own JUnit.
package swerefactor.runner;

/** Runs a test class and tells a {@link Recorder} of each test. */
public interface Framework {
    void run(String className) throws Exception;
}
