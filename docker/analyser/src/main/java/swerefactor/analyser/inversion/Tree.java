package swerefactor.analyser.inversion;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jdt.core.compiler.CategorizedProblem;
import org.eclipse.jdt.core.compiler.IProblem;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTParser;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.AnonymousClassDeclaration;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.BodyDeclaration;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.EnumConstantDeclaration;
import org.eclipse.jdt.core.dom.EnumDeclaration;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.FieldAccess;
import org.eclipse.jdt.core.dom.FieldDeclaration;
import org.eclipse.jdt.core.dom.FileASTRequestor;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.Initializer;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.ThisExpression;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import swerefactor.analyser.Facts;
import swerefactor.analyser.Source;

/** One version of the changed files and those beside them, parsed with bindings. */
final class Tree {
  /** A named class, and its members by their keys. */
  record Type(String name, Source source, AbstractTypeDeclaration node, Map<String, Member> members) {}

  final Names names = new Names();
  final Accessors accessors = new Accessors(this);
  final Purities purities = new Purities(this);
  final Map<String, Source> sources = new TreeMap<>();
  /** All classes that are members of a file or a class. */
  final Map<String, Type> types = new LinkedHashMap<>();
  /** The classes that stand in no other. */
  final Set<String> topTypes = new HashSet<>();
  /** All method declarations by their keys, those of local and anonymous classes too. */
  final Map<String, MethodDeclaration> methods = new LinkedHashMap<>();
  /** Methods that were taken for what they are here, though a class of another file may override them. */
  final Set<IMethodBinding> trusted = new LinkedHashSet<>();
  /** The first syntax error, as {@code FILE:LINE message}. */
  String syntaxError = "";
  private final Set<String> assigned = new HashSet<>();
  /** The other version: a field counts as the same in both. Null while there is none. */
  private Tree twin;
  private final Map<ASTNode, Source> sourceOf = new HashMap<>();

  private Tree() {}

  /** Parses these files, given by their path in the tree. */
  static Tree parse(Map<String, String> files, List<String> classPath, List<String> sourcePath)
      throws IOException {
    Tree tree = new Tree();
    Path folder = Files.createTempDirectory("inversion");
    try {
      Map<String, String> paths = write(files, folder);
      String[] places = paths.keySet().toArray(String[]::new);
      parser(classPath, sourcePath)
          .createASTs(
              places,
              Collections.nCopies(places.length, "UTF-8").toArray(String[]::new),
              new String[0],
              new FileASTRequestor() {
                @Override
                public void acceptAST(String place, CompilationUnit unit) {
                  String path = paths.get(place);
                  if (classFolders(classPath).isEmpty()) {
                    unit.accept(new Completion());
                  }
                  tree.sources.put(path, Source.of(path, files.get(path), unit));
                }
              },
              null);
    } finally {
      delete(folder);
    }
    tree.sources.values().forEach(tree::read);
    return tree;
  }

  private static ASTParser parser(List<String> classPath, List<String> sourcePath) {
    ASTParser parser = Source.parser();
    // Compiled classes are found faster than sources; where there are some, they are of the same tree.
    boolean needsSources = classFolders(classPath).isEmpty();
    parser.setEnvironment(existing(classPath), needsSources ? existing(sourcePath) : new String[0], null, true);
    parser.setResolveBindings(true);
    parser.setBindingsRecovery(true);
    return parser;
  }

  private static List<String> classFolders(List<String> classPath) {
    return classPath == null
        ? List.of()
        : classPath.stream().filter(entry -> Files.isDirectory(Path.of(entry))).toList();
  }

  private static String[] existing(List<String> paths) {
    return paths == null
        ? new String[0]
        : paths.stream().filter(path -> Files.exists(Path.of(path))).toArray(String[]::new);
  }

  /** Writes the files as JDT reads them, from a folder; gives their places with their paths. */
  private static Map<String, String> write(Map<String, String> files, Path folder) throws IOException {
    Map<String, String> paths = new TreeMap<>();
    int number = 0;
    for (Map.Entry<String, String> file : new TreeMap<>(files).entrySet()) {
      String name = file.getKey().substring(file.getKey().lastIndexOf('/') + 1);
      Path place = folder.resolve(String.valueOf(number++)).resolve(name);
      Files.createDirectories(place.getParent());
      Files.write(place, file.getValue().getBytes(StandardCharsets.UTF_8));
      paths.put(place.toString(), file.getKey());
    }
    return paths;
  }

  private static void delete(Path folder) throws IOException {
    try (var below = Files.walk(folder)) {
      List<Path> all = new ArrayList<>(below.toList());
      Collections.reverse(all);
      for (Path each : all) {
        Files.delete(each);
      }
    }
  }

  private void read(Source source) {
    for (IProblem problem : source.unit.getProblems()) {
      boolean ofSyntax = problem instanceof CategorizedProblem categorized
          && categorized.getCategoryID() == CategorizedProblem.CAT_SYNTAX;
      if (ofSyntax && problem.isError() && syntaxError.isEmpty()) {
        syntaxError = source.path + ":" + problem.getSourceLineNumber() + " " + problem.getMessage();
      }
    }
    for (Object type : source.unit.types()) {
      addType(source, (AbstractTypeDeclaration) type);
      topTypes.add(source.className((AbstractTypeDeclaration) type));
    }
    source.unit.accept(new Assignments());
    for (MethodDeclaration method : source.declarations()) {
      IMethodBinding binding = method.resolveBinding();
      if (binding != null) {
        add(method, binding);
        sourceOf.put(method, source);
      }
    }
  }

  private void add(MethodDeclaration method, IMethodBinding binding) {
    String name = names.method(binding);
    boolean isLocal = name.startsWith("~");
    String key = name;
    for (int number = 2; isLocal && methods.containsKey(key); number++) {
      key = name + number;
    }
    if (isLocal) {
      names.distinguish(binding, key);
    }
    methods.putIfAbsent(key, method);
  }

  private void addType(Source source, AbstractTypeDeclaration node) {
    String name = source.className(node);
    Type type = new Type(name, source, node, new LinkedHashMap<>());
    types.putIfAbsent(name, type);
    if (node instanceof EnumDeclaration constants) {
      for (Object each : constants.enumConstants()) {
        EnumConstantDeclaration constant = (EnumConstantDeclaration) each;
        add(type, constant.getName().getIdentifier(), constant);
      }
    }
    int[] initializers = new int[2];
    for (Object each : node.bodyDeclarations()) {
      switch ((BodyDeclaration) each) {
        case AbstractTypeDeclaration nested -> addType(source, nested);
        case MethodDeclaration method -> add(type, signature(source, method), method);
        case FieldDeclaration fields -> {
          for (Object fragment : fields.fragments()) {
            VariableDeclarationFragment field = (VariableDeclarationFragment) fragment;
            add(type, field.getName().getIdentifier(), field);
          }
        }
        case Initializer block -> {
          int isStatic = Modifier.isStatic(block.getModifiers()) ? 1 : 0;
          add(type, (isStatic == 1 ? "<clinit>" : "<init>") + ++initializers[isStatic], block);
        }
        default -> add(type, each.toString(), (ASTNode) each);
      }
    }
  }

  private void add(Type type, String key, ASTNode node) {
    type.members().putIfAbsent(key, new Member(type.source(), type.name(), key, node));
  }

  private String signature(Source source, MethodDeclaration method) {
    IMethodBinding binding = method.resolveBinding();
    return binding == null ? source.ref(method).signature() : names.signature(binding);
  }

  /** The member of a class whose code holds a node. */
  Member around(ASTNode node) {
    ASTNode at = node;
    while (!(at.getParent() instanceof AbstractTypeDeclaration type)
        || !(at instanceof BodyDeclaration)
        || !types.containsKey(nameOf(type))) {
      at = at.getParent();
      if (at == null) {
        return null;
      }
    }
    ASTNode found = at;
    return types.get(nameOf((AbstractTypeDeclaration) at.getParent())).members().values().stream()
        .filter(member -> member.declaration() == found)
        .findFirst()
        .orElse(null);
  }

  private String nameOf(AbstractTypeDeclaration type) {
    return sourceAt(type).className(type);
  }

  /** The file that a node of this tree is in. */
  Source sourceAt(ASTNode node) {
    ASTNode root = node.getRoot();
    return sourceOf.computeIfAbsent(root, _ ->
        sources.values().stream().filter(source -> source.unit == root).findFirst().orElseThrow());
  }

  /** The method with this class and signature, of several the nearest. */
  MethodDeclaration find(Facts.MethodRef asked) {
    MethodDeclaration best = null;
    int distance = Integer.MAX_VALUE;
    for (Source source : sources.values()) {
      for (MethodDeclaration method : source.declarations()) {
        Facts.MethodRef ref = source.ref(method);
        if (ref.className().equals(asked.className()) && bare(ref).equals(bare(asked))) {
          int away = Math.abs(ref.startLine() - asked.startLine())
              + (source.path.equals(asked.file()) ? 0 : 1 << 20);
          if (away < distance) {
            distance = away;
            best = method;
          }
        }
      }
    }
    return best;
  }

  private static String bare(Facts.MethodRef ref) {
    return ref.signature().replaceAll("\\s", "");
  }

  /** Makes two trees the versions of one. */
  static void pair(Tree one, Tree other) {
    one.twin = other;
    other.twin = one;
  }

  /** Notes that a method is taken for what it is here; that no other file overrides it has to be looked up. */
  void trust(IMethodBinding method) {
    if (Overriders.isOpen(method)) {
      trusted.add(method);
    }
  }

  /** Whether a field keeps its value once its object is made, as far as the given files of both versions tell. */
  boolean isStable(IVariableBinding field) {
    String name = names.field(field);
    return Modifier.isFinal(field.getModifiers())
        || isPrivate(name) && !assigned.contains(name) && (twin == null || !twin.assigned.contains(name));
  }

  /** Whether no other file can set a field, since it is private in one version at least. */
  private boolean isPrivate(String field) {
    return declaresPrivate(field) || twin != null && twin.declaresPrivate(field);
  }

  private boolean declaresPrivate(String field) {
    int end = field.lastIndexOf('.');
    Type type = types.get(field.substring(0, end));
    Member member = type == null ? null : type.members().get(field.substring(end + 1));
    return member != null && Modifier.isPrivate(member.declaration().getModifiers());
  }

  /** Whether an enum of the given files has nothing but constants and methods: to set it up does nothing else. */
  boolean isPlainEnum(ITypeBinding type) {
    Type known = types.get(names.type(type));
    return known != null
        && known.node() instanceof EnumDeclaration
        && known.members().values().stream().allMatch(member -> switch (member.node()) {
          case EnumConstantDeclaration constant ->
              constant.arguments().isEmpty() && constant.getAnonymousClassDeclaration() == null;
          case MethodDeclaration method -> !method.isConstructor();
          default -> false;
        });
  }

  /** Notes the fields that are assigned in methods and lambdas, or of another object than is being made. */
  private final class Assignments extends ASTVisitor {
    @Override
    public boolean visit(Assignment assignment) {
      note(assignment.getLeftHandSide());
      return true;
    }

    @Override
    public boolean visit(PrefixExpression step) {
      if (step.getOperator() == PrefixExpression.Operator.INCREMENT
          || step.getOperator() == PrefixExpression.Operator.DECREMENT) {
        note(step.getOperand());
      }
      return true;
    }

    @Override
    public boolean visit(PostfixExpression step) {
      note(step.getOperand());
      return true;
    }

    private void note(Expression target) {
      Object binding = switch (target) {
        case Name name -> name.resolveBinding();
        case FieldAccess access -> access.resolveFieldBinding();
        default -> null;
      };
      boolean isOwn = target instanceof SimpleName
          || target instanceof FieldAccess access && access.getExpression() instanceof ThisExpression;
      if (binding instanceof IVariableBinding field && field.isField() && !(isOwn && makesObject(target, field))) {
        assigned.add(names.field(field));
      }
    }

    /** Whether code runs while an object, or class, with this field is made, and only then. */
    private static boolean makesObject(ASTNode node, IVariableBinding field) {
      boolean isStatic = Modifier.isStatic(field.getModifiers());
      for (ASTNode at = node; at != null; at = at.getParent()) {
        switch (at) {
          case LambdaExpression _ -> {
            return false;
          }
          case MethodDeclaration method -> {
            return method.isConstructor() && !isStatic && isOf(method, field);
          }
          case Initializer block -> {
            return Modifier.isStatic(block.getModifiers()) == isStatic && isOf(block, field);
          }
          case FieldDeclaration fields -> {
            return Modifier.isStatic(fields.getModifiers()) == isStatic && isOf(fields, field);
          }
          default -> {}
        }
      }
      return false;
    }

    /** Whether a member is one of the field's own class, and not of a class in it or around it. */
    private static boolean isOf(BodyDeclaration member, IVariableBinding field) {
      ITypeBinding type = switch (member.getParent()) {
        case AbstractTypeDeclaration declared -> declared.resolveBinding();
        case AnonymousClassDeclaration anonymous -> anonymous.resolveBinding();
        default -> null;
      };
      return type != null && type.getErasure() == field.getDeclaringClass().getErasure();
    }
  }
}
