package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.TypeDeclaration;
import swerefactor.analyser.Facts;
import swerefactor.analyser.inversion.Comparison.Result;

/** What undoing has in common for all refactorings: which results belong to it, and which to the frame. */
abstract class Undoing {
  final Comparison comparison;
  final Tree before;
  final Tree after;
  final Facts.Asked asked;
  final MethodDeclaration target;
  final String targetKey;
  final Findings findings;
  final Differences differences;

  Undoing(Comparison comparison, Facts.Asked asked, MethodDeclaration target, Findings findings) {
    this.comparison = comparison;
    this.before = comparison.before;
    this.after = comparison.after;
    this.asked = asked;
    this.target = target;
    this.targetKey = before.names.key(target.resolveBinding());
    this.findings = findings;
    this.differences = new Differences(before, after);
    comparison.target = target;
  }

  /** Fills the findings; gives the nodes of all members that were found to do the same. */
  abstract Set<Object> undo();

  /** Method declarations that only one version has, by key. */
  static Map<String, MethodDeclaration> only(Tree here, Tree there) {
    Map<String, List<MethodDeclaration>> others = byName(there);
    Map<String, MethodDeclaration> found = new LinkedHashMap<>();
    byName(here).forEach((name, ours) -> {
      List<MethodDeclaration> twins = others.getOrDefault(name, List.of());
      if (twins.size() < ours.size()) {
        for (MethodDeclaration each : unpaired(ours, here, twins, there)) {
          found.put(here.names.key(each.resolveBinding()), each);
        }
      }
    });
    return found;
  }

  private static Map<String, List<MethodDeclaration>> byName(Tree tree) {
    Map<String, List<MethodDeclaration>> found = new LinkedHashMap<>();
    tree.methods.values().forEach(each ->
        found.computeIfAbsent(tree.names.method(each.resolveBinding()), _ -> new ArrayList<>()).add(each));
    return found;
  }

  /** Of methods of one name those that the other version has not: those that are written the same are there. */
  private static List<MethodDeclaration> unpaired(
      List<MethodDeclaration> ours, Tree here, List<MethodDeclaration> twins, Tree there) {
    if (twins.isEmpty()) {
      return ours;
    }
    List<String> open = new ArrayList<>();
    twins.forEach(twin -> open.add(text(there, twin)));
    List<MethodDeclaration> rest = new ArrayList<>(ours);
    rest.removeIf(each -> open.remove(text(here, each)));
    return rest.subList(Math.min(open.size(), rest.size()), rest.size());
  }

  private static String text(Tree tree, MethodDeclaration method) {
    return Fingerprint.of(method, tree.names).text();
  }

  /** The member of a class that is a method or holds it. */
  static Member memberOf(Tree tree, MethodDeclaration method) {
    return tree.around(method);
  }

  Facts.MethodRef refBefore(MethodDeclaration method) {
    return before.sourceAt(method).ref(method);
  }

  Facts.MethodRef refAfter(MethodDeclaration method) {
    return after.sourceAt(method).ref(method);
  }

  /** Whether a call of this method may reach another: it overrides one, or another overrides it. */
  static boolean isPolymorphic(Tree tree, MethodDeclaration method) {
    IMethodBinding binding = method.resolveBinding();
    if (Names.isExact(binding)) {
      return false;
    }
    return tree.names.overrides(binding) || isOverridden(tree, binding);
  }

  static boolean isOverridden(Tree tree, IMethodBinding method) {
    return overriding(tree, method).isPresent();
  }

  /** A method of the given files that overrides another. */
  static Optional<MethodDeclaration> overriding(Tree tree, IMethodBinding method) {
    if (Names.isExact(method) || Modifier.isFinal(method.getModifiers())) {
      return Optional.empty();
    }
    return tree.methods.values().stream()
        .filter(declaration -> {
          IMethodBinding other = declaration.resolveBinding();
          return other != method
              && other.getName().equals(method.getName())
              && other.getParameterTypes().length == method.getParameterTypes().length
              && other.overrides(method);
        })
        .findFirst();
  }

  /** Says so where a call of the target may have reached another method, or one that it overrides. */
  void polymorphism() {
    IMethodBinding binding = target.resolveBinding();
    Optional<MethodDeclaration> other = overriding(before, binding);
    if (other.isPresent()) {
      findings.differences.add(differences.whole("changed_member", memberOf(before, other.get()), null));
    } else if (before.names.overrides(binding)) {
      findings.obstacles.add("the method overrides another");
    }
  }

  /** A method that, seen from further away, overrides another or is overridden, as it was not before. */
  private boolean dispatchesAnew(Result result) {
    return result.before() != null && result.after() != null
        && result.before().node() instanceof MethodDeclaration one && one.resolveBinding() != null
        && result.after().node() instanceof MethodDeclaration other && other.resolveBinding() != null
        && !Names.isExact(other.resolveBinding())
        && one.getModifiers() != other.getModifiers()
        && !isPolymorphic(before, one) && isPolymorphic(after, other);
  }

  /** Sorts results into what the refactoring touches and the frame. */
  Set<Object> sort(List<Result> results, Set<Member> touched, Set<Object> explained) {
    Set<Object> same = new HashSet<>();
    for (Result result : results) {
      Member member = result.before() != null ? result.before() : result.after();
      if (dispatchesAnew(result)) {
        findings.frame.add(differences.whole("changed_member", result.before(), result.after()));
      }
      if (result.same()) {
        same.add(result.before().node());
        same.add(result.after().node());
        findings.obstacles.addAll(result.obstacles());
        continue;
      }
      if (result.before() != null && explained.contains(result.before().node())
          || result.after() != null && explained.contains(result.after().node())) {
        continue;
      }
      boolean own = touched.contains(member) || !result.put().isEmpty();
      findings.obstacles.addAll(result.obstacles());
      (own ? findings.differences : findings.frame).add(differences.of(result));
    }
    return same;
  }

  void types(Set<String> allowed) {
    for (String name : comparison.changedTypes()) {
      if (!before.types.containsKey(name)) {
        if (!allowed.contains(name) || !isPlainHome(after.types.get(name))) {
          findings.frame.add(differences.ofType("added_member", name));
        }
      } else {
        boolean lost = !after.types.containsKey(name);
        findings.frame.add(differences.ofType(lost ? "lost_member" : "changed_type", name));
      }
    }
    for (String name : comparison.reorderedTypes()) {
      findings.frame.add(differences.ofType("changed_type", name));
    }
  }

  /** Whether a new class is nothing but the place of a method: without a class above it, unknown to frameworks. */
  private boolean isPlainHome(Tree.Type type) {
    return Header.of(type.node(), after.names).isPlain()
        && (!(type.node() instanceof TypeDeclaration home)
            || home.getSuperclassType() == null && home.superInterfaceTypes().isEmpty());
  }

  /** Adds the members whose code calls a method of this name that is nowhere. */
  void mentioningLoosely(Tree tree, String name, Set<Member> found) {
    for (Tree.Type type : tree.types.values()) {
      for (Member member : type.members().values()) {
        if (comparison.fingerprint(member, tree).unknown.contains(name)) {
          found.add(member);
        }
      }
    }
  }

  /** Members whose code names one of these methods. */
  Set<Member> mentioning(Tree tree, Set<String> keys) {
    Set<Member> found = new LinkedHashSet<>();
    for (Tree.Type type : tree.types.values()) {
      for (Member member : type.members().values()) {
        if (comparison.fingerprint(member, tree).mentioned.stream().anyMatch(keys::contains)) {
          found.add(member);
        }
      }
    }
    return found;
  }
}
