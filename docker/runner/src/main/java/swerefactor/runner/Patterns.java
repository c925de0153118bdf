// Which class files hold tests, by Surefire's patterns.
package swerefactor.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Ant's patterns for paths: {@code **} stands for folders, {@code *} and {@code ?} for characters of a name. */
final class Patterns {
    private final List<Pattern> patterns = new ArrayList<>();

    Patterns(List<String> texts) {
        texts.forEach(text -> patterns.add(Pattern.compile(expression(text))));
    }

    /** Whether one matches a path such as {@code p/OneTest.class}. */
    boolean match(String path) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(path).matches());
    }

    private static String expression(String text) {
        String path = text.endsWith(".java") ? text.substring(0, text.length() - 5) + ".class" : text;
        if (!path.endsWith(".class") && !path.endsWith("*") && !path.endsWith("/")) {
            path += ".class";
        }
        if (!path.contains("/")) {
            path = path.endsWith(".class") ? path.substring(0, path.length() - 6).replace('.', '/') + ".class" : path;
        }
        path = (path.startsWith("**/") ? "" : "**/") + path + (path.endsWith("/") ? "**" : "");
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            if (path.startsWith("**/", i)) {
                expression.append("(?:.*/)?");
                i += 2;
            } else if (path.startsWith("**", i)) {
                expression.append(".*");
                i++;
            } else if (path.charAt(i) == '*') {
                expression.append("[^/]*");
            } else if (path.charAt(i) == '?') {
                expression.append("[^/]");
            } else {
                expression.append(Pattern.quote(path.substring(i, i + 1)));
            }
        }
        return expression.toString();
    }
}
