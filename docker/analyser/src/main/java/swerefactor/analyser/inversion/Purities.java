package swerefactor.analyser.inversion;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
  /**
   * What is known of a method of the project.
   *
   * @param reads the parts of the memory that its code reads, in the order of the code
   * @param stable the fields that it reads and that only change while their object is made
   */
  private record Known(Purity purity, List<String> reads, List<String> stable) {
    static final Known NOTHING = new Known(Purity.CHANGES_ANYTHING, List.of(), List.of());
  }

  private final Tree tree;
  private final Map<String, Known> known = new HashMap<>();

  Purities(Tree tree) {
    this.tree = tree;
  }

  /** By the method as it is called, with the static types of its object and arguments. */
  Purity of(IMethodBinding called, List<ITypeBinding> given) {
    Purity ofLibrary = Purity.of(called, given, tree.names);
    return ofLibrary == Purity.CHANGES_ANYTHING ? ofProject(called.getMethodDeclaration()).purity() : ofLibrary;
  }

  /**
   * The parts of the memory that a method's value depends on, beside what any call may change; for code
   * that makes an object also the fields that change in nothing else.
   */
  List<String> reads(IMethodBinding called, boolean makesObject) {
    Known method = known.getOrDefault(tree.names.key(called.getMethodDeclaration()), Known.NOTHING);
    return makesObject ? Stream.concat(method.reads().stream(), method.stable().stream()).distinct().toList()
        : method.reads();
  }

  private Known ofProject(IMethodBinding method) {
    String key = tree.names.key(method);
    Known found = known.get(key);
    if (found == null) {
      known.put(key, Known.NOTHING); // Of a method that calls itself nothing is known.
      found = tree.methods.containsKey(key) ? ofCode(tree.methods.get(key), method) : Known.NOTHING;
      known.put(key, found);
    }
    return found;
  }

  private Known ofCode(MethodDeclaration declaration, IMethodBinding method) {
    Member member = Undoing.isOverridden(tree, method) ? null : tree.around(declaration);
    if (member == null || member.node() != declaration) {
      return Known.NOTHING;
    }
    tree.trust(method);
    Flow flow = Reading.read(tree, member, Plan.NONE, new Plan.Outcome());
    if (flow == null) {
      return Known.NOTHING;
    }
    return new Known(of(flow, Purity.isSteady(method.getReturnType(), tree.names)), readBy(flow), stableIn(flow));
  }

  private static Stream<Step> steps(Flow flow) {
    return flow.reachable().stream().flatMap(block -> block.steps.stream());
  }

  private static List<String> readBy(Flow flow) {
    return steps(flow).flatMap(step -> step.inputs().stream())
        .filter(input -> input.isMemory).map(input -> input.name).distinct().toList();
  }

  private static List<String> stableIn(Flow flow) {
    return steps(flow).filter(step -> step.op() == Op.FIELD).map(step -> "field " + step.name()).distinct().toList();
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
