// The results file: one JSON object a line, each sealed so that only this process can write them.
package swerefactor.runner;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Writes results. A line is a seal, a space and a JSON object with the field {@code kind}; the seal
 * is SHA-256 in hex of the seal before (the nonce at first) and the JSON text. A line is on disk
 * before the next test begins: whatever kills this process, what has ended is known.
 */
final class Results {
    private static final int LONGEST_MESSAGE = 2000;

    private final OutputStream out;
    private final MessageDigest digest;
    private String seal;

    Results(Path file, String nonce) throws IOException {
        out = new FileOutputStream(file.toFile());
        seal = nonce;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Writes one line: a kind, then names and values by turns; a value is a text or a number. */
    synchronized void write(String kind, Object... fields) {
        StringBuilder json = new StringBuilder("{\"kind\":").append(quoted(kind));
        for (int i = 0; i < fields.length; i += 2) {
            Object value = fields[i + 1];
            json.append(',').append(quoted((String) fields[i])).append(':');
            json.append(value instanceof Number ? value.toString() : quoted(String.valueOf(value)));
        }
        String text = json.append('}').toString();
        seal = sealed(text);
        try {
            out.write((seal + ' ' + text + '\n').getBytes(StandardCharsets.US_ASCII));
        } catch (IOException fault) {
            // A result that can't be kept must not look like one that was never there.
            fault.printStackTrace();
            Runtime.getRuntime().halt(70);
        }
    }

    private String sealed(String text) {
        StringBuilder hex = new StringBuilder();
        for (byte octet : digest.digest((seal + text).getBytes(StandardCharsets.US_ASCII))) {
            hex.append(Character.forDigit((octet >> 4) & 15, 16)).append(Character.forDigit(octet & 15, 16));
        }
        return hex.toString();
    }

    /** A JSON string in ASCII. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** A throwable in words, even one whose own words throw. */
    static String describe(Throwable fault) {
        String text;
        try {
            text = String.valueOf(fault);
        } catch (Throwable another) {
            text = fault.getClass().getName();
        }
        return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE);
    }

    /** Seconds since a value of {@link System#nanoTime}, to the millisecond. */
    static double secondsSince(long begun) {
        return (System.nanoTime() - begun) / 1_000_000 / 1000.0;
    }
}
