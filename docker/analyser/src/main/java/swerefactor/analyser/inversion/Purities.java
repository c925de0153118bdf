package swerefactor.analyser.inversion;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Step;
import swerefactor.analyser.inversion.Flow.Variable;

/** What methods do besides giving a value: of the JDK by its documentation, of the given files by their code. */
final class Purities {
  private final Tree tree;
  private final Map<String, Purity> known = new HashMap<>();

  Purities(Tree tree) {
    this.tree = tree;
  }

  /** By the method as it is called, with the static types of its object and arguments. */
  Purity of(IMethodBinding called, List<ITypeBinding> given) {
    Purity ofLibrary = Purity.of(called, given, tree.names);
    return ofLibrary == Purity.CHANGES_ANYTHING ? ofProject(called.getMethodDeclaration()) : ofLibrary;
  }

  private Purity ofProject(IMethodBinding method) {
    String key = tree.names.key(method);
    Purity purity = known.get(key);
    if (purity == null) {
      known.put(key, Purity.CHANGES_ANYTHING); // Of a method that calls itself nothing is known.
      purity = tree.methods.containsKey(key) ? ofCode(tree.methods.get(key), method) : Purity.CHANGES_ANYTHING;
      known.put(key, purity);
    }
    return purity;
  }

  private Purity ofCode(MethodDeclaration declaration, IMethodBinding method) {
    Member member = Undoing.isOverridden(tree, method) ? null : tree.around(declaration);
    if (member == null || member.node() != declaration) {
      return Purity.CHANGES_ANYTHING;
    }
    tree.trust(method);
    Flow flow = Reading.read(tree, member, Plan.NONE, new Plan.Outcome());
    return flow == null ? Purity.CHANGES_ANYTHING : of(flow, Purity.isSteady(method.getReturnType(), tree.names));
  }

  /** {@code givesValue} says that what is made on the way does not get out. */
  private static Purity of(Flow flow, boolean givesValue) {
    boolean makes = false;
    boolean reads = false;
    for (Block block : flow.reachable()) {
      if (block.exit instanceof Flow.Throw) {
        return Purity.CHANGES_ANYTHING;
      }
      for (Step step : block.steps) {
        if (step.kind() == Kind.EFFECT) {
          if (!onlyMakes(step)) {
            return Purity.CHANGES_ANYTHING;
          }
          makes |= !givesValue;
        }
        reads |= step.inputs().stream().anyMatch((Variable input) -> input.isMemory);
      }
    }
    if (makes && reads) {
      return Purity.CHANGES_ANYTHING;
    }
    return makes ? Purity.MAKES : reads ? Purity.READS : Purity.PURE;
  }

  private static boolean onlyMakes(Step step) {
    return step.changes().isEmpty() && (step.op() == Op.ARRAY || step.op() == Op.NEW || step.op() == Op.CALL);
  }
}
