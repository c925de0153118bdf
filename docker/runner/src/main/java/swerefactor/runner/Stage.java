// Main code or test code: where its sources and classes lie, and the compiler's call for it.
package swerefactor.runner;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** One of the two stages of a build, in Maven's layout. Sources are absolute paths. */
final class Stage {
    private static final Path MAIN = Paths.get("target", "classes").toAbsolutePath();
    private static final Path TEST = Paths.get("target", "test-classes").toAbsolutePath();
    private static final int MOST_MESSAGES = 100;

    private final Path output;
    private final List<Path> roots;
    private final List<Path> resources;
    private final List<File> classPath = new ArrayList<>();
    private final List<String> options;
    private final Results results;

    /** The content of all class files, each byte a character; read when first asked for. */
    private Map<Path, String> classes;

    /** {@code name}, {@code main} or {@code test}, begins the names that the request has for it. */
    Stage(String name, Request request, Results results) {
        output = name.equals("main") ? MAIN : TEST;
        roots = paths(request.all(name + "-root"));
        resources = paths(request.all(name + "-resources"));
        options = request.all(name + "-option");
        // Its own classes, too: those of sources that are not compiled again.
        classPath.add(output.toFile());
        if (!output.equals(MAIN)) {
            classPath.add(MAIN.toFile());
        }
        request.all(name + "-library").forEach(path -> classPath.add(new File(path)));
        this.results = results;
    }

    private static List<Path> paths(List<String> texts) {
        List<Path> paths = new ArrayList<>();
        texts.forEach(text -> paths.add(Paths.get(text).toAbsolutePath()));
        return paths;
    }

    // --- Sources and classes ---

    boolean holds(Path source) {
        return roots.stream().anyMatch(source::startsWith);
    }

    /** All sources but a module-info.java: everything is on the class path. */
    Set<Path> sources() {
        List<File> found = new ArrayList<>();
        roots.forEach(root -> collect(root.toFile(), ".java", found));
        // Folders come in no order of their own, and compilers number what they generate.
        Set<Path> sources = new TreeSet<>();
        found.forEach(file -> sources.add(file.toPath()));
        sources.removeIf(source -> source.endsWith("module-info.java"));
        return sources;
    }

    /** The classes that were compiled from these sources, by name. */
    Map<String, ClassFile> classesOf(Collection<Path> sources) throws IOException {
        Map<String, ClassFile> found = new TreeMap<>();
        for (Map.Entry<Path, ClassFile> entry : classFilesOf(sources).entrySet()) {
            found.put(entry.getValue().name, entry.getValue());
        }
        return found;
    }

    void deleteClassesOf(Collection<Path> sources) throws IOException {
        for (Path file : classFilesOf(sources).keySet()) {
            Files.delete(file);
        }
    }

    private Map<Path, ClassFile> classFilesOf(Collection<Path> sources) throws IOException {
        Map<Path, ClassFile> found = new LinkedHashMap<>();
        Map<Path, Set<String>> names = new TreeMap<>();
        for (Path source : sources) {
            names.computeIfAbsent(folderOf(source), folder -> new TreeSet<>()).add(source.getFileName().toString());
        }
        for (Map.Entry<Path, Set<String>> entry : names.entrySet()) {
            File[] files = entry.getKey().toFile().listFiles((folder, name) -> name.endsWith(".class"));
            for (File file : files == null ? new File[0] : files) {
                byte[] content = Files.readAllBytes(file.toPath());
                String text = new String(content, StandardCharsets.ISO_8859_1);
                if (entry.getValue().stream().anyMatch(text::contains)) {
                    ClassFile parsed = new ClassFile(content);
                    if (entry.getValue().contains(parsed.source)) {
                        found.put(file.toPath(), parsed);
                    }
                }
            }
        }
        return found;
    }

    /** Where the compiler puts the classes of a source: its folder below the root is its package. */
    private Path folderOf(Path source) {
        for (Path root : roots) {
            if (source.startsWith(root)) {
                return output.resolve(root.relativize(source.getParent()).toString());
            }
        }
        throw new IllegalArgumentException(source + " is below no source root");
    }

    /** The content of all class files by path. */
    Map<Path, String> classes() throws IOException {
        if (classes == null) {
            classes = new TreeMap<>();
            List<File> found = new ArrayList<>();
            collect(output.toFile(), ".class", found);
            for (File file : found) {
                classes.put(file.toPath(), new String(Files.readAllBytes(file.toPath()), StandardCharsets.ISO_8859_1));
            }
        }
        return classes;
    }

    /** The content of one class, by its internal name; null where it is not of this stage. */
    String classNamed(String name) throws IOException {
        return classes().get(output.resolve(name + ".class"));
    }

    /** The source that a class was compiled from, or null where it can't be told. */
    Path sourceOf(Path classFile, ClassFile parsed) {
        for (Path root : parsed.source == null ? Collections.<Path>emptyList() : roots) {
            Path source = root.resolve(output.relativize(classFile.getParent()).toString()).resolve(parsed.source);
            if (Files.isRegularFile(source)) {
                return source;
            }
        }
        return null;
    }

    private static void collect(File folder, String suffix, List<File> found) {
        File[] entries = folder.listFiles();
        for (File entry : entries == null ? new File[0] : entries) {
            if (entry.getName().endsWith(suffix) && entry.isFile()) {
                found.add(entry);
            } else if (entry.isDirectory()) {
                collect(entry, suffix, found);
            }
        }
    }

    // --- The compiler ---

    /** Compiles all sources, after all classes of before are gone. */
    boolean compileAll() throws IOException {
        List<File> old = new ArrayList<>();
        collect(output.toFile(), ".class", old);
        for (File file : old) {
            Files.delete(file.toPath());
        }
        for (Path folder : resources) {
            copy(folder);
        }
        return compile(sources());
    }

    /** Compiles these sources beside the classes that are there; errors go to the results. */
    boolean compile(Collection<Path> sources) throws IOException {
        if (sources.isEmpty()) {
            return true;
        }
        Files.createDirectories(output);
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        JavaCompiler compiler = compiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(messages, Locale.ROOT, encoding())) {
            // Locations, not options: the Eclipse compiler adds its own class path to one in an option.
            files.setLocation(StandardLocation.CLASS_PATH, classPath);
            files.setLocation(StandardLocation.SOURCE_PATH, Collections.<File>emptyList());
            files.setLocation(StandardLocation.CLASS_OUTPUT, Collections.singletonList(output.toFile()));
            List<File> these = new ArrayList<>();
            sources.forEach(source -> these.add(source.toFile()));
            StringWriter said = new StringWriter();
            boolean ok = call(compiler.getTask(
                    said, files, messages, options, null, files.getJavaFileObjectsFromFiles(these)));
            if (!report(messages.getDiagnostics()) && !ok) {
                results.write("error", "file", "", "line", 0, "message", said.toString());
            }
            return ok;
        }
    }

    private static JavaCompiler compiler() {
        JavaCompiler jdk = ToolProvider.getSystemJavaCompiler();
        try {
            String eclipse = "org.eclipse.jdt.internal.compiler.tool.EclipseCompiler";
            return jdk != null ? jdk : (JavaCompiler) Class.forName(eclipse).getConstructor().newInstance();
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("there is no compiler", missing);
        }
    }

    private Charset encoding() {
        int at = options.indexOf("-encoding");
        return at < 0 ? Charset.defaultCharset() : Charset.forName(options.get(at + 1));
    }

    /** Sources on which the compiler itself breaks, by endless nesting or constants, do not compile. */
    private boolean call(JavaCompiler.CompilationTask task) {
        try {
            return task.call();
        } catch (RuntimeException | Error fault) {
            String message = "the compiler broke: " + Results.describe(fault);
            results.write("error", "file", "", "line", 0, "message", message);
            return false;
        }
    }

    /** Writes the errors; whether there are any. */
    private boolean report(List<Diagnostic<? extends JavaFileObject>> messages) {
        int reported = 0;
        Path here = Paths.get("").toAbsolutePath();
        for (Diagnostic<? extends JavaFileObject> message : messages) {
            if (message.getKind() == Diagnostic.Kind.ERROR && reported++ < MOST_MESSAGES) {
                JavaFileObject source = message.getSource();
                String file = source == null ? "" : here.relativize(Paths.get(source.toUri())).toString();
                results.write(
                        "error",
                        "file", file.replace(File.separatorChar, '/'),
                        "line", Math.max(0, message.getLineNumber()),
                        "message", message.getMessage(Locale.ROOT));
            }
        }
        return reported > 0;
    }

    private void copy(Path from) throws IOException {
        List<File> files = new ArrayList<>();
        collect(from.toFile(), "", files);
        for (File file : files) {
            Path to = output.resolve(from.relativize(file.toPath()).toString());
            Files.createDirectories(to.getParent());
            Files.copy(file.toPath(), to, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
