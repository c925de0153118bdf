// Runs JUnit 4 and JUnit 3 classes through JUnitCore, and names tests as Surefire does.
package swerefactor.runner.glue;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Ignore;
import org.junit.Test;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.RunWith;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import swerefactor.runner.Framework;
import swerefactor.runner.Recorder;

/** JUnit 4's side. A class that Surefire's JUnit 4 provider would pass over is passed over. */
public final class JUnit4 implements Framework {
    private static final Pattern METHOD_AND_CLASS = Pattern.compile("([\\s\\S]*)\\((.*)\\)");

    private final Recorder recorder;

    public JUnit4(Recorder recorder) {
        this.recorder = recorder;
    }

    @Override
    public void run(String className, Set<String> methods) throws Exception {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Class<?> type = Class.forName(className, false, loader);
        if (isTest(type)) {
            JUnitCore core = new JUnitCore();
            Request request = methods.isEmpty() ? Request.aClass(type) : Request.aClass(type).filterWith(only(methods));
            Runner runner = request.getRunner();
            core.addListener(new Listener(className, runner.getDescription()));
            core.run(runner);
        }
    }

    /** A test in one of these methods; a parameter's suffix, {@code [1]}, does not matter. */
    private static Filter only(Set<String> methods) {
        return new Filter() {
            @Override
            public boolean shouldRun(Description description) {
                return description.isTest()
                        ? methods.contains(simpleMethodName(description))
                        : description.getChildren().stream().anyMatch(this::shouldRun);
            }

            @Override
            public String describe() {
                return "methods " + methods;
            }
        };
    }

    private static String simpleMethodName(Description description) {
        return methodName(description).replaceFirst("\\[[\\s\\S]*", "");
    }

    private static boolean isTest(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers())) {
            return false;
        }
        return junit.framework.Test.class.isAssignableFrom(type)
                || hasSuite(type)
                || type.isAnnotationPresent(RunWith.class)
                || hasTestMethod(type);
    }

    private static boolean hasSuite(Class<?> type) {
        try {
            Method suite = type.getMethod("suite");
            return Modifier.isStatic(suite.getModifiers())
                    && junit.framework.Test.class.isAssignableFrom(suite.getReturnType());
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    private static boolean hasTestMethod(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                for (Annotation annotation : method.getAnnotations()) {
                    if (annotation instanceof Test) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Each failure event is a result of its own, as in Surefire's XML; success is the lack of one. */
    private final class Listener extends RunListener {
        private final Map<Description, Long> begun = new ConcurrentHashMap<>();
        private final Set<Description> settled = Collections.newSetFromMap(new ConcurrentHashMap<>());
        private final Map<String, String> units = new HashMap<>();
        private final String selected;

        Listener(String selected, Description all) {
            this.selected = selected;
            addUnits(all, new ArrayDeque<>());
        }

        /** For each class with tests, the outermost class around it in the tree that it is nested in. */
        private void addUnits(Description at, Deque<String> around) {
            if (at.isTest()) {
                String name = className(at);
                for (String outer : around) {
                    if (name.equals(outer) || name.startsWith(outer + '$')) {
                        units.putIfAbsent(name, outer);
                    }
                }
                return;
            }
            around.addLast(at.getDisplayName());
            for (Description child : at.getChildren()) {
                addUnits(child, around);
            }
            around.removeLast();
        }

        @Override
        public void testStarted(Description description) {
            String name = className(description);
            recorder.started(units.getOrDefault(name, selected), simpleMethodName(description));
            begun.put(description, System.nanoTime());
            settled.remove(description);
        }

        @Override
        public void testFailure(Failure failure) {
            Description description = failure.getDescription();
            settled.add(description);
            recorder.failed(
                    className(description), methodName(description), failure.getException(), seconds(description));
        }

        @Override
        public void testAssumptionFailure(Failure failure) {
            Description description = failure.getDescription();
            settled.add(description);
            recorder.skipped(className(description), methodName(description), failure.getMessage());
        }

        @Override
        public void testIgnored(Description description) {
            Ignore ignore = description.getAnnotation(Ignore.class);
            recorder.skipped(className(description), methodName(description), ignore == null ? "" : ignore.value());
        }

        @Override
        public void testFinished(Description description) {
            if (!settled.contains(description)) {
                recorder.passed(className(description), methodName(description), seconds(description));
            }
            recorder.finished();
        }

        private double seconds(Description description) {
            Long since = begun.get(description);
            return since == null ? 0 : (System.nanoTime() - since) / 1_000_000 / 1000.0;
        }
    }

    private static String className(Description description) {
        Matcher matcher = METHOD_AND_CLASS.matcher(description.getDisplayName());
        return matcher.matches() ? matcher.group(2) : description.getDisplayName();
    }

    private static String methodName(Description description) {
        Matcher matcher = METHOD_AND_CLASS.matcher(description.getDisplayName());
        return matcher.matches() ? matcher.group(1) : "";
    }
}
