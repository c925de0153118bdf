package sample.almanac;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;

/** A calendar's week as text. */
public final class Agenda {
    private final Calendar calendar;
    private final HolidayTable holidays;

    public Agenda(Calendar calendar, HolidayTable holidays) {
        this.calendar = calendar;
        this.holidays = holidays;
    }

    /** The days of a day's week that have a holiday or an event. */
    public String week(LocalDate day) {
        StringBuilder out = new StringBuilder();
        Span<LocalDate> week = Days.week(day);
        for (LocalDate at = week.start(); week.contains(at); at = at.plusDays(1)) {
            Section section = section(at);
            if (!section.isEmpty()) {
                section.writeTo(out);
            }
        }
        return out.toString();
    }

    private Section section(LocalDate day) {
        String note = holidays.on(day).map(name -> " (" + name + ")").orElse("");
        return new Section(day, note, calendar.on(day));
    }

    /** One day of the agenda. */
    private record Section(LocalDate day, String note, List<Event> events) {
        boolean isEmpty() {
            return note.isEmpty() && events.isEmpty();
        }

        void writeTo(StringBuilder out) {
            out.append(Weekdays.shortName(day.getDayOfWeek())).append(' ').append(day).append(note).append('\n');
            for (Event event : events) {
                LocalTime start = event.time().start().toLocalTime();
                Duration length = event.length();
                long hours = length.toHours();
                int minutes = length.toMinutesPart();
                String shown;
                if (hours == 0) {
                    shown = minutes + " min";
                } else if (minutes == 0) {
                    shown = hours + " h";
                } else {
                    shown = hours + " h " + minutes + " min";
                }
                out.append("  ").append(start).append(' ').append(event.title());
                out.append(", ").append(shown).append('\n');
            }
        }
    }
}
