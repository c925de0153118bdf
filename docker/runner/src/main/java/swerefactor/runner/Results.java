// The results: one JSON object a line, each sealed so that only this process can write them.
package swerefactor.runner;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Writes results to file descriptor 3, a pipe to the host. A line is a seal, a space and a JSON
 * object with the field {@code kind}. A seal is SHA-256 in hex of a key and the JSON text; the first
 * key is the nonce, and the next is SHA-256 of "next" and the key before. No key is ever written, and
 * the old one is forgotten, so that not even a key that is found in memory can change earlier lines.
 * A line is with the host before the next test begins: whatever kills this process, what has ended
 * is known.
 */
final class Results {
    private static final int LONGEST_MESSAGE = 2000;

    private final OutputStream out = new FileOutputStream("/dev/fd/3");
    private final MessageDigest digest;
    private String key;

    Results(String nonce) throws IOException {
        key = nonce;
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
        String seal = hashed(key + text);
        key = hashed("next" + key);
        try {
            out.write((seal + ' ' + text + '\n').getBytes(StandardCharsets.US_ASCII));
        } catch (IOException fault) {
            // A result that can't be kept must not look like one that was never there.
            fault.printStackTrace();
            Runtime.getRuntime().halt(70);
        }
    }

    private String hashed(String text) {
        StringBuilder hex = new StringBuilder();
        for (byte octet : digest.digest(text.getBytes(StandardCharsets.US_ASCII))) {
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
                String hex = Integer.toHexString(c);
                quoted.append("\\u0000", 0, 6 - hex.length()).append(hex);
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
