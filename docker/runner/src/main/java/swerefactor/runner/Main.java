// Compiles a small Maven module and runs its tests, all in one JVM, by the request in a file.
package swerefactor.runner;

import java.io.IOException;
import java.nio.file.Paths;
import java.util.List;

/**
 * Compiles a module and runs its tests: {@code java swerefactor.runner.Main REQUEST}.
 *
 * <p>Started in the module's folder. What happened is in the results file alone; see {@link Results}.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        Request request = Request.take(Paths.get(arguments[0]));
        Results results = new Results(Paths.get(request.one("results")), request.one("nonce"));
        try {
            boolean compiled = !request.is("compile") || new Compilation(request, results).run();
            if (compiled) {
                new TestSession(request, results).run();
            }
            results.write("complete");
        } catch (Throwable fault) {
            fault.printStackTrace();
            results.write("broken", "message", Results.describe(fault));
        } finally {
            System.out.flush();
            // Not exit: threads and hooks that the tests left behind have no say any more.
            Runtime.getRuntime().halt(0);
        }
    }

    /** A class path as {@code java.class.path} has it. */
    static String classPath(List<String> entries) {
        return String.join(java.io.File.pathSeparator, entries);
    }
}
