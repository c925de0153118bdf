package swerefactor.analyser.inversion;

import java.util.HashMap;
import java.util.Map;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Step;
import swerefactor.analyser.inversion.Flow.Variable;

/** What methods do besides giving a value: of the JDK by its documentation, of the given files by their code. */
final class Purities {
  private final Tree tree;
  private final Map<String, Purity> known = new HashMap<>();

  Purities(Tree tree) {
    this.tree = tree;
  }

  Purity of(IMethodBinding called) {
    IMethodBinding method = called.getMethodDeclaration();
    String key = tree.names.method(method);
    Purity purity = known.get(key);
    if (purity == null) {
      known.put(key, Purity.CHANGES_ANYTHING); // Of a method that calls itself nothing is known.
      purity = Purity.of(method, tree.names);
      if (purity == Purity.CHANGES_ANYTHING && tree.methods.containsKey(key)) {
        purity = ofCode(tree.methods.get(key), method);
      }
      known.put(key, purity);
    }
    return purity;
  }

  private Purity ofCode(MethodDeclaration declaration, IMethodBinding method) {
    // One that overrides it elsewhere will keep what its name promises.
    Member member = Undoing.isOverridden(tree, method) ? null : tree.around(declaration);
    if (member == null || member.node() != declaration) {
      return Purity.CHANGES_ANYTHING;
    }
    Flow flow = Reading.read(tree, member, Plan.NONE, new Plan.Outcome());
    return flow == null ? Purity.CHANGES_ANYTHING : of(flow);
  }

  private static Purity of(Flow flow) {
    Purity purity = Purity.PURE;
    for (Block block : flow.reachable()) {
      if (block.exit instanceof Flow.Throw) {
        return Purity.CHANGES_ANYTHING;
      }
      for (Step step : block.steps) {
        if (step.kind() == Kind.EFFECT) {
          return Purity.CHANGES_ANYTHING;
        }
        if (step.inputs().stream().anyMatch((Variable input) -> input.isMemory)) {
          purity = Purity.READS;
        }
      }
    }
    return purity;
  }
}
