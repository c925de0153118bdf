package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Block;
import org.eclipse.jdt.core.dom.Statement;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import swerefactor.analyser.Facts;
import swerefactor.analyser.Source;
import swerefactor.analyser.inversion.Comparison.Result;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Graph.Node;

/** Tells people how two versions differ: which statement, and whether it was lost, added, changed or moved. */
final class Differences {
  private final Tree before;
  private final Tree after;

  Differences(Tree before, Tree after) {
    this.before = before;
    this.after = after;
  }

  /** The difference of a member that is not the same. */
  Facts.Difference of(Result result) {
    if (result.isAdded()) {
      return whole("added_member", null, result.after());
    }
    if (result.isLost()) {
      return whole("lost_member", result.before(), null);
    }
    if (result.header()) {
      return whole("changed_member", result.before(), result.after());
    }
    return result.left() == null || result.right() == null
        ? written(result.before(), result.after())
        : statement(result);
  }

  Facts.Difference whole(String kind, Member one, Member other) {
    Member known = one != null ? one : other;
    int left = one == null ? 0 : one.line();
    int right = other == null ? 0 : other.line();
    return new Facts.Difference(kind, known.source().path, known.name(), left, right,
        one == null ? "" : text(one.source(), left), other == null ? "" : text(other.source(), right));
  }

  Facts.Difference ofType(String kind, String name) {
    Tree.Type one = before.types.get(name);
    Tree.Type other = after.types.get(name);
    int left = one == null ? 0 : line(one);
    int right = other == null ? 0 : line(other);
    return new Facts.Difference(kind, (one == null ? other : one).source().path, name, left, right,
        one == null ? "" : text(one.source(), left), other == null ? "" : text(other.source(), right));
  }

  private static int line(Tree.Type type) {
    return type.source().line(type.node().getName().getStartPosition());
  }

  private static String text(Source source, int line) {
    return line < 1 ? "" : source.lines(line, line).strip();
  }

  // --- Statements -----------------------------------------------------------------------------

  private Facts.Difference statement(Result result) {
    Map<Node, Place> left = Isomorphism.operations(result.left());
    Map<Node, Place> right = Isomorphism.operations(result.right());
    List<Node> lost = without(left, right, 0);
    List<Node> added = without(right, left, 0);
    Place onLeft = result.mismatch().left;
    Place onRight = result.mismatch().right;
    String kind;
    if (!lost.isEmpty() && added.isEmpty()) {
      kind = "lost_statement";
      onLeft = lost.getFirst().place;
    } else if (lost.isEmpty() && !added.isEmpty()) {
      kind = "added_statement";
      onRight = added.getFirst().place;
    } else if (!lost.isEmpty()) {
      kind = "changed_statement";
      onLeft = lost.getFirst().place;
      onRight = added.getFirst().place;
    } else {
      boolean sameInDepth = without(left, right, 3).isEmpty() && without(right, left, 3).isEmpty();
      kind = sameInDepth && result.mismatch().inOrder ? "reordered" : "changed_statement";
    }
    return new Facts.Difference(kind, result.before().source().path, result.before().name(),
        onLeft == null ? 0 : onLeft.line(), onRight == null ? 0 : onRight.line(),
        text(before, onLeft), text(after, onRight));
  }

  /**
   * Whether nothing is lost, and all that is added is that several values go into one object and come out of
   * it again: an array, an object of one of these classes, or one that the library has for that.
   */
  static boolean onlyHolds(Result result, Set<String> holders) {
    if (result.left() == null || result.right() == null || result.header()) {
      return false;
    }
    Map<Node, Place> left = Isomorphism.operations(result.left());
    Map<Node, Place> right = Isomorphism.operations(result.right());
    List<Node> added = without(right, left, 0);
    // A number in an object of its own makes its text in another way.
    return without(left, right, 0).stream().allMatch(node -> node.op == Op.TEXT)
        && added.stream().anyMatch(node -> node.op == Op.ARRAY || node.op == Op.NEW || node.op == Op.CALL)
        && added.stream().filter(node -> node.op == Op.ELEMENT || node.op == Op.FIELD || node.op == Op.CALL).count() > 1
        && added.stream().allMatch(node -> isOfHolder(node, holders));
  }

  private static boolean isOfHolder(Node node, Set<String> holders) {
    return switch (node.op) {
      case ARRAY, ELEMENT, STORE, CONVERT, CAST, TEXT -> true;
      case NEW, CALL, FIELD -> node.name.startsWith("array ") || ExternalCalls.isOfHolder(node.name)
          || holders.stream().anyMatch(type -> node.name.startsWith(type + "<") || node.name.startsWith(type + "."));
      default -> false;
    };
  }

  /** How two members that are not touched differ: the first statement that is not written the same. */
  private Facts.Difference written(Member one, Member other) {
    if (one.node() instanceof VariableDeclarationFragment field
        && (field.getInitializer() == null
            || ((VariableDeclarationFragment) other.node()).getInitializer() == null)) {
      return whole("changed_member", one, other);
    }
    List<ASTNode> ones = statements(one.node());
    List<ASTNode> others = statements(other.node());
    List<String> left = ones.stream().map(node -> Fingerprint.loosely(node, before.names).head()).toList();
    List<String> right = others.stream().map(node -> Fingerprint.loosely(node, after.names).head()).toList();
    List<String> lost = new ArrayList<>(left);
    right.forEach(lost::remove);
    List<String> added = new ArrayList<>(right);
    left.forEach(added::remove);
    int first = 0;
    while (first < left.size() && first < right.size() && left.get(first).equals(right.get(first))) {
      first++;
    }
    if (first == left.size() && first == right.size()) {
      return whole("changed_member", one, other);
    }
    String kind = lost.isEmpty() && added.isEmpty() ? "reordered"
        : added.isEmpty() ? "lost_statement" : lost.isEmpty() ? "added_statement" : "changed_statement";
    int onLeft = kind.equals("added_statement") || first == left.size() ? 0 : line(one.source(), ones.get(first));
    int onRight = kind.equals("lost_statement") || first == right.size() ? 0 : line(other.source(), others.get(first));
    return new Facts.Difference(kind, one.source().path, one.name(), onLeft, onRight,
        text(one.source(), onLeft), text(other.source(), onRight));
  }

  private static int line(Source source, ASTNode node) {
    return source.line(node.getStartPosition());
  }

  /** The statements of a member but blocks; of a field its initial value. */
  private static List<ASTNode> statements(ASTNode member) {
    List<ASTNode> found = new ArrayList<>();
    if (member instanceof VariableDeclarationFragment field && field.getInitializer() != null) {
      found.add(field.getInitializer());
    }
    member.accept(new ASTVisitor() {
      @Override
      public void preVisit(ASTNode node) {
        if (node instanceof Statement && !(node instanceof Block)) {
          found.add(node);
        }
      }
    });
    return found;
  }

  private static String text(Tree tree, Place place) {
    return place == null || !tree.sources.containsKey(place.file())
        ? ""
        : text(tree.sources.get(place.file()), place.line());
  }

  /** The operations of one side that the other has not, or not as often. */
  private static List<Node> without(Map<Node, Place> these, Map<Node, Place> those, int depth) {
    Map<String, Integer> known = new HashMap<>();
    those.keySet().forEach(node -> known.merge(shape(node, depth), 1, Integer::sum));
    List<Node> rest = new ArrayList<>();
    for (Node node : these.keySet()) {
      if (node.op != Op.PHI && known.merge(shape(node, depth), -1, Integer::sum) < 0) {
        rest.add(node);
      }
    }
    return rest;
  }

  private static String shape(Node node, int depth) {
    StringBuilder text = new StringBuilder(node.op.name());
    if (node.op != Op.PARAMETER && node.op != Op.ENTRY) {
      text.append(' ').append(node.name);
    }
    if (depth > 0 && node.op != Op.PHI) {
      for (int i = 0; i < Math.min(node.explicit, node.values); i++) {
        text.append('(').append(shape(node.input(i), depth - 1)).append(')');
      }
    }
    return text.toString();
  }
}
