package swerefactor.analyser;

import java.util.List;

/** The facts that go over the line. Their names in JSON are the same in snake_case; a null is left out. */
final class Facts {
  private Facts() {}

  /** One method in one version of the code; lines count from 1 and include the doc comment. */
  record MethodRef(String file, String className, String signature, int startLine, int endLine) {}

  /** A method; {@code body} is the text of its lines, {@code returnType} empty for a constructor. */
  record MethodInfo(MethodRef method, List<String> modifiers, String returnType, String body) {}

  /** Lines of a file and their role in RefactoringMiner's words. */
  record CodeRange(String file, int startLine, int endLine, String role) {}

  /** One refactoring; {@code pure} is null where PurityChecker has no word on it. */
  record Detection(
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
  record MethodContext(
      MethodInfo method,
      String classOutline,
      List<MethodRef> callers,
      List<MethodRef> callees,
      List<String> supertypes,
      List<String> subtypes,
      List<String> destinations) {}

  /** JaCoCo's line counters of one method; {@code signature} in JVM form. */
  record MethodCoverage(
      String className, String signature, int firstLine, int coveredLines, int missedLines) {}
}
