package swerefactor.analyser.inversion;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import swerefactor.analyser.Facts;

/**
 * Undoes a refactoring on the tree and compares with the original.
 *
 * <p>What was extracted is put back at each of its calls, what was inlined is put in at each call before,
 * what was moved is taken for the same method: then the two versions must do the same, member by member.
 */
public final class Inversion {
  private Inversion() {}

  /** The facts; files are given as path to text, {@code others} are in both versions. */
  public static Facts.Inversion invert(
      Facts.Asked asked,
      Map<String, String> before,
      Map<String, String> after,
      Map<String, String> others,
      List<String> classPath,
      List<String> sourcePath)
      throws IOException {
    Tree one = Tree.parse(both(before, others), classPath, sourcePath);
    Tree other = Tree.parse(both(after, others), classPath, sourcePath);
    if (!other.syntaxError.isEmpty()) {
      return Findings.notJava(other.syntaxError);
    }
    Comparison comparison = new Comparison(one, other, sourcePath);
    Findings findings = new Findings();
    MethodDeclaration target = one.find(asked.target());
    if (!one.syntaxError.isEmpty()) {
      findings.obstacles.add("the original does not parse: " + one.syntaxError);
    }
    if (target == null || target.resolveBinding() == null) {
      findings.obstacles.add("the target is not there");
    }
    Set<Object> proven = new HashSet<>();
    if (findings.obstacles.isEmpty()) {
      Undoing undoing = switch (asked.type()) {
        case "Extract Method", "Extract And Move Method" -> new Extraction(comparison, asked, target, findings);
        case "Inline Method", "Move And Inline Method" -> new Inlining(comparison, asked, target, findings);
        default -> new Moving(comparison, asked, target, findings);
      };
      proven = undoing.undo();
    }
    Set<Object> same = proven;
    Set<String> unresolved = new TreeSet<>(other.names.unresolved);
    unresolved.removeAll(one.names.unresolved);
    return findings.facts(
        ExternalCalls.between(one, other, classPath, member -> same.contains(member.node())), unresolved);
  }

  private static Map<String, String> both(Map<String, String> changed, Map<String, String> others) {
    Map<String, String> all = new HashMap<>(others == null ? Map.of() : others);
    all.putAll(changed);
    all.keySet().removeIf(path -> !path.endsWith(".java"));
    return all;
  }
}
