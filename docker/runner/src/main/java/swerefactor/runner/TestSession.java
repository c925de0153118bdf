// Runs test classes one after the other, as Surefire would in one JVM.
package swerefactor.runner;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The tests of one JVM, which was started with the project's class path and this runner behind it.
 *
 * <p>With {@code chosen} the request names the tests, each {@code test} a class or {@code class#method};
 * without, the classes are those that match an {@code include} and no {@code exclude}. {@code path} is
 * the class path as the tests shall see it, the folder of their own classes first. {@code property} is a
 * system property, {@code parameter} one of the JUnit Platform's, both as {@code name=value}. With {@code
 * alone}, memory that runs out is the test's own fault. With {@code separate}, each class finds the
 * JVM's settings as the first one did. {@code coverage} is the file for {@link Coverage}, which goes by
 * test class or, with {@code by-method}, by test method.
 */
final class TestSession {
    /** The exit code for heap that ran out among several classes: each may do well alone. */
    private static final int OUT_OF_MEMORY = 3;

    private static final String PLATFORM = "org/junit/platform/launcher/core/LauncherFactory.class";
    private static final String ENGINES = "META-INF/services/org.junit.platform.engine.TestEngine";
    private static final String JUNIT_4 = "org/junit/runner/JUnitCore.class";

    private final Request request;
    private final Results results;
    private final boolean alone;
    private final Path classFolder;
    private Coverage coverage;

    TestSession(Request request, Results results) {
        this.request = request;
        this.results = results;
        this.alone = request.is("alone");
        this.classFolder = Paths.get(request.all("path").get(0));
    }

    void run() throws Exception {
        Map<String, Set<String>> classes = request.is("chosen") ? asked() : found();
        if (classes.isEmpty()) {
            return;
        }
        setProperties();
        String name = request.is("framework") ? request.one("framework") : detected();
        for (String each : classes.keySet()) {
            results.write("found", "class", each);
        }
        Framework framework = framework(name);
        if (request.is("coverage")) {
            coverage = new Coverage(Paths.get(request.one("coverage")), request.is("by-method"));
        }
        Surroundings surroundings = request.is("separate") ? new Surroundings() : null;
        for (Map.Entry<String, Set<String>> entry : classes.entrySet()) {
            run(framework, entry.getKey(), entry.getValue());
            results.write("done", "class", entry.getKey());
            if (surroundings != null) {
                surroundings.putBack();
            }
        }
    }

    private void run(Framework framework, String name, Set<String> methods) {
        results.write("begun", "class", name);
        if (coverage != null) {
            coverage.begin(name);
        }
        long begun = System.nanoTime();
        try {
            framework.run(name, methods);
        } catch (Throwable fault) {
            recorder.failed(name, "", fault, Results.secondsSince(begun));
        }
        if (coverage != null) {
            coverage.end();
        }
    }

    private void setProperties() {
        String path = String.join(File.pathSeparator, request.all("path"));
        System.setProperty("java.class.path", path);
        System.setProperty("surefire.test.class.path", path);
        pairs("property").forEach(System::setProperty);
    }

    private Map<String, String> pairs(String name) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : request.all(name)) {
            int equals = pair.indexOf('=');
            pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return pairs;
    }

    private final Recorder recorder = new Recorder() {
        @Override
        public void started(String unit, String name) {
            if (coverage != null) {
                coverage.started(unit, name);
            }
        }

        @Override
        public void finished() {
            if (coverage != null) {
                coverage.finished();
            }
        }

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
    private static String detected() {
        boolean platform = has(ENGINES);
        if (platform && !has(PLATFORM)) {
            throw new IllegalStateException("org.junit.platform:junit-platform-launcher is not on the class path");
        }
        if (!platform && !has(JUNIT_4)) {
            throw new IllegalStateException("neither the JUnit Platform nor JUnit 4 is on the class path");
        }
        return platform ? "platform" : "junit4";
    }

    /** When it can't be started although it is there, the code under test is to blame: no class passes. */
    private Framework framework(String name) {
        try {
            return name.equals("platform")
                    ? (Framework) glue("JUnitPlatform")
                            .getConstructor(Recorder.class, Map.class)
                            .newInstance(recorder, pairs("parameter"))
                    : (Framework) glue("JUnit4").getConstructor(Recorder.class).newInstance(recorder);
        } catch (Throwable fault) {
            return (className, methods) -> {
                throw new IllegalStateException("the test framework can't be started", fault);
            };
        }
    }

    private static boolean has(String resource) {
        return ClassLoader.getSystemResource(resource) != null;
    }

    private static Class<?> glue(String name) throws ClassNotFoundException {
        return Class.forName("swerefactor.runner.glue." + name);
    }

    // --- Which tests ---

    /** The tests that are asked for, in that order: class and methods, none for all; what is not there is left out. */
    private Map<String, Set<String>> asked() {
        Map<String, Set<String>> asked = new LinkedHashMap<>();
        Set<String> whole = new LinkedHashSet<>();
        for (String test : request.all("test")) {
            int hash = test.indexOf('#');
            String name = hash < 0 ? test : test.substring(0, hash);
            Set<String> methods = asked.computeIfAbsent(name, fresh -> new LinkedHashSet<>());
            if (hash < 0) {
                whole.add(name);
            } else {
                methods.add(test.substring(hash + 1));
            }
        }
        whole.forEach(name -> asked.get(name).clear());
        asked.keySet().removeIf(name -> !Files.isRegularFile(classFolder.resolve(name.replace('.', '/') + ".class")));
        return asked;
    }

    /** All test classes. Surefire takes them as the file system lists them; sorted, every machine has one order. */
    private Map<String, Set<String>> found() {
        Patterns includes = new Patterns(request.all("include"));
        Patterns excludes = new Patterns(request.all("exclude"));
        Map<String, Set<String>> found = new TreeMap<>();
        for (String path : classFiles(classFolder.toFile(), "", new ArrayList<>())) {
            String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
            if (includes.match(path) && !excludes.match(path)) {
                found.put(name, new LinkedHashSet<>());
            }
        }
        return found;
    }

    private static List<String> classFiles(File folder, String below, List<String> found) {
        File[] entries = folder.listFiles();
        for (File entry : entries == null ? new File[0] : entries) {
            String path = below + entry.getName();
            if (entry.isDirectory()) {
                classFiles(entry, path + '/', found);
            } else if (path.endsWith(".class")) {
                found.add(path);
            }
        }
        return found;
    }
}
