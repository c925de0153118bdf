// Compiles a module: all of it, or what a change touches and all that depends on that.
package swerefactor.runner;

import java.io.IOException;
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
 * One compilation. The request has for main code {@code main-root} (source roots), {@code
 * main-library}, {@code main-option} and {@code main-resources}, which are copied as they are, and the
 * same for {@code test}. With {@code incremental}, the classes of before are there, and each {@code
 * changed} is a source that was changed, added or deleted since.
 *
 * <p>The changed sources are compiled first. When what others see of them is as it was, that is all.
 * Else their dependents follow, and theirs, until nothing differs any more.
 */
final class Compilation {
    private final Request request;
    private final Results results;
    private final Stage main;
    private final Stage test;
    private final Changes changes = new Changes();
    private final boolean isDocumentationChecked;
    private int compiled;

    Compilation(Request request, Results results) {
        this.request = request;
        this.results = results;
        main = new Stage("main", request, results);
        test = new Stage("test", request, results);
        isDocumentationChecked = request.all("main-option").stream()
                .anyMatch(option -> option.startsWith("-Xdoclint") && !option.equals("-Xdoclint:none"));
    }

    /** Whether all of it compiled; the messages are in the results. */
    boolean run() throws IOException {
        long begun = System.nanoTime();
        boolean ok = request.is("incremental") ? compileChanged() : compileAll();
        results.write("compiled", "ok", ok ? 1 : 0, "seconds", Results.secondsSince(begun), "sources", compiled);
        return ok;
    }

    private boolean compileAll() throws IOException {
        compiled += main.sources().size() + test.sources().size();
        return main.compileAll() && test.compileAll();
    }

    private boolean compileChanged() throws IOException {
        Set<Path> changed = new TreeSet<>();
        request.all("changed").forEach(path -> changed.add(Paths.get(path).toAbsolutePath()));
        // These change what others may do without a class of their own.
        if (changed.stream().anyMatch(path -> path.endsWith("package-info.java") || path.endsWith("module-info.java"))) {
            return compileAll();
        }
        for (List<Stage> stages : Arrays.asList(Arrays.asList(main), Arrays.asList(main, test))) {
            Stage stage = stages.get(stages.size() - 1);
            Set<Path> done = new HashSet<>();
            Set<Path> next = changed.stream().filter(stage::holds).collect(Collectors.toCollection(TreeSet::new));
            next.addAll(dependents(stages));
            while (!next.isEmpty()) {
                if (!compile(stage, next)) {
                    return false;
                }
                if (changes.isGlobal) {
                    return compileAll();
                }
                done.addAll(next);
                next = dependents(stages);
                next.removeAll(done);
            }
        }
        return true;
    }

    private Set<Path> dependents(List<Stage> stages) throws IOException {
        return changes.isEmpty() ? new TreeSet<>() : new Dependents(changes, stages).find();
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
        if (isDocumentationChecked) {
            // A comment that refers to what is gone does not compile then, and leaves no mention.
            changes.words.addAll(changes.names);
        }
        // A source whose folder is not its package: its classes lie where they are not looked for.
        changes.isGlobal |= after.isEmpty() && !present.isEmpty();
        return true;
    }
}
