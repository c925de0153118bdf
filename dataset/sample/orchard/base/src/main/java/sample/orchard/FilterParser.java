package sample.orchard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads filters such as {@code variety = 'Cox' and not (kilograms >= 20 or grade = cider)}:
 * {@code not} binds closest, then {@code and}, then {@code or}.
 */
public final class FilterParser {
    private final List<Token> tokens;
    private int next;

    private FilterParser(List<Token> tokens) {
        this.tokens = tokens;
    }

    /**
     * @throws FilterSyntaxException if the text is no filter
     */
    public static Filter parse(String text) throws FilterSyntaxException {
        FilterParser parser = new FilterParser(new Lexer(text).tokens());
        Filter filter = parser.or();
        if (parser.peek().kind() != Kind.END) {
            throw parser.unexpected("the end");
        }
        return filter;
    }

    private Filter or() throws FilterSyntaxException {
        Filter filter = and();
        while (takeWord("or")) {
            filter = new Filter.Or(filter, and());
        }
        return filter;
    }

    private Filter and() throws FilterSyntaxException {
        Filter filter = not();
        while (takeWord("and")) {
            filter = new Filter.And(filter, not());
        }
        return filter;
    }

    private Filter not() throws FilterSyntaxException {
        if (takeWord("not")) {
            return new Filter.Not(not());
        }
        if (take("(")) {
            Filter inner = or();
            if (!take(")")) {
                throw unexpected("')'");
            }
            return inner;
        }
        return comparison();
    }

    private Filter comparison() throws FilterSyntaxException {
        Token name = peek();
        Filter.Field field = field();
        Filter.Operator operator = operator();
        Token value = peek();
        next++;
        boolean ordered = field == Filter.Field.KILOGRAMS || field == Filter.Field.GRADE;
        if (operator == Filter.Operator.AT_LEAST && !ordered) {
            throw new FilterSyntaxException(name.position(), name.text() + " has no order");
        }
        return new Filter.Comparison(field, operator, value(field, value));
    }

    private static String value(Filter.Field field, Token token) throws FilterSyntaxException {
        return switch (field) {
            case PLOT, VARIETY -> {
                if (token.kind() != Kind.TEXT) {
                    throw new FilterSyntaxException(token.position(), "a quoted text expected, not " + shown(token));
                }
                yield token.text();
            }
            case KILOGRAMS -> {
                if (!token.text().matches("\\d{1,9}")) {
                    throw new FilterSyntaxException(token.position(), "a number expected, not " + shown(token));
                }
                yield token.text();
            }
            case GRADE -> {
                try {
                    yield Grade.valueOf(token.text().toUpperCase(Locale.ROOT)).name();
                } catch (IllegalArgumentException e) {
                    throw new FilterSyntaxException(token.position(), "a grade expected, not " + shown(token));
                }
            }
        };
    }

    private Filter.Field field() throws FilterSyntaxException {
        for (Filter.Field field : Filter.Field.values()) {
            if (takeWord(field.name().toLowerCase(Locale.ROOT))) {
                return field;
            }
        }
        throw unexpected("a field");
    }

    private Filter.Operator operator() throws FilterSyntaxException {
        if (take("=")) {
            return Filter.Operator.EQUAL;
        }
        if (take(">=")) {
            return Filter.Operator.AT_LEAST;
        }
        throw unexpected("'=' or '>='");
    }

    private Token peek() {
        return tokens.get(next);
    }

    private boolean takeWord(String word) {
        Token token = peek();
        boolean found = token.kind() == Kind.WORD && token.text().equalsIgnoreCase(word);
        if (found) {
            next++;
        }
        return found;
    }

    private boolean take(String symbol) {
        Token token = peek();
        boolean found = token.kind() == Kind.SYMBOL && token.text().equals(symbol);
        if (found) {
            next++;
        }
        return found;
    }

    private FilterSyntaxException unexpected(String expected) {
        Token token = peek();
        return new FilterSyntaxException(token.position(), expected + " expected, not " + shown(token));
    }

    /** A token as messages show it. */
    private static String shown(Token token) {
        if (token.kind() == Kind.END) {
            return "the end";
        }
        String quote = token.kind() == Kind.TEXT ? "\"" : "'";
        return quote + token.text() + quote;
    }

    private enum Kind {
        WORD,
        TEXT,
        SYMBOL,
        END
    }

    private record Token(Kind kind, String text, int position) {
    }

    /** Cuts a text into tokens. */
    private static final class Lexer {
        private final String text;
        private int at;

        Lexer(String text) {
            this.text = text;
        }

        List<Token> tokens() throws FilterSyntaxException {
            List<Token> tokens = new ArrayList<>();
            skipSpaces();
            while (at < text.length()) {
                tokens.add(token());
                skipSpaces();
            }
            tokens.add(new Token(Kind.END, "", at));
            return tokens;
        }

        private void skipSpaces() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private Token token() throws FilterSyntaxException {
            int start = at;
            char first = text.charAt(at);
            if (first == '\'') {
                StringBuilder content = new StringBuilder();
                at++;
                while (at < text.length() && text.charAt(at) != '\'') {
                    content.append(text.charAt(at));
                    at++;
                }
                if (at == text.length()) {
                    throw new FilterSyntaxException(start, "a text without its closing quote");
                }
                at++;
                return new Token(Kind.TEXT, content.toString(), start);
            }
            if (Character.isLetterOrDigit(first)) {
                while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
                    at++;
                }
                return new Token(Kind.WORD, text.substring(start, at), start);
            }
            at += text.startsWith(">=", at) ? 2 : 1;
            return new Token(Kind.SYMBOL, text.substring(start, at), start);
        }
    }
}
