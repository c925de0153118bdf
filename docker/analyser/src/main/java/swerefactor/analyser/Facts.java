package swerefactor.analyser;

import java.util.List;

/** The facts that go over the line. Their names in JSON are the same in snake_case; a null is left out. */
public final class Facts {
  private Facts() {}

  /** One method in one version of the code; lines count from 1 and include the doc comment. */
  public record MethodRef(String file, String className, String signature, int startLine, int endLine) {}

  /** A method; {@code body} is the text of its lines, {@code returnType} empty for a constructor. */
  public record MethodInfo(MethodRef method, List<String> modifiers, String returnType, String body) {}

  /** Lines of a file and their role in RefactoringMiner's words. */
  public record CodeRange(String file, int startLine, int endLine, String role) {}

  /** One refactoring; {@code pure} is null where PurityChecker has no word on it. */
  public record Detection(
      String type,
      String description,
      MethodRef subject,
      MethodRef result,
      MethodRef host,
      Boolean pure,
      String purityComment,
      List<CodeRange> left,
      List<CodeRange> right) {}

  /** What surrounds a method in its project. */
  public record MethodContext(
      MethodInfo method,
      String classOutline,
      List<MethodRef> callers,
      List<MethodRef> callees,
      List<String> supertypes,
      List<String> subtypes,
      List<String> destinations) {}

  /** The refactoring that was asked for; {@code destination} is null where there is none. */
  public record Asked(String type, MethodRef target, Destination destination) {}

  /** Where a refactoring must lead; {@code method} is null where any name will do. */
  public record Destination(String className, String file, String method) {}

  /** One place in which the undone change is not the original; a line is 0 where there is none. */
  public record Difference(
      String kind,
      String file,
      String member,
      int beforeLine,
      int afterLine,
      String before,
      String after) {}

  /** A call to a method outside the project that the original does not make. */
  public record ExternalCall(String name, String file, int line, boolean holder) {}

  /** What comes of undoing a refactoring and comparing with the original. */
  public record Inversion(
      boolean found,
      String obstacle,
      List<Difference> differences,
      List<Difference> frame,
      List<ExternalCall> calls,
      List<MethodRef> callersLeft,
      List<MethodRef> results,
      List<CodeRange> taken,
      boolean wholeBody,
      List<String> unresolved) {
    /** The same with one more obstacle. */
    public Inversion doubted(String doubt) {
      String all = obstacle.isEmpty() ? doubt : obstacle + "; " + doubt;
      return new Inversion(found, all, differences, frame, calls, callersLeft, results, taken, wholeBody, unresolved);
    }
  }

  /** JaCoCo's line counters of one method; {@code signature} in JVM form. */
  public record MethodCoverage(
      String className, String signature, int firstLine, int coveredLines, int missedLines) {}
}
