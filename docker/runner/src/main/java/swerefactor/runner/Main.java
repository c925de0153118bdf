// Compiles a Maven module, or runs its tests, by the request on standard input.
package swerefactor.runner;

import java.io.IOException;

/**
 * Two programs: {@code Main compile}, started in the module's folder, and {@code Main test}.
 *
 * <p>What happened goes to file descriptor 3 and nowhere else; see {@link Results}. The compiler
 * ends with 0 when all is compiled, else with 1, so that a shell can go on to the tests.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        Request request = Request.read();
        Results results = new Results(request.one("nonce"));
        int code = 1;
        try {
            if (arguments[0].equals("compile")) {
                code = new Compilation(request, results).run() ? 0 : 1;
            } else {
                new TestSession(request, results).run();
                results.write("complete");
                code = 0;
            }
        } catch (Throwable fault) {
            fault.printStackTrace();
            results.write("broken", "message", Results.describe(fault));
        } finally {
            System.out.flush();
            if (arguments[0].equals("compile")) {
                System.exit(code);
            }
            // Not exit: threads and hooks that the tests left behind have no say any more.
            Runtime.getRuntime().halt(code);
        }
    }
}
