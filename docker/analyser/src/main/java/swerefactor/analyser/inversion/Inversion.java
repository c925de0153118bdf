package swerefactor.analyser.inversion;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import swerefactor.analyser.Facts;

/**
 * Undoes a refactoring on the tree and compares with the original.
 *
 * <p>What was extracted is put back at each of its calls, what was inlined is put in at each call before,
 * what was moved is taken for the same method: then the two versions must do the same, member by member.
 */
public final class Inversion {
  /** So often more of the project is read, to learn what the methods called do. */
  private static final int ROUNDS = 3;
  /** So many files of the project are read for that. */
  private static final int MOST_FILES = 40;

  private final Facts.Asked asked;
  private final Map<String, String> before;
  private final Map<String, String> after;
  private final List<String> classPath;
  private final List<String> sourcePath;

  private Inversion(
      Facts.Asked asked,
      Map<String, String> before,
      Map<String, String> after,
      List<String> classPath,
      List<String> sourcePath) {
    this.asked = asked;
    this.before = before;
    this.after = after;
    this.classPath = classPath == null ? List.of() : classPath;
    this.sourcePath = sourcePath == null ? List.of() : sourcePath;
  }

  /** The facts; files are given as path to text, {@code others} are in both versions. */
  public static Facts.Inversion invert(
      Facts.Asked asked,
      Map<String, String> before,
      Map<String, String> after,
      Map<String, String> others,
      List<String> classPath,
      List<String> sourcePath)
      throws IOException {
    Map<String, String> beside = new HashMap<>(others == null ? Map.of() : others);
    Inversion inversion =
        new Inversion(asked, java(before), java(after), classPath, sourcePath);
    int rounds = 0;
    while (true) {
      Set<String> wanted = new TreeSet<>();
      Set<Path> overriding = new TreeSet<>();
      Facts.Inversion facts = inversion.invert(beside, wanted, overriding);
      if (!overriding.isEmpty()) {
        if (inversion.readFiles(overriding, beside)) {
          continue;
        }
        return facts.doubted("more files may override what is called than are looked at");
      }
      boolean right = facts.obstacle().isEmpty() && facts.differences().isEmpty() && facts.frame().isEmpty();
      if (right || rounds++ == ROUNDS || !inversion.read(wanted, beside)) {
        return facts;
      }
    }
  }

  private static Map<String, String> java(Map<String, String> files) {
    Map<String, String> java = new HashMap<>(files);
    java.keySet().removeIf(path -> !path.endsWith(".java"));
    return java;
  }

  private static Map<String, String> both(Map<String, String> changed, Map<String, String> others) {
    Map<String, String> all = new HashMap<>(others);
    all.putAll(changed);
    return all;
  }

  /**
   * The facts with these files beside the changed; {@code wanted} takes classes that would tell more, and
   * {@code overriding} files that may override a method which was taken for what it is.
   */
  private Facts.Inversion invert(Map<String, String> beside, Set<String> wanted, Set<Path> overriding)
      throws IOException {
    Tree one = Tree.parse(both(before, beside), classPath, sourcePath);
    Tree other = Tree.parse(both(after, beside), classPath, sourcePath);
    if (!other.syntaxError.isEmpty() && one.syntaxError.isEmpty()) {
      return Findings.notJava(other.syntaxError);
    }
    Comparison comparison = new Comparison(one, other);
    Findings findings = new Findings();
    MethodDeclaration target = one.find(asked.target());
    if (!one.syntaxError.isEmpty()) {
      findings.obstacles.add("the original does not parse: " + one.syntaxError);
    }
    if (target == null || target.resolveBinding() == null) {
      findings.obstacles.add("the target is not there");
    }
    Set<Object> proven = new HashSet<>();
    if (findings.obstacles.isEmpty()) {
      Undoing undoing = switch (asked.type()) {
        case "Extract Method", "Extract And Move Method" -> new Extraction(comparison, asked, target, findings);
        case "Inline Method", "Move And Inline Method" -> new Inlining(comparison, asked, target, findings);
        default -> new Moving(comparison, asked, target, findings);
      };
      proven = undoing.undo();
    }
    wanted.addAll(comparison.unknown);
    overriding.addAll(overriding(one, beside));
    overriding.addAll(overriding(other, beside));
    Set<Object> same = proven;
    Set<String> unresolved = new TreeSet<>(other.names.unresolved);
    unresolved.removeAll(one.names.unresolved);
    return findings.facts(
        ExternalCalls.between(one, other, classPath, member -> same.contains(member.node())), unresolved);
  }

  private Set<Path> overriding(Tree tree, Map<String, String> beside) throws IOException {
    if (tree.trusted.isEmpty()) {
      return Set.of();
    }
    Set<Path> files = Overriders.below(sourcePath).of(tree.trusted);
    files.removeIf(file -> isGiven(file, beside));
    return files;
  }

  /** Whether a file of the source roots is among the changed ones, or those beside them. */
  private boolean isGiven(Path file, Map<String, String> beside) {
    return beside.containsKey(file.toString()) || sourcePath.stream()
        .map(Path::of)
        .filter(file::startsWith)
        .map(root -> "/" + root.relativize(file).toString().replace('\\', '/'))
        .anyMatch(path -> Stream.of(before, after, beside)
            .anyMatch(files -> files.keySet().stream().anyMatch(given -> given.endsWith(path))));
  }

  /** Reads these files of the project; whether there was room for one. */
  private boolean readFiles(Set<Path> files, Map<String, String> beside) throws IOException {
    int known = beside.size();
    for (Path file : files) {
      if (beside.size() < MOST_FILES) {
        beside.put(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
      }
    }
    return beside.size() > known;
  }

  /** Reads the files of these classes from the source roots; whether there was one that is new. */
  private boolean read(Set<String> classes, Map<String, String> beside) throws IOException {
    int known = beside.size();
    for (String name : classes) {
      for (String root : sourcePath) {
        String path = name.replace('.', '/') + ".java";
        Path file = Path.of(root, path);
        boolean isGiven = before.keySet().stream().anyMatch(given -> given.endsWith("/" + path))
            || after.keySet().stream().anyMatch(given -> given.endsWith("/" + path));
        if (!isGiven && beside.size() < MOST_FILES && Files.isRegularFile(file)) {
          beside.putIfAbsent(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
      }
    }
    return beside.size() > known;
  }
}
