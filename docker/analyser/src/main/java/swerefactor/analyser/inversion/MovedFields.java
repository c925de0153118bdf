package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import swerefactor.analyser.inversion.Comparison.Result;

/** Private constants that go along with the code that uses them: gone from one class, new in another. */
final class MovedFields {
  private record Pair(Member before, Member after) {}

  private final Comparison comparison;
  private final Map<String, Pair> moved = new LinkedHashMap<>();
  /** Names after the change that have another before it. */
  final Map<String, String> names = new LinkedHashMap<>();

  MovedFields(Comparison comparison) {
    this.comparison = comparison;
  }

  /** Looks for constants among these fields that went from one class to another. */
  void find(String from, String to, Set<String> used) {
    Tree.Type origin = comparison.before.types.get(from);
    Tree.Type home = comparison.after.types.get(to);
    if (origin == null || home == null) {
      return;
    }
    origin.members().forEach((key, member) -> {
      Member twin = home.members().get(key);
      String name = from + "." + key;
      if (used.contains(name) && isConstant(member) && twin != null && isConstant(twin)
          && Modifier.isPrivate(member.declaration().getModifiers())
          && !has(comparison.after, from, key) && !has(comparison.before, to, key)) {
        moved.put(name, new Pair(member, twin));
        names.put(to + "." + key, name);
      }
    });
  }

  private static boolean isConstant(Member member) {
    int modifiers = member.declaration().getModifiers();
    return member.node() instanceof VariableDeclarationFragment
        && Modifier.isStatic(modifiers) && Modifier.isFinal(modifiers);
  }

  private static boolean has(Tree tree, String type, String key) {
    return tree.types.containsKey(type) && tree.types.get(type).members().containsKey(key);
  }

  Renaming renaming() {
    Renaming renaming = new Renaming();
    renaming.names.putAll(names);
    return renaming;
  }

  /** Whether each has kept its type and value. */
  List<Result> results() {
    List<Result> results = new ArrayList<>();
    for (Pair pair : moved.values()) {
      Header one = Header.of(pair.before().declaration(), comparison.before.names);
      Header other = Header.of(pair.after().declaration(), comparison.after.names);
      boolean header = !one.shape().equals(other.shape()) || !one.annotations().equals(other.annotations());
      results.add(comparison.body(pair.before(), pair.after(), Plan.NONE, Plan.NONE, renaming(), header));
    }
    return results;
  }

  void explain(Set<Object> explained) {
    moved.values().forEach(pair -> {
      explained.add(pair.before().node());
      explained.add(pair.after().node());
    });
  }
}
