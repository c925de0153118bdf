package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.jdt.core.dom.BodyDeclaration;
import swerefactor.analyser.inversion.Graph.Node;
import swerefactor.analyser.inversion.Isomorphism.Match;
import swerefactor.analyser.inversion.Isomorphism.Mismatch;

/** Compares the members of two versions, each with some calls put in or not. */
final class Comparison {
  /**
   * What came of one member.
   *
   * @param before null where it is new
   * @param after null where it is gone
   * @param mismatch null where both do the same
   * @param header whether what stands before the body differs
   * @param put the methods that were put in, before or after
   */
  record Result(
      Member before,
      Member after,
      Mismatch mismatch,
      Graph left,
      Graph right,
      boolean header,
      Set<String> put,
      Set<String> obstacles,
      List<Match> matches) {
    private static Result alone(Member before, Member after) {
      return new Result(before, after, null, null, null, false, Set.of(), new TreeSet<>(), List.of());
    }

    /** The result of a member that is gone. */
    static Result lost(Member member) {
      return alone(member, null);
    }

    /** The result of a member that is new. */
    static Result added(Member member) {
      return alone(null, member);
    }

    boolean isLost() {
      return after == null;
    }

    boolean isAdded() {
      return before == null;
    }

    boolean same() {
      return before != null && after != null && mismatch == null && !header;
    }
  }

  /**
   * A way to compare.
   *
   * @param byName up to which grade arguments stand for parameters
   * @param level how far ways through the code are kept apart
   * @param floating whether evaluations that change nothing may have moved
   */
  private record Attempt(int byName, int level, boolean floating) {}

  /** From the strictest to the loosest. */
  private static final List<Attempt> ATTEMPTS = attempts();

  private static List<Attempt> attempts() {
    List<Attempt> attempts = new ArrayList<>();
    for (boolean floating : new boolean[] {false, true}) {
      for (int byName : new int[] {-1, Grade.PURE, Grade.READS, Grade.CHANGES}) {
        for (int level = 0; level <= 2 && (!floating || level < 2 && byName <= Grade.READS); level++) {
          attempts.add(new Attempt(byName, level, floating));
        }
      }
    }
    return List.copyOf(attempts);
  }

  static final String MOVED = "a value is worked out at another place than before";
  private static final String ASKED_IN_VAIN =
      "an object is asked, which may not be there, and the method does not need it";

  final Tree before;
  final Tree after;
  /** Top classes, not among the files, whose methods are called where something is not the same. */
  final Set<String> unknown = new TreeSet<>();
  private final Map<Object, Fingerprint> fingerprints = new HashMap<>();
  private final Visibility visibility;
  /** The method that is refactored, before. */
  BodyDeclaration target;

  Comparison(Tree before, Tree after) {
    this.before = before;
    this.after = after;
    this.visibility = new Visibility(after);
    Tree.pair(before, after);
  }

  Fingerprint fingerprint(Member member, Tree tree) {
    return fingerprints.computeIfAbsent(
        member.node(), _ -> Fingerprint.of(member.declaration(), tree.names));
  }

  /**
   * All members of both versions, in the order of the files, with what came of each.
   *
   * <p>Those that are touched (the given ones, before the change, and all that name a method the plans
   * are about) must do the same, the others must be written the same.
   */
  List<Result> members(Plan planBefore, Plan planAfter, Renaming renaming, Set<Member> touched) {
    List<Result> results = new ArrayList<>();
    Set<String> types = new LinkedHashSet<>(before.types.keySet());
    types.addAll(after.types.keySet());
    for (String type : types) {
      Collection<Member> known = membersOf(before, type);
      Map<String, Member> now = new LinkedHashMap<>();
      membersOf(after, type).forEach(member -> now.put(member.key(), member));
      for (Member member : known) {
        Member twin = now.remove(member.key());
        results.add(twin == null ? Result.lost(member) : compare(member, twin, planBefore, planAfter, renaming, touched.contains(member)));
      }
      now.values().forEach(member -> results.add(Result.added(member)));
    }
    return results;
  }

  private static Collection<Member> membersOf(Tree tree, String type) {
    return tree.types.containsKey(type) ? tree.types.get(type).members().values() : List.of();
  }

  private Result compare(
      Member one, Member other, Plan planBefore, Plan planAfter, Renaming renaming, boolean touched) {
    Fingerprint left = fingerprint(one, before);
    Fingerprint right = fingerprint(other, after);
    boolean header = !mayBecome(one.declaration(), other.declaration());
    if (left.mentions(planBefore) || right.mentions(planAfter) || right.mentions(renaming.names.keySet())
        || touched && !left.text().equals(right.text())) {
      return body(one, other, planBefore, planAfter, renaming, header);
    }
    boolean same = left.text().equals(right.text())
        || Fingerprint.loosely(one.node(), before.names).text().equals(Fingerprint.loosely(other.node(), after.names).text());
    Mismatch mismatch = same ? null : new Mismatch(null, null);
    return new Result(one, other, mismatch, null, null, header, Set.of(), Set.of(), List.of());
  }

  /** Whether only so much of a header has changed as the code needs that uses it now; the target's may be seen as it likes. */
  private boolean mayBecome(BodyDeclaration one, BodyDeclaration other) {
    Header known = Header.of(one, before.names);
    Header now = Header.of(other, after.names);
    return known.mayBecome(now)
        && (known.visibility() == now.visibility() || one == target
            || visibility.needsMoreThan(known.visibility(), other));
  }

  /** Compares what two members do, by each way to put arguments in until one finds them the same. */
  Result body(Member one, Member other, Plan planBefore, Plan planAfter, Renaming renaming, boolean header) {
    Result result = firstFitting(one, other, planBefore, planAfter, renaming, header);
    if (result.mismatch() != null || !result.obstacles().isEmpty()) {
      note(fingerprint(one, before), before);
      note(fingerprint(other, after), after);
    }
    return result;
  }

  private void note(Fingerprint fingerprint, Tree tree) {
    for (String type : fingerprint.declaring) {
      if (!tree.topTypes.contains(type)) {
        unknown.add(type);
      }
    }
  }

  private Result firstFitting(
      Member one, Member other, Plan planBefore, Plan planAfter, Renaming renaming, boolean header) {
    Result best = null;
    for (Attempt attempt : ATTEMPTS) {
      if (best != null && best.put().isEmpty() && attempt.byName() >= 0) {
        continue; // Nothing is put in, so there are no arguments.
      }
      Result result = attempt(one, other, planBefore, planAfter, renaming, header, attempt);
      if (result.mismatch() == null) {
        return result;
      }
      if (best == null || result.mismatch().progress > best.mismatch().progress) {
        best = result;
      }
    }
    return best;
  }

  private Result attempt(
      Member one, Member other, Plan planBefore, Plan planAfter, Renaming renaming, boolean header, Attempt attempt) {
    Plan.Outcome outcome = new Plan.Outcome();
    Flow left = Reading.read(before, one, planBefore.upTo(attempt.byName()), outcome);
    Flow right = Reading.read(after, other, planAfter.upTo(attempt.byName()), outcome);
    Set<String> obstacles = new TreeSet<>(outcome.obstacles);
    if (left == null || right == null) {
      Mismatch mismatch = left == right ? null : new Mismatch(null, null);
      return new Result(one, other, mismatch, null, null, header, outcome.inlined, obstacles, List.of());
    }
    Graph leftGraph = Graph.of(left, attempt.level(), renaming::mayDrop);
    Graph rightGraph = Graph.of(right, attempt.level(), renaming::mayDrop);
    try {
      List<Match> matches = Isomorphism.compare(leftGraph, rightGraph, renaming, attempt.floating());
      if (!leftGraph.argumentsHold() || !rightGraph.argumentsHold()) {
        obstacles.add(Calls.ELSEWHERE);
      }
      for (Node step : rightGraph.askedInVain()) {
        nullIsHandled(rightGraph, step, matches);
        obstacles.add(ASKED_IN_VAIN);
      }
      if (!leftGraph.askedInVain().isEmpty()) {
        obstacles.add(ASKED_IN_VAIN);
      }
      if (attempt.floating()) {
        obstacles.add(MOVED);
      }
      for (Renaming.Doubt doubt : renaming.doubts) {
        if (!leftGraph.isThere(doubt.object(), doubt.call()) && !rightGraph.isThere(doubt.object(), doubt.call())) {
          nullIsHandled(rightGraph, doubt.call(), matches);
          obstacles.add(doubt.text());
        }
      }
      return new Result(one, other, null, leftGraph, rightGraph, header, outcome.inlined, obstacles, matches);
    } catch (Mismatch mismatch) {
      obstacles.remove(Calls.ELSEWHERE);
      return new Result(one, other, mismatch, leftGraph, rightGraph, header, outcome.inlined, obstacles, List.of());
    }
  }

  /** Where code handles that an object is null, to ask it something all the same is no doubt but a fault. */
  private static void nullIsHandled(Graph graph, Node step, List<Match> matches) {
    if (graph.handlesNull(step)) {
      Mismatch mismatch = new Mismatch(null, step.place);
      mismatch.progress = matches.size();
      throw mismatch;
    }
  }

  /** Classes that are not in both versions, or whose headers differ. */
  Set<String> changedTypes() {
    Set<String> changed = new LinkedHashSet<>();
    before.types.forEach((name, type) -> {
      Tree.Type twin = after.types.get(name);
      if (twin == null || !mayBecome(type.node(), twin.node())) {
        changed.add(name);
      }
    });
    after.types.keySet().stream().filter(name -> !before.types.containsKey(name)).forEach(changed::add);
    return changed;
  }

  /** Classes in which what is done when they are set up, or the order of constants, is no longer the same. */
  Set<String> reorderedTypes() {
    Set<String> changed = new HashSet<>();
    before.types.forEach((name, type) -> {
      Tree.Type twin = after.types.get(name);
      for (boolean isStatic : new boolean[] {true, false}) {
        if (twin != null) {
          List<String> one = ordered(type, isStatic);
          List<String> other = ordered(twin, isStatic);
          List<String> both = new ArrayList<>(one);
          both.retainAll(other);
          other.retainAll(one);
          if (!both.equals(other)) {
            changed.add(name);
          }
        }
      }
    });
    return changed;
  }

  private static List<String> ordered(Tree.Type type, boolean isStatic) {
    return type.members().values().stream()
        .filter(member -> member.isOrdered() && member.isStatic() == isStatic)
        .map(Member::key)
        .collect(Collectors.toList());
  }
}
