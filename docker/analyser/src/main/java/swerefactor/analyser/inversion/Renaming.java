package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Graph.Node;

/** What is called otherwise after the change. This one: nothing. */
class Renaming {
  static final Renaming NONE = new Renaming();

  /** Names after the change that have another before it. */
  final Map<String, String> names = new HashMap<>();

  /** That an object, needed at a call of either side, may be null, and what it would mean. */
  record Doubt(Node object, Node call, String text) {}

  final List<Doubt> doubts = new ArrayList<>();

  /** Called before each comparison that it is used for. */
  void begin() {
    doubts.clear();
  }

  /** Whether two nodes stand for the same operation, whatever their inputs are. */
  boolean sameOperation(Node left, Node right) {
    return left.op == right.op && (left.name.equals(right.name) || left.name.equals(names.get(right.name)));
  }

  /** An operation as it was called before the change. */
  String former(String operation) {
    String name = operation.substring(operation.indexOf(' ') + 1);
    return names.containsKey(name) ? operation.replace(name, names.get(name)) : operation;
  }

  /** Whether a node after the change is an input of which it is to be found out what it stands for. */
  boolean isInput(Node right) {
    return false;
  }

  /** Whether an input may stand for a value before the change; it then does. */
  boolean means(Node right, Node left) {
    return false;
  }

  /** Whether two calls are of the moved method, before and after. */
  boolean isMoved(Node left, Node right) {
    return false;
  }

  /** An argument of a call of the moved method, and the value before the change that it must be. */
  record Argument(Node left, Node right) {}

  /** For calls of the moved method: all arguments, also those that are one value. */
  List<Argument> arguments(Node left, Node right) {
    return List.of();
  }

  /** Whether the evaluation of a value may be missing on the other side. */
  boolean mayDrop(Node node) {
    return false;
  }

  static boolean isReadOfInput(Node node) {
    return node.op == Op.FIELD && node.inputs.length > 0
        && (node.input(0).op == Op.PARAMETER || node.input(0).op == Op.THIS);
  }
}
