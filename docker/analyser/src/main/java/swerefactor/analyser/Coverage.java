package swerefactor.analyser;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.tools.ExecFileLoader;

/** Line counters per method from JaCoCo's execution data. */
final class Coverage {
  private Coverage() {}

  /** All methods with line numbers, by class and line; classes that are not those that ran are left out. */
  static List<Facts.MethodCoverage> read(Path data, List<String> classes) throws IOException {
    ExecFileLoader loader = new ExecFileLoader();
    loader.load(data.toFile());
    List<Facts.MethodCoverage> methods = new ArrayList<>();
    Analyzer analyzer = new Analyzer(loader.getExecutionDataStore(), each -> add(each, methods));
    for (String folder : classes) {
      analyzer.analyzeAll(new File(folder));
    }
    methods.sort(
        Comparator.comparing(Facts.MethodCoverage::className)
            .thenComparing(Facts.MethodCoverage::firstLine)
            .thenComparing(Facts.MethodCoverage::signature));
    return methods;
  }

  private static void add(IClassCoverage of, List<Facts.MethodCoverage> methods) {
    if (of.isNoMatch()) {
      return; // Its counters would all be zero, and a false zero is worse than none.
    }
    for (IMethodCoverage method : of.getMethods()) {
      if (method.getFirstLine() > 0) {
        methods.add(
            new Facts.MethodCoverage(
                of.getName().replace('/', '.').replace('$', '.'),
                method.getName() + method.getDesc(),
                method.getFirstLine(),
                method.getLineCounter().getCoveredCount(),
                method.getLineCounter().getMissedCount()));
      }
    }
  }
}
