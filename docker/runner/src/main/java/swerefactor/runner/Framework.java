// A test framework that runs one test class; its implementations see the project's own JUnit.
package swerefactor.runner;

import java.util.Set;

/** Runs a test class and tells a {@link Recorder} of each test. */
public interface Framework {
    /** All its tests, or those in methods of these names where there are any. */
    void run(String className, Set<String> methods) throws Exception;
}
