package swerefactor.analyser;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.dom.AST;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTParser;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.AnonymousClassDeclaration;
import org.eclipse.jdt.core.dom.BodyDeclaration;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.EnumConstantDeclaration;
import org.eclipse.jdt.core.dom.FieldDeclaration;
import org.eclipse.jdt.core.dom.ImplicitTypeDeclaration;
import org.eclipse.jdt.core.dom.Initializer;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.RecordDeclaration;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;

/**
 * One parsed source file, and the names of its classes and methods that all answers share.
 *
 * <p>A nested class is {@code p.Outer.Inner}, a local one {@code p.Outer.method.Local}. Anonymous
 * classes are counted within the member that holds them, {@code p.Outer.method.1}, so that a new
 * one elsewhere renames none. A field or an enum constant counts as a member under its name,
 * initializers as {@code <clinit>} and {@code <init>}.
 */
public final class Source {
  public final String path;
  public final String text;
  public final CompilationUnit unit;
  private final Map<ASTNode, String> classNames = new IdentityHashMap<>();
  private final List<MethodDeclaration> declarations = new ArrayList<>();

  private Source(String path, String text, CompilationUnit unit) {
    this.path = path;
    this.text = text;
    this.unit = unit;
    unit.accept(new Namer());
  }

  /** Parses a file on its own, without bindings; what is not Java is left out of the tree. */
  public static Source parse(String path, String text) {
    ASTParser parser = parser();
    parser.setSource(text.toCharArray());
    return new Source(path, text, (CompilationUnit) parser.createAST(null));
  }

  /** A file of which only names and lines are asked, not text. */
  static Source of(String path, CompilationUnit unit) {
    return new Source(path, "", unit);
  }

  /** A file that is parsed already, with its text. */
  public static Source of(String path, String text, CompilationUnit unit) {
    return new Source(path, text, unit);
  }

  /** A parser of the latest Java that goes on after an error. */
  public static ASTParser parser() {
    ASTParser parser = ASTParser.newParser(AST.getJLSLatest());
    parser.setKind(ASTParser.K_COMPILATION_UNIT);
    Map<String, String> options = new HashMap<>(JavaCore.getOptions());
    JavaCore.setComplianceOptions(JavaCore.latestSupportedJavaVersion(), options);
    options.put(JavaCore.COMPILER_DOC_COMMENT_SUPPORT, JavaCore.ENABLED);
    parser.setCompilerOptions(options);
    parser.setStatementsRecovery(true);
    return parser;
  }

  /** All method and constructor declarations of these files, by path and position. */
  static List<Facts.MethodInfo> methods(Map<String, String> files) {
    List<Facts.MethodInfo> found = new ArrayList<>();
    new TreeMap<>(files).forEach((path, text) -> {
      Source source = parse(path, text);
      source.declarations.forEach(declaration -> found.add(source.info(declaration)));
    });
    return found;
  }

  public List<MethodDeclaration> declarations() {
    return declarations;
  }

  /** The method whose declaration ends before an offset. */
  Optional<Facts.MethodRef> refEnding(int offset) {
    return declarations.stream().filter(each -> end(each) == offset).findFirst().map(this::ref);
  }

  public String className(ASTNode classDeclaration) {
    return classNames.get(classDeclaration);
  }

  public Facts.MethodRef ref(MethodDeclaration declaration) {
    return new Facts.MethodRef(
        path,
        classNames.get(declaration.getParent()),
        signature(declaration),
        line(declaration.getStartPosition()),
        line(end(declaration) - 1));
  }

  Facts.MethodInfo info(MethodDeclaration declaration) {
    List<String> modifiers = new ArrayList<>();
    for (Object modifier : declaration.modifiers()) {
      modifiers.add(written((ASTNode) modifier));
    }
    boolean returns = !declaration.isConstructor() && declaration.getReturnType2() != null;
    Facts.MethodRef ref = ref(declaration);
    return new Facts.MethodInfo(
        ref,
        modifiers,
        returns ? type(declaration.getReturnType2()) + "[]".repeat(declaration.getExtraDimensions()) : "",
        lines(ref.startLine(), ref.endLine()));
  }

  /** The text of these lines, both included, with their ends. */
  public String lines(int first, int last) {
    int from = unit.getPosition(first, 0);
    int to = unit.getPosition(last + 1, 0);
    return text.substring(from, to < 0 ? text.length() : to);
  }

  public int line(int offset) {
    return Math.max(1, unit.getLineNumber(offset));
  }

  public static int end(ASTNode node) {
    return node.getStartPosition() + node.getLength();
  }

  /** The innermost class around a node that has a name. */
  static AbstractTypeDeclaration namedClassAround(ASTNode node) {
    ASTNode at = node.getParent();
    while (!(at instanceof AbstractTypeDeclaration)) {
      at = at.getParent();
    }
    return (AbstractTypeDeclaration) at;
  }

  /** Name and parameter types as written; a compact constructor has those of its record. */
  private String signature(MethodDeclaration declaration) {
    List<?> parameters =
        declaration.isCompactConstructor() && declaration.getParent() instanceof RecordDeclaration record
            ? record.recordComponents()
            : declaration.parameters();
    List<String> types = new ArrayList<>();
    for (Object each : parameters) {
      SingleVariableDeclaration parameter = (SingleVariableDeclaration) each;
      types.add(
          type(parameter.getType())
              + "[]".repeat(parameter.getExtraDimensions())
              + (parameter.isVarargs() ? "..." : ""));
    }
    return declaration.getName().getIdentifier() + "(" + String.join(", ", types) + ")";
  }

  /** A type as written, with spaces where Java's conventions have them and without comments. */
  private String type(ASTNode type) {
    return type.toString().replaceAll("\\s*,\\s*", ", ").replaceAll("\\s+", " ");
  }

  private String written(ASTNode node) {
    return text.substring(node.getStartPosition(), end(node));
  }

  /** Gives each class its name on the way down, and collects the methods in their order. */
  private final class Namer extends ASTVisitor {
    private final Map<String, Integer> anonymous = new HashMap<>();

    @Override
    public void preVisit(ASTNode node) {
      if (node instanceof AnonymousClassDeclaration) {
        String holder = holder(node);
        classNames.put(node, holder + "." + anonymous.merge(holder, 1, Integer::sum));
      } else if (node instanceof AbstractTypeDeclaration type) {
        String holder = holder(node);
        classNames.put(node, (holder.isEmpty() ? "" : holder + ".") + simpleName(type));
      } else if (node instanceof MethodDeclaration method) {
        declarations.add(method);
      }
    }

    /** The name of what a class stands in: a package, a class, or a member of a class. */
    private String holder(ASTNode node) {
      ASTNode below = node;
      for (ASTNode at = node.getParent(); at != null; below = at, at = at.getParent()) {
        if (classNames.containsKey(at)) {
          return classNames.get(at);
        }
        if (at instanceof BodyDeclaration) {
          return classNames.get(at.getParent()) + "." + memberName(at, below);
        }
      }
      return unit.getPackage() == null ? "" : unit.getPackage().getName().getFullyQualifiedName();
    }

    private String memberName(ASTNode member, ASTNode part) {
      if (member instanceof MethodDeclaration method) {
        return method.getName().getIdentifier();
      }
      if (member instanceof EnumConstantDeclaration constant) {
        return constant.getName().getIdentifier();
      }
      if (member instanceof FieldDeclaration && part instanceof VariableDeclarationFragment field) {
        return field.getName().getIdentifier();
      }
      boolean isStatic = member instanceof Initializer block && Modifier.isStatic(block.getModifiers());
      return isStatic ? "<clinit>" : "<init>";
    }

    /** A compact source file has a class without a name: it is called after the file. */
    private String simpleName(AbstractTypeDeclaration type) {
      if (type instanceof ImplicitTypeDeclaration) {
        return path.substring(path.lastIndexOf('/') + 1).replaceFirst("\\.java$", "");
      }
      return type.getName().getIdentifier();
    }
  }
}
