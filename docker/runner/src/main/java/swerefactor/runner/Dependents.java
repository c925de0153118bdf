// Finds the sources that have to be compiled again because of what changed elsewhere.
package swerefactor.runner;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules. A source depends on a changed class when one of its classes mentions that class or a
 * subtype of it (a call through a subtype names only that) and, where members changed that are only
 * ever used by name, when it has the name of one. It depends without a name on a changed class that it
 * is a subtype of, unless that asks nothing of it; see {@link Hierarchy}. Some things leave no mention:
 * constants are copied, imports may be unused, and a new class may stand in the way of another; so a
 * source also depends on the words of {@link Changes#words}, and on a static member when it has its name
 * and imports something from its class or a subtype.
 */
final class Dependents {
    private final Changes changes;
    private final List<Stage> stages;
    private final Hierarchy hierarchy;
    private final Set<String> classes;
    private final Set<String> used;

    /** {@code stages} are those compiled so far, the one that is asked about last. */
    Dependents(Changes changes, List<Stage> stages) throws IOException {
        this.changes = changes;
        this.stages = stages;
        hierarchy = new Hierarchy(changes, stages);
        classes = hierarchy.withSubtypes(changes.classes);
        used = hierarchy.withSubtypes(changes.used);
    }

    Set<Path> find() throws IOException {
        Stage stage = stages.get(stages.size() - 1);
        Set<Path> found = new TreeSet<>();
        List<String> anyMention = Texts.asRead(classes);
        List<String> withName = Texts.asRead(used);
        List<String> names = Texts.asRead(changes.names);
        for (Map.Entry<Path, String> entry : stage.classes().entrySet()) {
            boolean mentions = Texts.mentionsAny(entry.getValue(), anyMention);
            if (mentions || Texts.mentionsAny(entry.getValue(), withName)) {
                ClassFile parsed = Texts.parsed(entry.getValue());
                Path source = stage.sourceOf(entry.getKey(), parsed);
                if (source != null && !found.contains(source)
                        && (mentions || inherits(parsed) || Texts.mentionsAny(Texts.text(source), names))) {
                    found.add(source);
                }
            }
        }
        addBySource(stage, found);
        return found;
    }

    private boolean inherits(ClassFile found) throws IOException {
        return used.contains(found.name) && !hierarchy.isIndifferent(found);
    }

    /** Those that depend on something without a mention. */
    private void addBySource(Stage stage, Set<Path> found) throws IOException {
        List<String> words = Texts.asRead(changes.words);
        List<String> statics = Texts.asRead(changes.statics);
        if (words.isEmpty() && statics.isEmpty()) {
            return;
        }
        Set<String> owners = new TreeSet<>(classes);
        owners.addAll(used);
        // As in `import static p.Outer.Inner.*`.
        List<String> imports = new ArrayList<>();
        owners.forEach(name -> imports.add(Texts.asRead(name.replace('/', '.').replace('$', '.') + '.')));
        for (Path source : stage.sources()) {
            if (!found.contains(source)) {
                String text = Texts.text(source);
                if (Texts.mentionsAny(text, words)
                        || Texts.mentionsAny(text, statics) && imports.stream().anyMatch(text::contains)) {
                    found.add(source);
                }
            }
        }
    }
}
