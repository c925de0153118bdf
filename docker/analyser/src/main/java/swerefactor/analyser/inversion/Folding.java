package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Graph.Node;

/** Simpler forms of values: what Java's rules say about constants, negations and texts put together. */
final class Folding {
  private Folding() {}

  /** The simplest form of a node, or the node itself; its inputs may be flattened in place. */
  static Node simpler(Node node, BiFunction<String, Place, Node> literal) {
    return switch (node.op) {
      case NOT -> negation(node, literal);
      case EQUAL -> equality(node, literal);
      case CONVERT -> conversion(node, literal);
      case SELECT -> selection(node);
      case CONCAT -> {
        flatten(node);
        yield node;
      }
      default -> node;
    };
  }

  private static Node negation(Node node, BiFunction<String, Place, Node> literal) {
    Node inner = node.input(0);
    if (inner.op == Op.NOT) {
      return inner.input(0);
    }
    if (inner.op == Op.LITERAL && inner.name.startsWith("boolean ")) {
      return literal.apply("boolean " + inner.name.endsWith("false"), node.place);
    }
    return node;
  }

  /** A choice with a plain condition; of two truths the condition itself. */
  private static Node selection(Node node) {
    Node condition = node.input(0);
    if (condition.op == Op.NOT) {
      node.inputs = new Node[] {condition.input(0), node.input(2), node.input(1)};
      return selection(node);
    }
    Node yes = node.input(1);
    Node no = node.input(2);
    if (yes == no || condition.isLiteral("boolean true")) {
      return yes;
    }
    if (condition.isLiteral("boolean false")) {
      return no;
    }
    return yes.isLiteral("boolean true") && no.isLiteral("boolean false") ? condition : node;
  }

  private static Node equality(Node node, BiFunction<String, Place, Node> literal) {
    Node left = node.input(0);
    Node right = node.input(1);
    if (left.op == Op.LITERAL && right.op == Op.LITERAL && !node.name.equals("reference")) {
      boolean numbers = !left.name.startsWith("double") && !left.name.startsWith("float");
      return numbers ? literal.apply("boolean " + left.name.equals(right.name), node.place) : node;
    }
    if (left.isLiteral("null null") && right.isLiteral("null null")) {
      return literal.apply("boolean true", node.place);
    }
    if (left.isLiteral("null null") && right.present || right.isLiteral("null null") && left.present) {
      return literal.apply("boolean false", node.place);
    }
    if (left.isConstant && right.isConstant && typeOf(left).equals(typeOf(right))) {
      return literal.apply("boolean " + left.name.equals(right.name), node.place);
    }
    if (node.name.equals("boolean")) {
      if (right.isLiteral("boolean true")) {
        return left;
      }
      if (left.isLiteral("boolean true")) {
        return right;
      }
    }
    return node;
  }

  private static String typeOf(Node constant) {
    return constant.name.substring(0, constant.name.lastIndexOf('.'));
  }

  /** A constant as one of another type, as Java converts it. */
  private static Node conversion(Node node, BiFunction<String, Place, Node> literal) {
    Node inner = node.input(0);
    if (node.isNeed() && inner.present) {
      return inner;
    }
    if (inner.op != Op.LITERAL || inner.name.indexOf(' ') < 0) {
      return node;
    }
    String type = inner.name.substring(0, inner.name.indexOf(' '));
    String value = inner.name.substring(inner.name.indexOf(' ') + 1);
    try {
      String changed = switch (type) {
        case "int", "long", "char", "short", "byte" -> converted(Long.parseLong(value), node.name);
        case "double", "float" -> node.name.equals("double") ? String.valueOf(Double.parseDouble(value)) : null;
        default -> null;
      };
      return changed == null ? node : literal.apply(node.name + " " + changed, node.place);
    } catch (NumberFormatException odd) {
      return node;
    }
  }

  private static String converted(long value, String type) {
    return switch (type) {
      case "int" -> String.valueOf((int) value);
      case "long" -> String.valueOf(value);
      case "short" -> String.valueOf((short) value);
      case "byte" -> String.valueOf((byte) value);
      case "char" -> String.valueOf((int) (char) value);
      case "double" -> String.valueOf((double) value);
      case "float" -> String.valueOf((float) value);
      default -> null;
    };
  }

  /** {@code a + (b + c)} is {@code (a + b) + c} where all are texts. */
  private static void flatten(Node node) {
    List<Node> parts = new ArrayList<>();
    boolean changed = false;
    for (int i = 0; i < node.inputs.length; i++) {
      Node part = node.input(i);
      if (part.op == Op.CONCAT && part.kind != Kind.EFFECT) {
        parts.addAll(List.of(part.inputs));
        changed = true;
      } else {
        parts.add(part);
      }
    }
    if (changed) {
      node.inputs = parts.toArray(Node[]::new);
      node.explicit = node.inputs.length;
      node.values = node.inputs.length;
    }
  }
}
