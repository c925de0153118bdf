package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import swerefactor.analyser.inversion.Comparison.Result;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Graph.Node;
import swerefactor.analyser.inversion.Isomorphism.Mismatch;

/** Methods that go to another class, with the private members that go along: what each input becomes. */
final class Relocation {
  private final Moving moving;
  private final Comparison comparison;
  /** Methods after by the method before. */
  final Map<String, String> moved = new LinkedHashMap<>();
  private final MovedFields fields;
  /** For each method before: what each input after stands for, in terms of those before. */
  private final Map<String, Map<String, Node>> meanings = new HashMap<>();
  /** For each method before: the objects that its callers ask now, and it did not on every way. */
  private final Map<String, Set<Node>> inDoubt = new HashMap<>();
  /** The methods before that still fail where the object that they were called on is null. */
  private final Set<String> needingSelf = new HashSet<>();
  private final List<Result> bodies = new ArrayList<>();
  private boolean read;
  private static final String BECOMES_OBJECT = "a value that may be null has become the object that is called";

  Relocation(Moving moving) {
    this.moving = moving;
    this.comparison = moving.comparison;
    this.fields = new MovedFields(comparison);
  }

  void add(String before, String after) {
    moved.put(before, after);
  }

  /** Whether all that went is the same but for its inputs. */
  boolean fits() {
    read();
    return bodies.stream().allMatch(Result::same);
  }

  /** The moved methods first, then what they use of the old class and finds itself in the new one. */
  private void read() {
    if (read) {
      return;
    }
    read = true;
    List<String> open = new ArrayList<>(moved.keySet());
    findCompanions(open);
    // What calls of each other must give is only known once all have been read.
    int passes = callEachOther() ? 2 : 1;
    for (int pass = 0; pass < passes; pass++) {
      Map<String, Map<String, Node>> found = new HashMap<>();
      bodies.clear();
      for (String key : List.copyOf(moved.keySet())) {
        bodies.add(body(key, moved.get(key), found));
      }
      meanings.putAll(found);
    }
    bodies.addAll(fields.results());
  }

  private boolean callEachOther() {
    return moved.keySet().stream().anyMatch(key ->
        Fingerprint.of(comparison.before.methods.get(key), comparison.before.names).mentions(moved.keySet()));
  }

  private void findCompanions(List<String> open) {
    Tree before = comparison.before;
    Tree after = comparison.after;
    for (int i = 0; i < open.size(); i++) {
      MethodDeclaration one = before.methods.get(open.get(i));
      MethodDeclaration other = after.methods.get(moved.get(open.get(i)));
      String from = before.names.type(one.resolveBinding().getDeclaringClass());
      String to = after.names.type(other.resolveBinding().getDeclaringClass());
      Fingerprint uses = Fingerprint.of(one, before.names);
      fields.find(from, to, uses.fields);
      Map<String, Member> gone = moving.privateMembers(before, after, from);
      gone.forEach((key, member) -> {
        Member twin = after.types.containsKey(to) ? after.types.get(to).members().get(key) : null;
        boolean isNew = twin != null
            && (!before.types.containsKey(to) || !before.types.get(to).members().containsKey(key));
        if (isNew && member.isMethod() && uses.mentioned.contains(from + "#" + key)
            && moved.putIfAbsent(from + "#" + key, to + "#" + key) == null) {
          open.add(from + "#" + key);
        }
      });
    }
  }

  private Result body(String from, String to, Map<String, Map<String, Node>> found) {
    MethodDeclaration one = comparison.before.methods.get(from);
    MethodDeclaration other = comparison.after.methods.get(to);
    Member left = comparison.before.around(one);
    Member right = comparison.after.around(other);
    boolean header = !Header.of(one, comparison.before.names).mayMoveAs(Header.of(other, comparison.after.names));
    Unifying unifying = new Unifying(
        to.split("#")[0], new Inputs(one, comparison.before.names), new Inputs(other, comparison.after.names));
    Result result = comparison.body(left, right, opaque(moved.keySet()), opaque(Set.copyOf(moved.values())),
        unifying, header);
    found.put(from, unifying.meaning);
    Node receiver = unifying.meaning.get("this");
    if (result.same()) {
      inDoubt.put(from, askedByCallers(unifying.meaning, result.left()));
      if (unifying.needsSelf(result.right())) {
        needingSelf.add(from);
      }
    }
    if (!inDoubt.getOrDefault(from, Set.of()).isEmpty() && !isCalled(from, one)) {
      result.obstacles().add(BECOMES_OBJECT);
    }
    boolean isFree = result.same() && result.left().dropped.stream().anyMatch(node ->
        unifying.isReadOfNewSelf(node) && !node.input(0).present
            && (receiver == null || !isSame(receiver, node.input(0))));
    if (isFree) {
      result.obstacles().add("a field of an object that may be null may be read earlier or later than before");
    }
    return result.same() ? needingTheSame(result, receiver) : result;
  }

  /** The same, unless one version fails for a missing object, other than the one that has become the receiver. */
  private static Result needingTheSame(Result result, Node receiver) {
    List<Node> before = needs(result.left(), receiver);
    List<Node> now = needs(result.right(), null);
    if (before.size() == now.size()) {
      return result;
    }
    Mismatch mismatch = new Mismatch(
        before.isEmpty() ? null : before.getFirst().place, now.isEmpty() ? null : now.getFirst().place);
    return new Result(result.before(), result.after(), mismatch, result.left(), result.right(), result.header(),
        result.put(), result.obstacles(), List.of());
  }

  private static List<Node> needs(Graph graph, Node besides) {
    return graph.dropped.stream()
        .filter(node -> node.isNeed() && (besides == null || !isSame(besides, node.input(0)))).toList();
  }

  /** The objects that a call of the method after asks, and that before it asked on some ways only. */
  private static Set<Node> askedByCallers(Map<String, Node> meaning, Graph left) {
    Set<Node> asked = new HashSet<>();
    meaning.forEach((input, node) -> {
      if (input.equals("this")) {
        asked.add(node);
      }
      for (Node at = node; at.inputs.length > 0 && (at.op == Op.FIELD || at.op == Op.CONVERT); at = at.input(0)) {
        if (at.dereferences) {
          asked.add(at.input(0));
        }
      }
    });
    // Where it always asked them, at whatever time, it fails in both versions.
    asked.removeIf(left::asks);
    return asked;
  }

  private boolean isCalled(String key, MethodDeclaration method) {
    return moving.mentioning(comparison.before, Set.of(key)).stream().anyMatch(member -> member.node() != method);
  }

  private static Plan opaque(Set<String> methods) {
    return new Plan(Set.of(), methods, -1);
  }

  /** What callers have to do: call the new methods with what their inputs stand for. */
  Renaming renaming() {
    read();
    return new Calling();
  }

  void explain(Set<Object> explained) {
    moved.forEach((from, to) -> {
      if (!comparison.after.methods.containsKey(from)) {
        explained.add(comparison.before.methods.get(from));
      }
      explained.add(comparison.after.methods.get(to));
    });
    fields.explain(explained);
  }

  void differences(Findings findings) {
    for (Result body : bodies) {
      findings.obstacles.addAll(body.obstacles());
      if (!body.same()) {
        findings.differences.add(moving.differences.of(body));
      }
    }
  }

  /** The types of a method's object and parameters. */
  private record Inputs(MethodDeclaration method, Names names) {
    /** The type of an input, or null for another value. */
    ITypeBinding type(Node input) {
      IMethodBinding binding = method.resolveBinding();
      return switch (input.op) {
        case THIS -> binding.getDeclaringClass();
        case PARAMETER -> binding.getParameterTypes()[Integer.parseInt(input.name.substring(2))];
        default -> null;
      };
    }

    /** Whether one object may be both an input here and a value of another version. */
    boolean mayHold(Node input, Inputs others, Node value) {
      ITypeBinding own = type(input);
      ITypeBinding other = others.type(value);
      return isOpen(own) || isOpen(other)
          || isA(own, others.names.type(other), names) || isA(other, names.type(own), others.names);
    }

    /** Whether a type says little about the class of an object. */
    private static boolean isOpen(ITypeBinding type) {
      return type == null || type.isPrimitive() || type.isInterface() || type.isTypeVariable() || type.isArray();
    }

    private static boolean isA(ITypeBinding type, String name, Names names) {
      return type != null
          && (type.isRecovered() || names.type(type).equals(name) || isA(type.getSuperclass(), name, names));
    }
  }

  /** Finds out what the inputs of a method after stand for while its bodies are compared. */
  private final class Unifying extends Calling {
    private final String home;
    private final Inputs before;
    private final Inputs after;
    Map<String, Node> meaning = new HashMap<>();
    /** The inputs after that hold the object that was {@code this} before. */
    private final List<Node> selves = new ArrayList<>();

    /** {@code home} is the class that the method has gone to. */
    Unifying(String home, Inputs before, Inputs after) {
      this.home = home;
      this.before = before;
      this.after = after;
    }

    @Override
    void begin() {
      super.begin();
      meaning = new HashMap<>();
      selves.clear();
    }

    @Override
    boolean isInput(Node right) {
      return right.op == Op.PARAMETER && right.name.startsWith("0.")
          || right.op == Op.THIS && right.name.indexOf(' ') < 0;
    }

    @Override
    boolean means(Node right, Node left) {
      Node known = meaning.get(nameOf(right));
      if (known == null && isClosed(left, 4) && after.mayHold(right, before, left)) {
        meaning.put(nameOf(right), left);
        if (left.op == Op.THIS) {
          selves.add(right);
        }
        return true;
      }
      return known != null && isSame(known, left);
    }

    /** Whether a caller that gives a field of the former {@code this}, or the method itself, asks that object. */
    boolean needsSelf(Graph after) {
      return selves.stream().anyMatch(after::asks)
          || meaning.values().stream().anyMatch(value -> value.op != Op.THIS && holdsThis(value));
    }

    @Override
    boolean mayDrop(Node node) {
      return isReadOfInput(node) || isReadOfNewSelf(node) || needsGiven(node);
    }

    /** Whether a field is read of an object that an input holds and that may be the new {@code this}. */
    private boolean isReadOfNewSelf(Node node) {
      return node.op == Op.FIELD && node.name.startsWith(home + ".") && node.inputs.length > 0
          && isReadOfInput(node.input(0));
    }
  }

  /** Whether two values made of inputs, constants and fields alone are one. */
  private static boolean isSame(Node one, Node other) {
    if (one == other) {
      return true;
    }
    if (one.op != other.op || !one.name.equals(other.name) || one.inputs.length != other.inputs.length
        || !isClosed(one, 4)) {
      return false;
    }
    for (int i = 0; i < one.inputs.length; i++) {
      if (!isSame(one.input(i), other.input(i))) {
        return false;
      }
    }
    return true;
  }

  private static String nameOf(Node input) {
    return input.op == Op.THIS ? "this" : input.name.substring(2);
  }

  /** Whether a value is made of inputs, constants and fields alone, so that a caller can give it. */
  private static boolean isClosed(Node node, int depth) {
    boolean open = switch (node.op) {
      case PARAMETER, THIS, LITERAL, ENTRY -> false;
      case FIELD, CONVERT, CLASS_LITERAL, OUTER -> depth == 0;
      default -> true;
    };
    if (open) {
      return false;
    }
    for (Node input : node.inputs) {
      if (!isClosed(input.now(), depth - 1)) {
        return false;
      }
    }
    return true;
  }

  /** Whether an object is needed that a caller gives, and so may need itself, outside of a handler. */
  private static boolean needsGiven(Node node) {
    return (node.op == Op.ASKS || node.isNeed()) && isClosed(node.input(0), 4);
  }

  private static boolean holdsThis(Node node) {
    return node.op == Op.THIS || Stream.of(node.inputs).anyMatch(input -> holdsThis(input.now()));
  }

  /** Pairs calls of a moved method before with those of what it has become. */
  private class Calling extends Renaming {
    Calling() {
      names.putAll(fields.names);
    }

    @Override
    boolean sameOperation(Node left, Node right) {
      return isMoved(left, right) || super.sameOperation(left, right);
    }

    @Override
    boolean isMoved(Node left, Node right) {
      return left.op == Op.CALL && right.op == Op.CALL && right.name.equals(moved.get(left.name));
    }

    @Override
    List<Argument> arguments(Node left, Node right) {
      List<Argument> arguments = new ArrayList<>();
      Map<String, Node> meaning = meanings.get(left.name);
      if (meaning == null) {
        return arguments;
      }
      boolean hasThis = !isStatic(comparison.after, right.name);
      for (int i = 0; i < right.explicit; i++) {
        String input = hasThis ? i == 0 ? "this" : String.valueOf(i - 1) : String.valueOf(i);
        Node stands = meaning.get(input);
        if (stands != null) {
          arguments.add(new Argument(given(stands, left), right.input(i)));
        }
      }
      if (hasThis && !meaning.containsKey("this")) {
        doubts.add(new Doubt(right.input(0), right, "the object that is called, which the method does not need, may be null"));
      }
      if (!isStatic(comparison.before, left.name) && !needingSelf.contains(left.name)) {
        doubts.add(new Doubt(left.input(0), left, "the object that was called, which the method does not need, may have been null"));
      }
      for (Node object : inDoubt.getOrDefault(left.name, Set.of())) {
        boolean isReceiver = hasThis && object == meaning.get("this");
        doubts.add(isReceiver
            ? new Doubt(right.input(0), right, BECOMES_OBJECT)
            : new Doubt(given(object, left), left, BECOMES_OBJECT));
      }
      return arguments;
    }

    /** The value that an input stands for, where the method before is called like this. */
    private Node given(Node stands, Node call) {
      boolean hasThis = !isStatic(comparison.before, call.name);
      return switch (stands.op) {
        case THIS -> hasThis ? call.input(0) : stands;
        case PARAMETER -> call.input(Integer.parseInt(stands.name.substring(2)) + (hasThis ? 1 : 0));
        case LITERAL -> stands;
        case ENTRY -> call.memory.getOrDefault(stands.name, stands).now();
        default -> {
          Node[] inputs = new Node[stands.inputs.length];
          for (int i = 0; i < inputs.length; i++) {
            inputs[i] = given(stands.input(i), call);
          }
          Node made = new Node(-1, stands.op, stands.name, stands.kind, call.place, inputs);
          made.present = stands.present;
          yield made;
        }
      };
    }

    private boolean isStatic(Tree tree, String key) {
      MethodDeclaration method = tree.methods.get(key);
      return method != null && Modifier.isStatic(method.getModifiers());
    }

    @Override
    boolean mayDrop(Node node) {
      return node.op == Op.FIELD || needsGiven(node);
    }
  }
}
