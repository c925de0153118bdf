package swerefactor.analyser;

import gr.uom.java.xmi.UMLModel;
import gr.uom.java.xmi.UMLModelASTReader;
import gr.uom.java.xmi.VariableDeclarationContainer;
import gr.uom.java.xmi.diff.CodeRange;
import gr.uom.java.xmi.diff.ExtractOperationRefactoring;
import gr.uom.java.xmi.diff.InlineOperationRefactoring;
import gr.uom.java.xmi.diff.MoveOperationRefactoring;
import gr.uom.java.xmi.diff.UMLModelDiff;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.refactoringminer.api.PurityCheckResult;
import org.refactoringminer.api.PurityChecker;
import org.refactoringminer.api.Refactoring;

/** The refactorings of six types that RefactoringMiner sees between two versions of some files. */
final class Detector {
  private final Side before;
  private final Side after;

  private Detector(Map<String, String> before, Map<String, String> after) {
    this.before = new Side(before);
    this.after = new Side(after);
  }

  static List<Facts.Detection> detect(Map<String, String> before, Map<String, String> after)
      throws Exception {
    return new Detector(before, after).detect();
  }

  private List<Facts.Detection> detect() throws Exception {
    Map<String, String> left = before.javaFiles();
    Map<String, String> right = after.javaFiles();
    dropUnchanged(left, right);
    UMLModelDiff diff = model(left).diff(model(right));
    List<Refactoring> refactorings = diff.getRefactorings();
    List<Facts.Detection> detections = new ArrayList<>();
    for (Refactoring refactoring : refactorings) {
      // All refactorings go to PurityChecker: a renamed variable explains a changed statement.
      switch (refactoring.getRefactoringType()) {
        case EXTRACT_OPERATION, EXTRACT_AND_MOVE_OPERATION, INLINE_OPERATION, MOVE_AND_INLINE_OPERATION,
            MOVE_OPERATION, MOVE_AND_RENAME_OPERATION ->
            detections.add(detection(refactoring, purity(refactoring, refactorings, diff)));
        default -> {}
      }
    }
    return detections;
  }

  /** Drops files that stay as they are, in place or under another path, as RefactoringMiner does. */
  private static void dropUnchanged(Map<String, String> left, Map<String, String> right) {
    left.keySet().removeIf(path -> left.get(path).equals(right.get(path)) && right.remove(path) != null);
    Set<String> kept = Set.copyOf(left.keySet());
    left.entrySet()
        .removeIf(file -> !right.containsKey(file.getKey()) && removeRenamed(file.getValue(), kept, right));
  }

  private static boolean removeRenamed(String text, Set<String> kept, Map<String, String> right) {
    for (Map.Entry<String, String> file : right.entrySet()) {
      if (!kept.contains(file.getKey()) && file.getValue().equals(text)) {
        return right.remove(file.getKey()) != null;
      }
    }
    return false;
  }

  private static UMLModel model(Map<String, String> files) {
    return new UMLModelASTReader(files, folders(files.keySet()), false).getUmlModel();
  }

  private static Set<String> folders(Set<String> paths) {
    Set<String> folders = new LinkedHashSet<>();
    for (String path : paths) {
      for (int at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
        folders.add(path.substring(0, at));
      }
    }
    return folders;
  }

  /** PurityChecker's word, or null: it fails on some refactorings that are none the worse for it. */
  private static PurityCheckResult purity(Refactoring refactoring, List<Refactoring> all, UMLModelDiff diff) {
    try {
      return PurityChecker.check(refactoring, all, diff);
    } catch (RuntimeException | Error fault) {
      return null;
    }
  }

  private Facts.Detection detection(Refactoring refactoring, PurityCheckResult purity) {
    Facts.MethodRef subject;
    Facts.MethodRef result;
    Facts.MethodRef host = null;
    switch (refactoring) {
      case ExtractOperationRefactoring extract -> {
        subject = before.ref(extract.getSourceOperationBeforeExtraction());
        result = after.ref(extract.getExtractedOperation());
        host = after.ref(extract.getSourceOperationAfterExtraction());
      }
      case InlineOperationRefactoring inline -> {
        subject = before.ref(inline.getInlinedOperation());
        result = after.ref(inline.getTargetOperationAfterInline());
        host = before.ref(inline.getTargetOperationBeforeInline());
      }
      case MoveOperationRefactoring move -> {
        subject = before.ref(move.getOriginalOperation());
        result = after.ref(move.getMovedOperation());
      }
      default -> throw new IllegalStateException("not one of the six: " + refactoring.getClass());
    }
    return new Facts.Detection(
        refactoring.getRefactoringType().getDisplayName(),
        refactoring.toString(),
        subject,
        result,
        host,
        purity == null ? null : purity.isPure(),
        purity == null ? "" : comment(purity),
        ranges(refactoring.leftSide()),
        ranges(refactoring.rightSide()));
  }

  private static String comment(PurityCheckResult purity) {
    return Stream.of(purity.getPurityComment(), purity.getDescription())
        .filter(Objects::nonNull)
        .collect(Collectors.joining(": "));
  }

  private static List<Facts.CodeRange> ranges(List<CodeRange> ranges) {
    return ranges.stream()
        .map(range -> new Facts.CodeRange(
            range.getFilePath(), range.getStartLine(), range.getEndLine(), range.getDescription()))
        .toList();
  }

  /** One version of the files. */
  private record Side(Map<String, String> files, Map<String, Source> parsed) {
    Side(Map<String, String> files) {
      this(files, new HashMap<>());
    }

    /** In the order of their paths: RefactoringMiner's answer may depend on it. */
    Map<String, String> javaFiles() {
      Map<String, String> java = new TreeMap<>(files);
      java.keySet().removeIf(path -> !path.endsWith(".java"));
      return java;
    }

    /**
     * The method, found by where it ends: where it starts depends on what counts as a doc comment.
     * Code that is in no method (an initializer, a field) keeps RefactoringMiner's own name.
     */
    Facts.MethodRef ref(VariableDeclarationContainer container) {
      var place = container.getLocationInfo();
      return parsed
          .computeIfAbsent(place.getFilePath(), path -> Source.parse(path, files.get(path)))
          .refEnding(place.getEndOffset())
          .orElseGet(() -> new Facts.MethodRef(
              place.getFilePath(),
              container.getClassName(),
              container.getName(),
              place.getStartLine(),
              place.getEndLine()));
    }
  }
}
