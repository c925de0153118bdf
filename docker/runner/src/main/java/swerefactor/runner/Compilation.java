// Compiles the main and the test sources of a module from nothing, as Maven would lay them out.
package swerefactor.runner;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * One compilation, main first, then tests. Resources are copied as they are, without filtering. A
 * module-info.java is left out: everything is on the class path.
 */
final class Compilation {
    static final Path MAIN = Paths.get("target", "classes").toAbsolutePath();
    static final Path TEST = Paths.get("target", "test-classes").toAbsolutePath();

    private static final int MOST_MESSAGES = 100;

    private final Request request;
    private final Results results;
    private final JavaCompiler compiler;
    private final boolean ofTheJdk;

    Compilation(Request request, Results results) throws ReflectiveOperationException {
        this.request = request;
        this.results = results;
        JavaCompiler jdk = ToolProvider.getSystemJavaCompiler();
        ofTheJdk = jdk != null;
        compiler = ofTheJdk ? jdk : eclipse();
    }

    private static JavaCompiler eclipse() throws ReflectiveOperationException {
        String name = "org.eclipse.jdt.internal.compiler.tool.EclipseCompiler";
        return (JavaCompiler) Class.forName(name).getConstructor().newInstance();
    }

    /** Whether all of it compiled; the messages are in the results. */
    boolean run() throws IOException {
        long begun = System.nanoTime();
        List<String> classPath = new ArrayList<>(request.all("library"));
        classPath.add(0, MAIN.toString());
        boolean ok = compile("main", "resources", MAIN, classPath)
                && compile("test", "test-resources", TEST, classPath);
        results.write("compiled", "ok", ok ? 1 : 0, "seconds", Results.secondsSince(begun));
        return ok;
    }

    private boolean compile(String roots, String resources, Path into, List<String> classPath) throws IOException {
        delete(into);
        Files.createDirectories(into);
        for (String root : request.all(resources)) {
            copy(Paths.get(root), into);
        }
        List<File> sources = new ArrayList<>();
        for (String root : request.all(roots)) {
            collect(Paths.get(root), sources);
        }
        return sources.isEmpty() || compile(sources, into, classPath);
    }

    private boolean compile(List<File> sources, Path into, List<String> classPath) throws IOException {
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        Charset charset = Charset.forName(request.one("encoding"));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(messages, Locale.ROOT, charset)) {
            // Locations, not options: the Eclipse compiler adds its own class path to one in an option.
            files.setLocation(StandardLocation.CLASS_PATH, files(classPath));
            files.setLocation(StandardLocation.SOURCE_PATH, Collections.<File>emptyList());
            files.setLocation(StandardLocation.CLASS_OUTPUT, Collections.singletonList(into.toFile()));
            StringWriter said = new StringWriter();
            JavaCompiler.CompilationTask task = compiler.getTask(
                    said, files, messages, options(), null, files.getJavaFileObjectsFromFiles(sources));
            boolean ok = call(task);
            if (!report(messages.getDiagnostics()) && !ok) {
                System.out.println(said);
            }
            return ok;
        }
    }

    /** Sources on which the compiler itself breaks, such as endless nesting, do not compile. */
    private boolean call(JavaCompiler.CompilationTask task) {
        try {
            return task.call();
        } catch (RuntimeException | StackOverflowError fault) {
            String message = "the compiler broke: " + Results.describe(fault);
            results.write("error", "file", "", "line", 0, "message", message);
            return false;
        }
    }

    private static List<File> files(List<String> paths) {
        List<File> files = new ArrayList<>();
        for (String path : paths) {
            files.add(new File(path));
        }
        return files;
    }

    private List<String> options() {
        String release = request.one("release");
        List<String> options = new ArrayList<>(
                Arrays.asList("-encoding", request.one("encoding"), "-g", "-proc:none", "-nowarn"));
        // JDK 8 does not know --release, and the Eclipse compiler needs a JDK's own data for it.
        boolean byRelease = ofTheJdk && !System.getProperty("java.specification.version").startsWith("1.");
        options.addAll(byRelease
                ? Arrays.asList("--release", release)
                : Arrays.asList("-source", level(release), "-target", level(release)));
        return options;
    }

    private static String level(String release) {
        return release.equals("8") ? "1.8" : release;
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

    private static void collect(Path root, List<File> sources) throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        List<File> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (attributes.isRegularFile() && name.endsWith(".java") && !name.equals("module-info.java")) {
                    found.add(file.toAbsolutePath().toFile());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        // Folders come in no order of their own, and compilers number what they generate.
        Collections.sort(found);
        sources.addAll(found);
    }

    private static void copy(Path from, Path into) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        Files.walkFileTree(from, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    Path to = into.resolve(from.relativize(file).toString());
                    Files.createDirectories(to.getParent());
                    Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException fault) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
