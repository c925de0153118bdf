// What is asked of the runner: name=value pairs, each ended by a NUL, read from a file.
package swerefactor.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request. Paths are absolute or relative to the module. Names that may come more than once:
 * {@code main}, {@code test} (source roots), {@code resources}, {@code test-resources}, {@code
 * library} (class path in order), {@code class} (the test classes to run; none means all).
 * {@code results} and {@code nonce} are required; {@code release}, {@code encoding} and {@code
 * coverage} (a folder) as needed; {@code compile} and {@code alone} are there or not.
 */
final class Request {
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private Request() {}

    /** Reads the file and deletes it, so that the code under test never sees the nonce. */
    static Request take(Path file) throws IOException {
        Request request = new Request();
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        Files.delete(file);
        for (String pair : text.split("\0")) {
            int equals = pair.indexOf('=');
            request.values
                    .computeIfAbsent(pair.substring(0, equals), name -> new ArrayList<>())
                    .add(pair.substring(equals + 1));
        }
        return request;
    }

    List<String> all(String name) {
        return values.getOrDefault(name, Collections.emptyList());
    }

    boolean is(String name) {
        return values.containsKey(name);
    }

    String one(String name) {
        List<String> found = all(name);
        if (found.size() != 1) {
            throw new IllegalArgumentException("the request has " + found.size() + " values for " + name);
        }
        return found.get(0);
    }
}
