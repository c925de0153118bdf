package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Block;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.RecordDeclaration;
import org.eclipse.jdt.core.dom.Statement;
import swerefactor.analyser.Facts;
import swerefactor.analyser.Source;
import swerefactor.analyser.inversion.Comparison.Result;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Isomorphism.Match;

/** Undoes an extraction: each new method goes back to where it is called. */
final class Extraction extends Undoing {
  private static final Set<Op> VALUES_THAT_ARE_THERE = Set.of(Op.PARAMETER, Op.THIS, Op.ENTRY, Op.COPY);

  Extraction(Comparison comparison, Facts.Asked asked, MethodDeclaration target, Findings findings) {
    super(comparison, asked, target, findings);
  }

  @Override
  Set<Object> undo() {
    Map<String, MethodDeclaration> added = only(after, before);
    added.values().removeIf(method -> method.getBody() == null || method.isConstructor());
    Member host = memberOf(before, target);
    Set<String> put = reached(host, added);
    MovedFields fields = new MovedFields(comparison);
    Set<Object> explained = new HashSet<>();
    Set<String> homes = new HashSet<>();
    for (String key : put) {
      MethodDeclaration method = added.get(key);
      findings.results.add(refAfter(method));
      explained.add(method);
      Member member = memberOf(after, method);
      if (isPolymorphic(after, method)) {
        findings.frame.add(differences.of(Result.added(member)));
      } else if (!Header.of(method, after.names).isPlain()) {
        findings.frame.add(differences.whole("changed_member", null, member));
      }
      homes.add(member.type());
      fields.find(host.type(), member.type(), comparison.fingerprint(host, before).fields);
    }
    findings.found = put.stream().anyMatch(key -> !givesBack(added.get(key)));
    fields.explain(explained);
    List<Result> results =
        comparison.members(Plan.NONE, new Plan(put, Set.of(), -1), fields.renaming(), Set.of(host));
    results.stream().filter(result -> result.before() == host && result.same() && findings.found)
        .forEach(result -> taken(result.matches(), result.after()));
    results.stream()
        .filter(result -> result.isAdded() && homes.contains(result.after().type()) && isNewHome(result.after()))
        .forEach(result -> explained.add(result.after().node()));
    fields.results().stream().filter(result -> !result.same())
        .forEach(result -> findings.differences.add(differences.of(result)));
    Set<String> holders = newRecords(homes);
    if (results.stream().anyMatch(result ->
        result.before() == host && !result.same() && Differences.onlyHolds(result, holders))) {
      findings.obstacles.add("several results come back in one object");
      explained.add(host.node());
      homes.addAll(holders);
    }
    homes.removeIf(before.types::containsKey);
    types(homes);
    Set<Object> same = sort(results, Set.of(host), explained);
    for (String key : put) {
      if (results.stream().filter(result -> result.put().contains(key)).allMatch(Result::same)) {
        same.add(added.get(key));
      }
    }
    return same;
  }

  /** The new methods that the target calls now, itself or through others. */
  private Set<String> reached(Member host, Map<String, MethodDeclaration> added) {
    Set<String> reached = new TreeSet<>();
    Tree.Type type = after.types.get(host.type());
    Member twin = type == null ? null : type.members().get(host.key());
    List<ASTNode> open = new ArrayList<>();
    if (twin != null) {
      open.add(twin.declaration());
    }
    while (!open.isEmpty()) {
      for (String key : Fingerprint.of(open.removeLast(), after.names).mentioned) {
        if (added.containsKey(key) && reached.add(key)) {
          open.add(added.get(key));
        }
      }
    }
    return reached;
  }

  /** Whether a method does nothing but give back what it is given: then no code went into it. */
  private boolean givesBack(MethodDeclaration method) {
    Member member = memberOf(after, method);
    if (method.parameters().isEmpty() || member == null || member.node() != method) {
      return false;
    }
    Flow flow = Reading.read(after, member, Plan.NONE, new Plan.Outcome());
    return flow.reachable().stream().allMatch(block ->
        (block.exit instanceof Flow.Jump || block.exit instanceof Flow.Return end && end.value() != null)
            && block.steps.stream().allMatch(step -> VALUES_THAT_ARE_THERE.contains(step.op())));
  }

  /** Private records without code of their own, new in one of these classes. */
  private Set<String> newRecords(Set<String> homes) {
    Set<String> found = new HashSet<>();
    after.types.forEach((name, type) -> {
      boolean isNew = !before.types.containsKey(name) && type.members().isEmpty();
      if (isNew && type.node() instanceof RecordDeclaration record && Modifier.isPrivate(record.getModifiers())
          && record.superInterfaceTypes().isEmpty() && homes.contains(name.substring(0, name.lastIndexOf('.')))) {
        found.add(name);
      }
    });
    return found;
  }

  /** A constructor that only keeps others from making objects of a class that is new. */
  private boolean isNewHome(Member member) {
    return !before.types.containsKey(member.type())
        && member.node() instanceof MethodDeclaration method
        && method.isConstructor()
        && method.parameters().isEmpty()
        && method.getBody().statements().isEmpty();
  }

  /**
   * The lines of the target that came out of what was put back.
   *
   * <p>A statement without an operation of its own, as {@code int n = 0}, goes with the one after it, else
   * with the one before, unless the method still holds its like.
   */
  private void taken(List<Match> matches, Member hostAfter) {
    Facts.MethodRef ref = refBefore(target);
    Source source = before.sourceAt(target);
    Set<Integer> out = new TreeSet<>();
    Set<Integer> kept = new TreeSet<>();
    // Equal literals are one value with one place, so they only count where there is nothing else.
    boolean literals = matches.stream().noneMatch(match ->
        !match.ofLiteral() && !match.right().inlined().isEmpty()
            && !match.right().inlined().equals(Flow.Place.ARGUMENT));
    for (Match match : matches) {
      if (match.ofLiteral() != literals) {
        continue;
      }
      boolean within = match.left().file().equals(ref.file())
          && match.left().line() >= ref.startLine() && match.left().line() <= ref.endLine();
      if (within && !match.right().inlined().equals(Flow.Place.ARGUMENT)) {
        (match.right().inlined().isEmpty() ? kept : out).add(match.left().line());
      }
    }
    List<Statement> statements = statements(target);
    List<String> still = new ArrayList<>();
    statements(hostAfter.node()).forEach(statement -> still.add(Fingerprint.of(statement, after.names).text()));
    Boolean[] taken = new Boolean[statements.size()];
    for (int i = 0; i < taken.length; i++) {
      int first = source.line(statements.get(i).getStartPosition());
      int last = source.line(Source.end(statements.get(i)) - 1);
      boolean isStill = still.remove(Fingerprint.of(statements.get(i), before.names).text());
      taken[i] = anyIn(out, first, last) ? (Boolean) !anyIn(kept, first, last)
          : anyIn(kept, first, last) || isStill ? (Boolean) false : null;
    }
    for (int i = taken.length - 2; i >= 0; i--) {
      taken[i] = taken[i] == null ? taken[i + 1] : taken[i];
    }
    Set<Integer> lines = new TreeSet<>(out);
    boolean whole = true;
    for (int i = 0; i < taken.length; i++) {
      taken[i] = taken[i] == null ? i > 0 && taken[i - 1] : taken[i];
      if (taken[i]) {
        int last = source.line(Source.end(statements.get(i)) - 1);
        for (int line = source.line(statements.get(i).getStartPosition()); line <= last; line++) {
          lines.add(line);
        }
      } else {
        whole = false;
      }
    }
    findings.taken = ranges(ref.file(), lines);
    findings.wholeBody = whole && !lines.isEmpty();
  }

  /** All statements of a method but blocks, in their order. */
  private static List<Statement> statements(ASTNode method) {
    List<Statement> statements = new ArrayList<>();
    method.accept(new ASTVisitor() {
      @Override
      public void preVisit(ASTNode node) {
        if (node instanceof Statement statement && !(node instanceof Block)) {
          statements.add(statement);
        }
      }
    });
    return statements;
  }

  private static boolean anyIn(Set<Integer> lines, int first, int last) {
    return lines.stream().anyMatch(line -> line >= first && line <= last);
  }

  private static List<Facts.CodeRange> ranges(String file, Set<Integer> lines) {
    List<Facts.CodeRange> ranges = new ArrayList<>();
    int first = 0;
    int last = 0;
    for (int line : lines) {
      if (first > 0 && line > last + 1) {
        ranges.add(new Facts.CodeRange(file, first, last, "extracted code"));
        first = line;
      }
      first = first == 0 ? line : first;
      last = line;
    }
    if (first > 0) {
      ranges.add(new Facts.CodeRange(file, first, last, "extracted code"));
    }
    return ranges;
  }
}
