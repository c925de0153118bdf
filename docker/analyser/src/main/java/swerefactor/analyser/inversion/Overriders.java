package swerefactor.analyser.inversion;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.Modifier;

/**
 * The files of the project that may override a method, by their text: classes by their simple names, methods
 * by name alone. It may name a file too many, which is then read and turns out to override nothing.
 */
final class Overriders {
  private static final Pattern COMMENT_OR_TEXT = Pattern.compile(
      "//[^\\n]*|/\\*(?s:.*?)\\*/|\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'");
  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|interface|enum|record)\\s+(\\w+)([^{};]*)\\{");
  private static final Pattern MADE = Pattern.compile("\\bnew\\s+(?:\\w+\\s*\\.\\s*)*(\\w+)");
  private static final Pattern DECLARED = Pattern.compile("[\\w>\\]]\\s+(\\w+)\\s*\\(");
  private static final Pattern WORD = Pattern.compile("\\w+");

  /** A class with all that its header names. */
  private record Declared(String name, Set<String> above) {}

  /** What a file may hold. */
  private record Known(Path path, List<Declared> types, Set<String> made, Set<String> methods) {}

  /** Of the source roots that were asked about last: many changes of one tree are looked at in a row. */
  private static Overriders latest = new Overriders(List.of(), List.of());

  private final List<String> roots;
  private final List<Known> files;

  private Overriders(List<String> roots, List<Known> files) {
    this.roots = roots;
    this.files = files;
  }

  /** Those below these source roots. */
  static Overriders below(List<String> roots) throws IOException {
    if (!latest.roots.equals(roots)) {
      List<Known> files = new ArrayList<>();
      for (String root : roots) {
        for (Path path : javaFiles(Path.of(root))) {
          files.add(read(path));
        }
      }
      latest = new Overriders(List.copyOf(roots), files);
    }
    return latest;
  }

  private static List<Path> javaFiles(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (var below = Files.walk(root)) {
      return below.filter(path -> path.toString().endsWith(".java")).toList();
    }
  }

  private static Known read(Path path) throws IOException {
    String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    String code = COMMENT_OR_TEXT.matcher(text).replaceAll(" ");
    List<Declared> types = new ArrayList<>();
    for (Matcher type = TYPE.matcher(code); type.find(); ) {
      types.add(new Declared(type.group(1), all(WORD, 0, type.group(2))));
    }
    return new Known(path, types, all(MADE, 1, code), all(DECLARED, 1, code));
  }

  private static Set<String> all(Pattern pattern, int group, String text) {
    return pattern.matcher(text).results().map((MatchResult found) -> found.group(group)).collect(Collectors.toSet());
  }

  /** The files in which one of these methods may be overridden. */
  Set<Path> of(Set<IMethodBinding> methods) {
    Set<Path> found = new TreeSet<>();
    for (IMethodBinding method : methods) {
      Set<String> types = upToAndBelow(method.getDeclaringClass().getErasure().getName());
      for (Known file : files) {
        boolean isBelow = file.types().stream().anyMatch(type -> names(type.above(), types))
            || names(file.made(), types);
        if (isBelow && file.methods().contains(method.getName())) {
          found.add(file.path());
        }
      }
    }
    return found;
  }

  /** A class and all that may stand below it. */
  private Set<String> upToAndBelow(String name) {
    Set<String> found = new HashSet<>(Set.of(name));
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Known file : files) {
        for (Declared type : file.types()) {
          grows |= names(type.above(), found) && found.add(type.name());
        }
      }
    }
    return found;
  }

  private static boolean names(Set<String> words, Set<String> types) {
    return types.stream().anyMatch(words::contains);
  }

  /** Whether a class of another file can override a method. */
  static boolean isOpen(IMethodBinding method) {
    ITypeBinding type = method.getDeclaringClass();
    return !Names.isExact(method)
        && ((method.getModifiers() | type.getModifiers()) & Modifier.FINAL) == 0
        && !type.isRecord() && !type.isEnum() && !type.isAnonymous() && !type.isLocal();
  }
}
