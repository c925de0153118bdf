package swerefactor.analyser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
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
      for (Path file : classFiles(Path.of(folder))) {
        analyse(analyzer, file);
      }
    }
    methods.sort(
        Comparator.comparing(Facts.MethodCoverage::className)
            .thenComparing(Facts.MethodCoverage::firstLine)
            .thenComparing(Facts.MethodCoverage::signature));
    return methods;
  }

  /** Not JaCoCo's own walk: it opens archives, and those of test resources may be damaged on purpose. */
  private static List<Path> classFiles(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".class") && Files.isRegularFile(file)).toList();
    }
  }

  private static void analyse(Analyzer analyzer, Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    try {
      analyzer.analyzeClass(content, file.toString());
    } catch (IOException noClass) {
      // A resource that only bears the name of a class file: nothing of it ran.
    }
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
