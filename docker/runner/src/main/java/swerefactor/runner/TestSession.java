// Finds the test classes as Surefire does by default and runs them one after the other.
package swerefactor.runner;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** The tests of one JVM: the classes that the request names, or all. */
final class TestSession {
    /** Surefire's default includes and, by having no dollar sign, its default exclude. */
    private static final Pattern TEST_CLASS = Pattern.compile("Test[^$]*|[^$]*(Test|Tests|TestCase)");

    /** The exit code for heap that ran out among several classes: each may do well alone. */
    private static final int OUT_OF_MEMORY = 3;

    private static final String PLATFORM = "org.junit.platform.launcher.core.LauncherFactory";
    private static final String ENGINES = "META-INF/services/org.junit.platform.engine.TestEngine";
    private static final String JUNIT_4 = "org.junit.runner.JUnitCore";

    private final Request request;
    private final Results results;
    private final boolean alone;

    TestSession(Request request, Results results) {
        this.request = request;
        this.results = results;
        this.alone = request.is("alone");
    }

    void run() throws Exception {
        List<String> classPath = new ArrayList<>();
        classPath.add(Compilation.TEST.toString());
        classPath.add(Compilation.MAIN.toString());
        classPath.addAll(request.all("library"));
        List<String> classes = request.is("class") ? request.all("class") : found();
        for (String name : classes) {
            results.write("found", "class", name);
        }
        if (classes.isEmpty()) {
            return;
        }
        System.setProperty("java.class.path", Main.classPath(classPath));
        TestLoader loader = new TestLoader(classPath);
        Thread.currentThread().setContextClassLoader(loader);
        Framework framework = framework(loader);
        Coverage coverage = request.is("coverage") ? new Coverage(Paths.get(request.one("coverage"))) : null;
        for (String name : classes) {
            run(framework, name);
            if (coverage != null) {
                coverage.dump(name);
            }
            results.write("done", "class", name);
        }
    }

    private void run(Framework framework, String name) {
        results.write("begun", "class", name);
        long begun = System.nanoTime();
        try {
            framework.run(name);
        } catch (Throwable fault) {
            recorder.failed(name, "", fault, Results.secondsSince(begun));
        }
    }

    private final Recorder recorder = new Recorder() {
        @Override
        public void passed(String className, String name, double seconds) {
            write(className, name, "passed", "", seconds);
        }

        @Override
        public void failed(String className, String name, Throwable fault, double seconds) {
            if (!alone && hasOutOfMemory(fault)) {
                Runtime.getRuntime().halt(OUT_OF_MEMORY);
            }
            write(className, name, "failed", fault == null ? "" : Results.describe(fault), seconds);
        }

        @Override
        public void skipped(String className, String name, String reason) {
            write(className, name, "skipped", reason == null ? "" : reason, 0);
        }

        private void write(String className, String name, String outcome, String message, double seconds) {
            results.write(
                    "test", "class", className, "name", name, "outcome", outcome, "message", message,
                    "seconds", seconds);
        }
    };

    private static boolean hasOutOfMemory(Throwable fault) {
        int depth = 0;
        for (Throwable cause = fault; cause != null && depth < 50; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
            depth++;
        }
        return false;
    }

    /** The project's own JUnit: the Platform where an engine is there, else JUnit 4 (which runs 3). */
    private Framework framework(TestLoader loader) throws ReflectiveOperationException {
        String glue;
        if (loader.findResource(ENGINES) != null) {
            if (!loader.has(PLATFORM)) {
                throw new IllegalStateException("org.junit.platform:junit-platform-launcher is not on the class path");
            }
            glue = "swerefactor.runner.glue.JUnitPlatform";
        } else if (loader.has(JUNIT_4)) {
            glue = "swerefactor.runner.glue.JUnit4";
        } else {
            throw new IllegalStateException("neither the JUnit Platform nor JUnit 4 is on the class path");
        }
        return (Framework) loader.loadClass(glue).getConstructor(Recorder.class).newInstance(recorder);
    }

    private static List<String> found() throws IOException {
        List<String> classes = new ArrayList<>();
        Files.walkFileTree(Compilation.TEST, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String path = Compilation.TEST.relativize(file).toString();
                if (path.endsWith(".class")) {
                    String name = path.substring(0, path.length() - 6).replace(java.io.File.separatorChar, '.');
                    if (TEST_CLASS.matcher(name.substring(name.lastIndexOf('.') + 1)).matches()) {
                        classes.add(name);
                    }
                }
                return FileVisitResult.CONTINUE;
            }
        });
        // Surefire takes them as the file system lists them; sorted, every machine has one order.
        Collections.sort(classes);
        return classes;
    }
}
