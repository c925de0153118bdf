package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import swerefactor.analyser.Facts;
import swerefactor.analyser.inversion.Comparison.Result;

/** Takes a moved method for the same: its bodies must be one but for its inputs, each call must give them. */
final class Moving extends Undoing {
  Moving(Comparison comparison, Facts.Asked asked, MethodDeclaration target, Findings findings) {
    super(comparison, asked, target, findings);
  }

  @Override
  Set<Object> undo() {
    Map<String, MethodDeclaration> added = only(after, before);
    List<String> candidates = candidates(added);
    Member origin = memberOf(before, target);
    if (candidates.isEmpty() || origin == null) {
      List<Result> results = comparison.members(Plan.NONE, Plan.NONE, Renaming.NONE, Set.of());
      types(Set.of());
      return sort(results, origin == null ? Set.of() : Set.of(origin), Set.of());
    }
    findings.found = true;
    Relocation best = null;
    for (String key : candidates.subList(0, Math.min(candidates.size(), 5))) {
      Relocation relocation = new Relocation(this);
      relocation.add(targetKey, key);
      if (best == null || relocation.fits() && !best.fits()) {
        best = relocation;
      }
    }
    return finish(best, origin, added);
  }

  /** New methods that the target may have become, the likeliest first. */
  private List<String> candidates(Map<String, MethodDeclaration> added) {
    String home = before.names.type(target.resolveBinding().getDeclaringClass());
    String name = asked.destination() != null && asked.destination().method() != null
        ? asked.destination().method()
        : target.getName().getIdentifier();
    boolean renames = asked.type().equals("Move And Rename Method");
    String wanted = asked.destination() == null ? null : asked.destination().className();
    Comparator<String> likeliest = Comparator.<String>comparingInt(key -> key.split("#")[0].equals(wanted) ? 0 : 1)
        .thenComparingInt(key -> added.get(key).getName().getIdentifier().equals(name) ? 0 : 1)
        .thenComparing(key -> key);
    return added.keySet().stream()
        .filter(key -> !key.split("#")[0].equals(home) && !added.get(key).isConstructor())
        .filter(key -> renames || added.get(key).getName().getIdentifier().equals(name))
        .sorted(likeliest)
        .toList();
  }

  private Set<Object> finish(Relocation relocation, Member origin, Map<String, MethodDeclaration> added) {
    String key = relocation.moved.get(targetKey);
    MethodDeclaration moved = added.get(key);
    findings.results.add(refAfter(moved));
    polymorphism();
    if (!isPolymorphic(before, target) && isPolymorphic(after, moved)) {
      findings.frame.add(differences.of(Result.added(memberOf(after, moved))));
    }
    Set<Object> explained = new HashSet<>();
    Set<Member> touched = new HashSet<>(Set.of(origin));
    Plan opaqueBefore = new Plan(Set.of(), relocation.moved.keySet(), -1);
    Plan opaqueAfter = new Plan(Set.of(), Set.copyOf(relocation.moved.values()), -1);
    List<Result> results = comparison.members(opaqueBefore, opaqueAfter, relocation.renaming(), Set.of());
    relocation.explain(explained);
    if (after.methods.containsKey(targetKey)) {
      findings.differences.add(differences.of(Result.added(memberOf(after, after.methods.get(targetKey)))));
      findings.callersLeft.addAll(callersOf(targetKey));
    }
    touched.addAll(mentioning(before, Set.of(targetKey)));
    touched.addAll(mentioning(after, Set.of(key)));
    for (Result result : results) {
      boolean caller = touched.contains(result.before()) || touched.contains(result.after());
      if (caller && !result.same() && result.after() != null
          && result.after().node() instanceof MethodDeclaration method && result.before() != origin
          && !explained.contains(method)) {
        findings.callersLeft.add(refAfter(method));
      }
    }
    relocation.differences(findings);
    types(newHome(moved));
    Set<Object> same = sort(results, touched, explained);
    if (relocation.fits()) {
      same.addAll(explained);
    }
    return same;
  }

  private List<Facts.MethodRef> callersOf(String key) {
    List<Facts.MethodRef> callers = new ArrayList<>();
    for (Member member : mentioning(after, Set.of(key))) {
      if (member.node() instanceof MethodDeclaration method) {
        callers.add(refAfter(method));
      }
    }
    return callers;
  }

  private Set<String> newHome(MethodDeclaration moved) {
    Member member = memberOf(after, moved);
    return member == null ? Set.of() : Set.of(member.type());
  }

  /** Private members of the target's class that only one version has there, by name. */
  Map<String, Member> privateMembers(Tree here, Tree there, String type) {
    Map<String, Member> found = new LinkedHashMap<>();
    if (here.types.containsKey(type)) {
      here.types.get(type).members().forEach((key, member) -> {
        Tree.Type twin = there.types.get(type);
        boolean isPrivate = Modifier.isPrivate(member.declaration().getModifiers());
        if (isPrivate && (twin == null || !twin.members().containsKey(key))) {
          found.put(key, member);
        }
      });
    }
    return found;
  }
}
