// Compiles a module: all of it, or what a change touches and all that depends on that.
package swerefactor.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One compilation. The request has for {@code main} and for {@code test}: {@code main-root} (source
 * roots), {@code main-library}, {@code main-option} and {@code main-resources}, which are copied as
 * they are. With {@code incremental}, classes of before are there, and each {@code changed} is a
 * source that was changed, added or deleted since.
 *
 * <p>The changed sources are compiled first. When what others see of them is as it was, that is all.
 * Else those follow that may depend on what differs, until nothing differs any more: sources whose
 * classes mention such a class or a subtype of one (a call through a subtype names only that), and
 * sources with the name of a differing constant, of a class that is new or gone, or with an import
 * from a class whose static members differ, none of which has to leave a mention.
 */
final class Compilation {
    private final Request request;
    private final Results results;
    private final Stage main;
    private final Stage test;
    private final Changes changes = new Changes();
    private int compiled;

    Compilation(Request request, Results results) {
        this.request = request;
        this.results = results;
        main = new Stage("main", request, results);
        test = new Stage("test", request, results);
    }

    /** Whether all of it compiled; the messages are in the results. */
    boolean run() throws IOException {
        long begun = System.nanoTime();
        boolean ok = request.is("incremental") ? compileChanged() : compileAll();
        results.write("compiled", "ok", ok ? 1 : 0, "seconds", Results.secondsSince(begun), "sources", compiled);
        return ok;
    }

    private boolean compileAll() throws IOException {
        compiled = main.sources().size() + test.sources().size();
        return main.compileAll() && test.compileAll();
    }

    private boolean compileChanged() throws IOException {
        Set<Path> changed = new TreeSet<>();
        request.all("changed").forEach(path -> changed.add(Paths.get(path).toAbsolutePath()));
        // These change what others may do without a class of their own.
        if (changed.stream().anyMatch(path -> path.endsWith("package-info.java") || path.endsWith("module-info.java"))) {
            return compileAll();
        }
        for (Stage stage : Arrays.asList(main, test)) {
            Set<Path> done = new HashSet<>();
            Set<Path> next = changed.stream().filter(stage::holds).collect(Collectors.toCollection(TreeSet::new));
            if (stage == test) {
                next.addAll(dependents(stage));
            }
            while (!next.isEmpty()) {
                if (!compile(stage, next)) {
                    return false;
                }
                if (changes.isGlobal) {
                    return compileAll();
                }
                done.addAll(next);
                next = dependents(stage);
                next.removeAll(done);
            }
        }
        return true;
    }

    private boolean compile(Stage stage, Set<Path> sources) throws IOException {
        Map<String, ClassFile> before = stage.classesOf(sources);
        stage.deleteClassesOf(sources);
        Set<Path> present = sources.stream().filter(Files::isRegularFile).collect(Collectors.toCollection(TreeSet::new));
        compiled += present.size();
        if (!stage.compile(present)) {
            return false;
        }
        Map<String, ClassFile> after = stage.classesOf(present);
        changes.add(before, after);
        // A source whose folder is not its package: its classes lie where they are not looked for.
        changes.isGlobal |= after.isEmpty() && !present.isEmpty();
        return true;
    }

    /** The sources of a stage that may depend on what differs so far. */
    private Set<Path> dependents(Stage stage) throws IOException {
        Set<Path> found = new TreeSet<>();
        if (changes.classes.isEmpty()) {
            return found;
        }
        Set<String> classes = withSubtypes(stage);
        for (Map.Entry<Path, String> entry : stage.classes().entrySet()) {
            if (mentionsAny(entry.getValue(), classes)) {
                Path source = stage.sourceOf(entry.getKey(), parsed(entry.getValue()));
                if (source != null) {
                    found.add(source);
                }
            }
        }
        found.addAll(bySource(stage, classes));
        return found;
    }

    /** The classes that differ and all their subtypes. */
    private Set<String> withSubtypes(Stage stage) throws IOException {
        Set<String> all = new HashSet<>(changes.classes);
        for (Set<String> latest = all; !latest.isEmpty(); ) {
            Set<String> subtypes = new HashSet<>();
            for (Stage each : stage == main ? Arrays.asList(main) : Arrays.asList(main, test)) {
                for (String content : each.classes().values()) {
                    if (mentionsAny(content, latest)) {
                        ClassFile found = parsed(content);
                        if (found.supertypes.stream().anyMatch(latest::contains) && !all.contains(found.name)) {
                            subtypes.add(found.name);
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

    /** The sources that depend on a name without a mention in their classes. */
    private Set<Path> bySource(Stage stage, Set<String> classes) throws IOException {
        Set<Path> found = new TreeSet<>();
        List<String> imports = changes.statics.isEmpty()
                ? Arrays.asList()
                : classes.stream().map(Compilation::importPrefix).collect(Collectors.toList());
        if (changes.words.isEmpty() && imports.isEmpty()) {
            return found;
        }
        for (Path source : stage.sources()) {
            String text = new String(Files.readAllBytes(source), StandardCharsets.ISO_8859_1);
            if (mentionsAny(text, changes.words) || imports.stream().anyMatch(text::contains)) {
                found.add(source);
            }
        }
        return found;
    }

    /** As in {@code import static p.Outer.Inner.*}. */
    private static String importPrefix(String className) {
        return asRead(className.replace('/', '.').replace('$', '.') + '.');
    }

    private static boolean mentionsAny(String content, Set<String> names) {
        return names.stream().anyMatch(name -> mentions(content, asRead(name)));
    }

    /** Whether the name is there and does not go on; what comes before it may be anything. */
    private static boolean mentions(String content, String name) {
        for (int at = content.indexOf(name); at >= 0; at = content.indexOf(name, at + 1)) {
            int end = at + name.length();
            if (end == content.length() || !goesOn(content.charAt(end))) {
                return true;
            }
        }
        return false;
    }

    private static boolean goesOn(char next) {
        return next >= 'a' && next <= 'z' || next >= 'A' && next <= 'Z' || next >= '0' && next <= '9' || next == '_';
    }

    /** A name as it looks in a text whose characters are the bytes of UTF-8. */
    private static String asRead(String name) {
        return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
