package swerefactor.analyser.inversion;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import swerefactor.analyser.Facts;
import swerefactor.analyser.inversion.Comparison.Result;

/** Does an inlining on the original: the method is put in at each of its calls, and must be gone after. */
final class Inlining extends Undoing {
  Inlining(Comparison comparison, Facts.Asked asked, MethodDeclaration target, Findings findings) {
    super(comparison, asked, target, findings);
  }

  @Override
  Set<Object> undo() {
    polymorphism();
    boolean remains = !only(before, after).containsKey(targetKey);
    Plan plan = new Plan(Set.of(targetKey), Set.of(), -1);
    List<Result> results = comparison.members(plan, Plan.NONE, Renaming.NONE, Set.of());
    Set<Object> explained = new HashSet<>();
    boolean changed = false;
    // What is still called so when it is gone is the method of another class without a name.
    Set<Member> left = remains || !targetKey.startsWith("~") ? mentioning(after, Set.of(targetKey)) : new HashSet<>();
    mentioningLoosely(after, target.getName().getIdentifier(), left);
    for (Result result : results) {
      if (result.put().isEmpty() || result.after() == null) {
        continue;
      }
      if (result.after().node() instanceof MethodDeclaration caller) {
        if (left.contains(result.after())) {
          findings.callersLeft.add(refAfter(caller));
        } else {
          findings.results.add(refAfter(caller));
        }
      }
      changed |= !left.contains(result.after());
    }
    findings.found = changed;
    if (!remains) {
      explained.add(target);
    } else if (changed) {
      findings.differences.add(differences.of(Result.added(memberOf(after, remaining()))));
    }
    types(Set.of());
    Set<Object> same = sort(results, Set.of(), explained);
    if (!remains && results.stream().filter(result -> !result.put().isEmpty()).allMatch(Result::same)) {
      same.add(target);
    }
    return same;
  }

  /** The target after the change, or one of its name. */
  private MethodDeclaration remaining() {
    return after.methods.getOrDefault(targetKey, after.methods.get(before.names.method(target.resolveBinding())));
  }
}
