// Files as texts whose characters are their bytes: quick to search, whatever the encoding.
package swerefactor.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Names are looked for as they are encoded in such a file, in UTF-8. */
final class Texts {
    private Texts() {}

    static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    static ClassFile parsed(String content) throws IOException {
        return new ClassFile(content.getBytes(StandardCharsets.ISO_8859_1));
    }

    static List<String> asRead(Collection<String> names) {
        List<String> read = new ArrayList<>();
        names.forEach(name -> read.add(asRead(name)));
        return read;
    }

    static String asRead(String name) {
        return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    static boolean mentionsAny(String text, List<String> names) {
        for (String name : names) {
            if (mentions(text, name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the name is there and does not go on; what comes before it may be anything. */
    private static boolean mentions(String text, String name) {
        for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
            int end = at + name.length();
            if (end == text.length() || !goesOn(text.charAt(end))) {
                return true;
            }
        }
        return false;
    }

    private static boolean goesOn(char next) {
        return next >= 'a' && next <= 'z' || next >= 'A' && next <= 'Z' || next >= '0' && next <= '9' || next == '_';
    }
}
