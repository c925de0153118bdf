package swerefactor.analyser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTParser;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Block;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.FileASTRequestor;
import org.eclipse.jdt.core.dom.Initializer;
import org.eclipse.jdt.core.dom.MethodDeclaration;

/**
 * Who calls whom in a project and how its classes relate, as names alone: the syntax trees with
 * bindings that this is read from are too large to keep.
 *
 * <p>Keys are those of JDT's bindings. There is no class path, so what is of a library is unknown. A
 * call is bound to the method that the compiler picks by static types, not to what may override it.
 */
final class Project {
  private static final Comparator<Facts.MethodRef> BY_PLACE =
      Comparator.comparing(Facts.MethodRef::file)
          .thenComparing(Facts.MethodRef::startLine)
          .thenComparing(Facts.MethodRef::signature);

  /** A method, and by key its class, the methods that its code calls and the classes it uses. */
  record Method(Facts.MethodRef ref, String owner, Set<String> calls, Set<String> uses) {}

  /** A class, and all that it extends and implements, nearest first: binding key to name. */
  record Type(String name, boolean canTakeMethods, Map<String, String> supertypes) {}

  final Map<String, Method> methods = new HashMap<>();
  final Map<String, Type> types = new HashMap<>();
  /** The methods that call a method, of nested ones the innermost. */
  final Map<String, Set<String>> callers = new HashMap<>();

  private Project() {}

  /** Reads all these files, given by their path in the tree. */
  static Project index(Map<String, Path> files) {
    Project project = new Project();
    Map<String, String> inTree = new HashMap<>();
    files.forEach((path, file) -> inTree.put(file.toString(), path));
    String[] paths = files.values().stream().map(Path::toString).toArray(String[]::new);
    String[] encodings = Collections.nCopies(paths.length, "UTF-8").toArray(String[]::new);
    ASTParser parser = Source.parser();
    parser.setEnvironment(new String[0], new String[0], null, true);
    parser.setResolveBindings(true);
    parser.setBindingsRecovery(true);
    FileASTRequestor reader = new FileASTRequestor() {
      @Override
      public void acceptAST(String path, CompilationUnit unit) {
        unit.accept(new ProjectReader(project, Source.of(inTree.get(path), unit)));
      }
    };
    parser.createASTs(paths, encodings, new String[0], reader, null);
    project.forgetLibraries();
    return project;
  }

  private void forgetLibraries() {
    methods.forEach((key, method) -> {
      method.calls().retainAll(methods.keySet());
      method.calls().remove(key);
      method.uses().retainAll(types.keySet());
    });
    callers.keySet().retainAll(methods.keySet());
    callers.forEach((called, by) -> by.remove(called));
  }

  /** What surrounds a method, its text read from the tree. Fails when it isn't in the project. */
  Facts.MethodContext context(Path tree, Facts.MethodRef asked) throws IOException {
    String key = find(asked);
    Method method = methods.get(key);
    String text = new String(Files.readAllBytes(tree.resolve(method.ref().file())), StandardCharsets.UTF_8);
    Source source = Source.parse(method.ref().file(), text);
    MethodDeclaration declaration = source.declarations().stream()
        .filter(each -> source.ref(each).equals(method.ref()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(method.ref().file() + " changed while it was read"));
    Collection<String> callersOf = callers.getOrDefault(key, Set.of());
    return new Facts.MethodContext(
        source.info(declaration),
        outline(source, declaration),
        callersOf.stream().map(this::ref).sorted(BY_PLACE).toList(),
        method.calls().stream().map(this::ref).toList(),
        supertypes(method.owner()),
        subtypes(method.owner()),
        destinations(method, callersOf));
  }

  /** The method of this class and signature, of several the nearest; else the one at its place. */
  private String find(Facts.MethodRef asked) {
    Comparator<String> nearest =
        Comparator.<String>comparingInt(key -> ref(key).file().equals(asked.file()) ? 0 : 1)
            .thenComparingInt(key -> Math.abs(ref(key).startLine() - asked.startLine()))
            .thenComparing(key -> key);
    return keys(ref -> ref.className().equals(asked.className()) && bare(ref).equals(bare(asked)))
        .min(nearest)
        .or(() -> keys(ref -> ref.file().equals(asked.file()) && ref.startLine() == asked.startLine())
            .min(nearest))
        .orElseThrow(() -> new IllegalArgumentException(
            "no method " + asked.className() + "#" + asked.signature() + " in " + asked.file()));
  }

  private Stream<String> keys(Predicate<Facts.MethodRef> fits) {
    return methods.keySet().stream().filter(key -> fits.test(ref(key)));
  }

  private static String bare(Facts.MethodRef ref) {
    return ref.signature().replaceAll("\\s", "");
  }

  private Facts.MethodRef ref(String key) {
    return methods.get(key).ref();
  }

  private List<String> supertypes(String of) {
    return types.containsKey(of) ? List.copyOf(types.get(of).supertypes().values()) : List.of();
  }

  private List<String> subtypes(String of) {
    return types.values().stream()
        .filter(type -> type.supertypes().containsKey(of))
        .map(Type::name)
        .sorted()
        .toList();
  }

  /** First the classes that the method uses, as it names them, then those of its callers. */
  private List<String> destinations(Method method, Collection<String> callersOf) {
    Stream<String> calling =
        callersOf.stream()
            .map(methods::get)
            .sorted(Comparator.comparing(Method::ref, BY_PLACE))
            .map(Method::owner);
    return Stream.concat(method.uses().stream(), calling)
        .filter(key -> !key.equals(method.owner()))
        .map(types::get)
        .filter(type -> type != null && type.canTakeMethods())
        .map(Type::name)
        .distinct()
        .toList();
  }

  /** The text of the named class around a method, with the bodies of its other methods left out. */
  private static String outline(Source source, MethodDeclaration kept) {
    ASTNode type = Source.namedClassAround(kept);
    StringBuilder outline = new StringBuilder();
    int at = type.getStartPosition();
    for (Block body : bodiesWithout(type, kept)) {
      outline.append(source.text, at, body.getStartPosition()).append("{ … }");
      at = Source.end(body);
    }
    return outline.append(source.text, at, Source.end(type)).toString();
  }

  private static List<Block> bodiesWithout(ASTNode type, MethodDeclaration kept) {
    List<Block> bodies = new ArrayList<>();
    type.accept(new ASTVisitor() {
      @Override
      public boolean visit(MethodDeclaration method) {
        return method != kept && leaveOut(method.getBody());
      }

      @Override
      public boolean visit(Initializer initializer) {
        return leaveOut(initializer.getBody());
      }

      /** Leaves out a body, unless it holds the method that is kept: then its own methods are looked at. */
      private boolean leaveOut(Block body) {
        if (body == null) {
          return false;
        }
        boolean around =
            body.getStartPosition() < kept.getStartPosition() && Source.end(body) > Source.end(kept);
        if (!around && !body.statements().isEmpty()) {
          bodies.add(body);
        }
        return around;
      }
    });
    return bodies;
  }
}
