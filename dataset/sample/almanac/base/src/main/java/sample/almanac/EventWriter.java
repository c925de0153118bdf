package sample.almanac;

import java.util.Collection;

/** Writes events as text that {@link EventReader} reads. */
public final class EventWriter {
    static final int WIDTH = 40;

    private final RuleWriter rules = new RuleWriter();

    /** The events in their order, each a block that ends with an empty line. */
    public String write(Collection<Event> events) {
        StringBuilder out = new StringBuilder();
        for (Event event : events) {
            out.append(fold("title: " + Text.escape(event.title()))).append('\n');
            out.append("start: ").append(event.time().start()).append('\n');
            out.append("end: ").append(event.time().end()).append('\n');
            event.rule().ifPresent(rule -> out.append(fold("rule: " + rules.write(rule))).append('\n'));
            out.append('\n');
        }
        return out.toString();
    }

    static String fold(String line) {
        return fold(line, WIDTH);
    }

    /** A line cut into lines of a width; all but the first start with a tab, which counts as one. */
    static String fold(String line, int width) {
        StringBuilder folded = new StringBuilder();
        int room = width;
        for (char c : line.toCharArray()) {
            if (room == 0) {
                folded.append("\n\t");
                room = width - 1;
            }
            folded.append(c);
            room--;
        }
        return folded.toString();
    }
}
