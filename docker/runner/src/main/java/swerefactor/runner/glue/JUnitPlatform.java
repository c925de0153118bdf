// Runs a class through the JUnit Platform, and names tests as Surefire does.
package swerefactor.runner.glue;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import swerefactor.runner.Framework;
import swerefactor.runner.Recorder;

/**
 * The Platform's side. Only calls that every version of the Platform has are made. The rules for
 * names are those of Surefire 3's RunListenerAdapter, but that a class always has its binary name,
 * {@code p.Outer$Inner}, never the text of a {@code @DisplayName}.
 */
public final class JUnitPlatform implements Framework {
    private final Recorder recorder;
    private final Launcher launcher = LauncherFactory.create();

    private final Map<String, String> parameters;

    public JUnitPlatform(Recorder recorder, Map<String, String> parameters) {
        this.recorder = recorder;
        this.parameters = parameters;
    }

    @Override
    public void run(String className, Set<String> methods) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        request.selectors(selectClass(className)).configurationParameters(parameters);
        if (!methods.isEmpty()) {
            PostDiscoveryFilter only = test -> FilterResult.includedIf(test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(source -> methods.contains(((MethodSource) source).getMethodName()))
                    .orElse(true));
            request.filters(only);
        }
        launcher.execute(request.build(), new Listener(className));
    }

    private final class Listener implements TestExecutionListener {
        private final String selected;
        private final Map<String, Long> begun = new ConcurrentHashMap<>();
        private volatile TestPlan plan;

        Listener(String selected) {
            this.selected = selected;
        }

        @Override
        public void testPlanExecutionStarted(TestPlan started) {
            plan = started;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            if (test.isTest()) {
                String name = methodSource(test).map(MethodSource::getMethodName).orElse("");
                recorder.started(unit(test), name);
            }
            begun.put(test.getUniqueId(), System.nanoTime());
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            Throwable fault = result.getThrowable().orElse(null);
            switch (result.getStatus()) {
                case FAILED:
                    recorder.failed(className(test), methodName(test), fault, seconds(test));
                    break;
                case ABORTED:
                    if (test.isTest()) {
                        recorder.skipped(className(test), methodName(test), fault == null ? "" : fault.getMessage());
                    }
                    break;
                default:
                    if (test.isTest()) {
                        recorder.passed(className(test), methodName(test), seconds(test));
                    }
            }
            if (test.isTest()) {
                recorder.finished();
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            if (!isClass(test)) {
                recorder.skipped(className(test), methodName(test), reason);
                return;
            }
            for (TestIdentifier child : plan.getChildren(test)) {
                executionSkipped(child, reason);
            }
        }

        private double seconds(TestIdentifier test) {
            Long since = begun.get(test.getUniqueId());
            return since == null ? 0 : (System.nanoTime() - since) / 1_000_000 / 1000.0;
        }

        /** The innermost class around it: that of the instance, where a test is inherited. */
        private String className(TestIdentifier test) {
            for (TestIdentifier at : upwards(test)) {
                if (isClass(at)) {
                    return ((ClassSource) at.getSource().get()).getClassName();
                }
            }
            return methodSource(test).map(MethodSource::getClassName).orElse(selected);
        }

        /** The outermost class around it in the tree that its class is nested in, or is. */
        private String unit(TestIdentifier test) {
            String name = className(test);
            String unit = name;
            for (TestIdentifier at : upwards(test)) {
                String outer = isClass(at) ? ((ClassSource) at.getSource().get()).getClassName() : name;
                if (name.startsWith(outer + '$')) {
                    unit = outer;
                }
            }
            return unit;
        }

        private String methodName(TestIdentifier test) {
            Optional<MethodSource> method = methodSource(test);
            if (!method.isPresent()) {
                return isClass(test) || !test.getParentId().isPresent() ? "" : test.getDisplayName();
            }
            String legacy = test.getLegacyReportingName();
            String parameters = method.get().getMethodParameterTypes();
            boolean parameterized = parameters != null && !parameters.trim().isEmpty()
                    || legacy.matches("^.*\\[\\d+]$")
                    || inParameterizedContainer(test);
            return parameterized ? legacy : method.get().getMethodName();
        }

        private boolean inParameterizedContainer(TestIdentifier test) {
            List<TestIdentifier> ancestors = upwards(test);
            return ancestors.subList(1, ancestors.size()).stream()
                    .anyMatch(at -> !at.getSource().isPresent()
                            && at.getLegacyReportingName().matches("^\\[.+]$"));
        }

        private List<TestIdentifier> upwards(TestIdentifier test) {
            List<TestIdentifier> chain = new ArrayList<>();
            for (Optional<TestIdentifier> at = Optional.of(test); at.isPresent(); at = plan.getParent(at.get())) {
                chain.add(at.get());
            }
            return chain;
        }
    }

    private static boolean isClass(TestIdentifier test) {
        return test.isContainer() && test.getSource().filter(ClassSource.class::isInstance).isPresent();
    }

    private static Optional<MethodSource> methodSource(TestIdentifier test) {
        Optional<TestSource> source = test.getSource();
        return source.filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
    }
}
