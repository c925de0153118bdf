package sample.almanac;

/** Text of the event format: escaped characters and folded lines. */
final class Text {
    private Text() {
    }

    /** A value in which line ends, semicolons and backslashes are escaped. */
    static String escape(String value) {
        StringBuilder escaped = new StringBuilder();
        for (char c : value.toCharArray()) {
            switch (c) {
                case '\n' -> escaped.append("\\n");
                case ';', '\\' -> escaped.append('\\').append(c);
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /**
     * @throws FormatException if the value ends in the middle of an escape
     */
    static String unescape(String value) throws FormatException {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                i++;
                if (i == value.length()) {
                    throw new FormatException("a backslash at the end of '" + value + "'");
                }
                c = value.charAt(i) == 'n' ? '\n' : value.charAt(i);
            }
            plain.append(c);
        }
        return plain.toString();
    }
}
