// What is asked of the runner: name=value pairs on standard input.
package swerefactor.runner;

import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request: a line with its length in bytes, then pairs, each ended by a NUL. A name may come more
 * than once. Both programs need {@code nonce}; see {@link Compilation} and {@link TestSession} for
 * the others.
 */
final class Request {
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private Request() {}

    /** Reads one request and not a byte more: another program's may follow. */
    static Request read() throws IOException {
        InputStream in = new FileInputStream(FileDescriptor.in);
        int length = 0;
        for (int digit = in.read(); digit != '\n'; digit = in.read()) {
            if (digit < '0' || digit > '9') {
                throw new EOFException("no request on standard input");
            }
            length = 10 * length + digit - '0';
        }
        byte[] text = new byte[length];
        for (int got = 0; got < length; ) {
            int more = in.read(text, got, length - got);
            if (more < 0) {
                throw new EOFException("the request is cut off");
            }
            got += more;
        }
        return parsed(new String(text, StandardCharsets.UTF_8));
    }

    private static Request parsed(String text) {
        Request request = new Request();
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
