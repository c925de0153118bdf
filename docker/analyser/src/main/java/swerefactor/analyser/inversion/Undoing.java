package swerefactor.analyser.inversion;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
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
    this.targetKey = before.names.method(target.resolveBinding());
    this.findings = findings;
    this.differences = new Differences(before, after);
  }

  /** Fills the findings; gives the nodes of all members that were found to do the same. */
  abstract Set<Object> undo();

  /** The result of a member that should not be there. */
  static Result added(Member member) {
    return new Result(null, member, null, null, null, false, Set.of(), Set.of(), List.of());
  }

  /** Method declarations that only one version has, by name. */
  static Map<String, MethodDeclaration> only(Tree here, Tree there) {
    Map<String, MethodDeclaration> found = new LinkedHashMap<>(here.methods);
    found.keySet().removeAll(there.methods.keySet());
    return found;
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
    if (Names.isExact(method) || Modifier.isFinal(method.getModifiers())) {
      return false;
    }
    return tree.methods.values().stream()
        .map(MethodDeclaration::resolveBinding)
        .anyMatch(other -> other != method
            && other.getName().equals(method.getName())
            && other.getParameterTypes().length == method.getParameterTypes().length
            && other.overrides(method));
  }

  /** Sorts results into what the refactoring touches and the frame. */
  Set<Object> sort(List<Result> results, Set<Member> touched, Set<Object> explained) {
    Set<Object> same = new HashSet<>();
    for (Result result : results) {
      Member member = result.before() != null ? result.before() : result.after();
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

  void types(Set<String> allowed, Set<String> moved) {
    for (String name : comparison.changedTypes()) {
      if (!before.types.containsKey(name)) {
        if (!allowed.contains(name)) {
          findings.frame.add(differences.ofType("added_member", name));
        }
      } else {
        boolean lost = !after.types.containsKey(name);
        findings.frame.add(differences.ofType(lost ? "lost_member" : "changed_type", name));
      }
    }
    for (String name : comparison.reorderedTypes(moved)) {
      findings.frame.add(differences.ofType("changed_type", name));
    }
  }

  /** Adds the members whose code calls a method of this name that is nowhere. */
  void mentioningLoosely(Tree tree, String name, Set<Member> found) {
    for (Tree.Type type : tree.types.values()) {
      for (Member member : type.members().values()) {
        if (comparison.fingerprint(member, tree).loose.contains(name)) {
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
