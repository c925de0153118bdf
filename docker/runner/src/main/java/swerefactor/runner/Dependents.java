// Finds the sources that have to be compiled again because of what changed elsewhere.
package swerefactor.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules. A source depends on a changed class when one of its classes mentions that class or a
 * subtype of it (a call through a subtype names only that) and, where members changed that are only
 * ever used by name, when it has the name of one. It depends without a name on a changed class that it
 * is a subtype of, but for a subtype with nothing to implement. Some things leave no mention: constants are copied, imports may be unused, and a new
 * class may stand in the way of another; so a source also depends on the words of {@link Changes#words},
 * and on a static member when it has its name and imports something from its class or a subtype.
 */
final class Dependents {
    private final Changes changes;
    private final List<Stage> stages;
    private final Set<String> classes;
    private final Set<String> used;

    /** Those of the used classes and their subtypes that have no supertypes but these. */
    private final Set<String> bare;

    /** {@code stages} are those compiled so far, the one that is asked about last. */
    Dependents(Changes changes, List<Stage> stages) throws IOException {
        this.changes = changes;
        this.stages = stages;
        bare = new HashSet<>(changes.bare);
        classes = withSubtypes(changes.classes);
        used = withSubtypes(changes.used);
    }

    Set<Path> find() throws IOException {
        Stage stage = stages.get(stages.size() - 1);
        Set<Path> found = new TreeSet<>();
        List<String> anyMention = asRead(classes);
        List<String> withName = asRead(used);
        List<String> names = asRead(changes.names);
        for (Map.Entry<Path, String> entry : stage.classes().entrySet()) {
            boolean mentions = mentionsAny(entry.getValue(), anyMention);
            if (mentions || mentionsAny(entry.getValue(), withName)) {
                ClassFile parsed = parsed(entry.getValue());
                Path source = stage.sourceOf(entry.getKey(), parsed);
                boolean inherits = used.contains(parsed.name) && !bare.contains(parsed.name);
                if (source != null && !found.contains(source)
                        && (mentions || inherits || mentionsAny(text(source), names))) {
                    found.add(source);
                }
            }
        }
        addBySource(stage, found);
        return found;
    }

    /** Those that depend on something without a mention. */
    private void addBySource(Stage stage, Set<Path> found) throws IOException {
        List<String> words = asRead(changes.words);
        List<String> statics = asRead(changes.statics);
        if (words.isEmpty() && statics.isEmpty()) {
            return;
        }
        Set<String> owners = new TreeSet<>(classes);
        owners.addAll(used);
        // As in `import static p.Outer.Inner.*`.
        List<String> imports = new ArrayList<>();
        owners.forEach(name -> imports.add(asRead(name.replace('/', '.').replace('$', '.') + '.')));
        for (Path source : stage.sources()) {
            if (!found.contains(source)) {
                String text = text(source);
                if (mentionsAny(text, words)
                        || mentionsAny(text, statics) && imports.stream().anyMatch(text::contains)) {
                    found.add(source);
                }
            }
        }
    }

    private Set<String> withSubtypes(Set<String> supertypes) throws IOException {
        Set<String> all = new HashSet<>(supertypes);
        for (Set<String> latest = all; !latest.isEmpty(); ) {
            Set<String> subtypes = new HashSet<>();
            List<String> sought = asRead(latest);
            for (Stage stage : stages) {
                for (String content : stage.classes().values()) {
                    if (mentionsAny(content, sought)) {
                        ClassFile found = parsed(content);
                        if (!all.contains(found.name) && found.supertypes.stream().anyMatch(latest::contains)) {
                            subtypes.add(found.name);
                            if (bare.containsAll(found.supertypes)) {
                                bare.add(found.name);
                            }
                        }
                    }
                }
            }
            all.addAll(subtypes);
            latest = subtypes;
        }
        return all;
    }

    private static ClassFile parsed(String content) throws IOException {
        return new ClassFile(content.getBytes(StandardCharsets.ISO_8859_1));
    }

    // --- Texts whose characters are the bytes of a file: quick to search, whatever the encoding ---

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    private static List<String> asRead(Collection<String> names) {
        List<String> read = new ArrayList<>();
        names.forEach(name -> read.add(asRead(name)));
        return read;
    }

    private static String asRead(String name) {
        return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static boolean mentionsAny(String text, List<String> names) {
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
