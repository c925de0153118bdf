package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import swerefactor.analyser.Facts;

/** What is found out about one change, put together in the order of the files. */
final class Findings {
  private static final int MOST = 20;
  private static final Comparator<Facts.Difference> BY_PLACE =
      Comparator.comparing(Facts.Difference::file)
          .thenComparing(difference -> difference.beforeLine() == 0 ? difference.afterLine() : difference.beforeLine())
          .thenComparing(Facts.Difference::member)
          .thenComparing(Facts.Difference::kind);
  private static final Comparator<Facts.MethodRef> BY_LINE =
      Comparator.comparing(Facts.MethodRef::file)
          .thenComparing(Facts.MethodRef::startLine)
          .thenComparing(Facts.MethodRef::signature);

  boolean found;
  final Set<String> obstacles = new TreeSet<>();
  final List<Facts.Difference> differences = new ArrayList<>();
  final List<Facts.Difference> frame = new ArrayList<>();
  final Set<Facts.MethodRef> callersLeft = new LinkedHashSet<>();
  final Set<Facts.MethodRef> results = new LinkedHashSet<>();
  List<Facts.CodeRange> taken = List.of();
  boolean wholeBody;

  Facts.Inversion facts(List<Facts.ExternalCall> calls, Set<String> unresolved) {
    return new Facts.Inversion(
        found,
        String.join("; ", obstacles),
        first(differences),
        first(frame),
        calls,
        callersLeft.stream().sorted(BY_LINE).toList(),
        results.stream().sorted(BY_LINE).toList(),
        taken,
        wholeBody,
        List.copyOf(unresolved));
  }

  private static List<Facts.Difference> first(List<Facts.Difference> all) {
    return all.stream().sorted(BY_PLACE).distinct().limit(MOST).toList();
  }

  /** The answer about code that does not parse. */
  static Facts.Inversion notJava(String error) {
    Findings nothing = new Findings();
    nothing.obstacles.add("syntax: " + error);
    return nothing.facts(List.of(), Set.of());
  }
}
