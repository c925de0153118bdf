package swerefactor.analyser;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import swerefactor.analyser.inversion.Inversion;

/** Answers questions about Java code: a JSON request a line on standard input, an answer a line on output. */
public final class Main {
  private static final Gson GSON =
      new GsonBuilder()
          .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
          .disableHtmlEscaping()
          .create();

  /** A request; which fields it has depends on {@code op}. */
  record Request(
      long id,
      String op,
      Map<String, String> before,
      Map<String, String> after,
      Map<String, String> files,
      String tree,
      List<String> roots,
      Facts.MethodRef method,
      String data,
      List<String> classes,
      Facts.Asked asked,
      Map<String, String> others,
      List<String> classPath,
      List<String> sourcePath) {}

  /** An answer: {@code ok} or {@code error}. */
  record Answer(long id, Object ok, String error) {}

  private final Projects projects = new Projects();

  public static void main(String[] arguments) throws InterruptedException {
    PrintStream answers = System.out;
    System.setOut(System.err); // What libraries print must not end up among the answers.
    LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(lines), "requests");
    reader.setDaemon(true);
    reader.start();
    Main main = new Main();
    while (true) {
      answers.println(ascii(GSON.toJson(main.answer(lines.take()))));
      answers.flush();
    }
  }

  /** Ends the process with its input, also amid a request: whoever asked is gone. */
  private static void read(LinkedBlockingQueue<String> lines) {
    try (BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        lines.add(line);
      }
    } catch (IOException gone) {
      // The same as its end.
    }
    Runtime.getRuntime().halt(0);
  }

  private Answer answer(String line) {
    long id = 0;
    try {
      Request request = GSON.fromJson(line, Request.class);
      id = request.id();
      return new Answer(id, carryOut(request), null);
    } catch (Throwable fault) {
      // A library that fails on one input, be it by a stack overflow, is fine again on the next.
      fault.printStackTrace();
      return new Answer(id, null, sentence(fault));
    }
  }

  private Object carryOut(Request request) throws Exception {
    return switch (request.op()) {
      case "detect" -> Detector.detect(request.before(), request.after());
      case "invert" -> Inversion.invert(
          request.asked(),
          request.before(),
          request.after(),
          request.others(),
          request.classPath(),
          request.sourcePath());
      case "methods" -> Source.methods(request.files());
      case "context" -> {
        Path tree = Path.of(request.tree());
        yield projects.open(tree, request.roots()).context(tree, request.method());
      }
      case "coverage" -> Coverage.read(Path.of(request.data()), request.classes());
      default -> throw new IllegalArgumentException("no operation is called " + request.op());
    };
  }

  private static String sentence(Throwable fault) {
    StackTraceElement[] trace = fault.getStackTrace();
    boolean ours = fault instanceof IllegalArgumentException && trace.length > 0
        && trace[0].getClassName().startsWith("swerefactor.");
    return ours ? fault.getMessage() : fault + (trace.length > 0 ? " at " + trace[0] : "");
  }

  /** The same JSON in ASCII, so that a lone surrogate too, which has no UTF-8, arrives as it was sent. */
  private static String ascii(String json) {
    StringBuilder text = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c < 0x7f) {
        text.append(c);
      } else {
        text.append(String.format("\\u%04x", (int) c));
      }
    }
    return text.toString();
  }
}
