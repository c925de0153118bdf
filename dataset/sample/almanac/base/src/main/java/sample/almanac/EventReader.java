package sample.almanac;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads events: blocks of {@code key: value} lines that empty lines end. */
public final class EventReader {
    private final RecurrenceParser rules = new RecurrenceParser();

    /**
     * @throws FormatException for the first block that is no event
     */
    public List<Event> read(String text) throws FormatException {
        List<Event> events = new ArrayList<>();
        Block block = new Block();
        for (String line : unfold(text).lines().toList()) {
            if (!line.isBlank()) {
                block.add(line);
            } else if (!block.isEmpty()) {
                events.add(event(block));
                block = new Block();
            }
        }
        if (!block.isEmpty()) {
            events.add(event(block));
        }
        return events;
    }

    static String unfold(String text) {
        return text.replace("\n\t", "");
    }

    private Event event(Block block) throws FormatException {
        String title = Text.unescape(block.require("title"));
        try {
            LocalDateTime start = LocalDateTime.parse(block.require("start"));
            LocalDateTime end = LocalDateTime.parse(block.require("end"));
            Optional<String> rule = block.find("rule");
            Recurrence recurrence = rule.isPresent() ? rules.parse(rule.get()) : null;
            return new Event(title, new Span<>(start, end), Optional.ofNullable(recurrence));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new FormatException("event '" + title + "': " + e.getMessage());
        }
    }

    /** The keys and values of one event. */
    private static final class Block {
        private final Map<String, String> values = new LinkedHashMap<>();

        boolean isEmpty() {
            return values.isEmpty();
        }

        void add(String line) throws FormatException {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new FormatException("not 'key: value': '" + line + "'");
            }
            String key = line.substring(0, colon).trim();
            String value = line.substring(colon + 1).trim();
            store(key, value);
        }

        private void store(String key, String value) throws FormatException {
            String present = values.putIfAbsent(key, value);
            if (present != null) {
                throw new FormatException("'" + key + "' is given twice: '" + present + "' and '" + value + "'");
            }
        }

        Optional<String> find(String key) {
            return Optional.ofNullable(values.get(key));
        }

        String require(String key) throws FormatException {
            return find(key).orElseThrow(() -> new FormatException("'" + key + "' is missing"));
        }
    }
}
