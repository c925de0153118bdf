package swerefactor.analyser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The indexes of the projects asked about last. Equal trees share one, wherever they lie. */
final class Projects {
  private static final int KEPT = 4;

  private final Map<String, Project> indexed =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Project> eldest) {
          return size() > KEPT;
        }
      };

  /** The index of a tree's Java files below these roots. */
  Project open(Path tree, List<String> roots) throws IOException {
    Map<String, Path> files = javaFiles(tree, roots);
    String key = digest(files);
    Project known = indexed.get(key);
    if (known == null) {
      known = Project.index(files);
      indexed.put(key, known);
    }
    return known;
  }

  /** Files by their path relative to the tree. */
  private static Map<String, Path> javaFiles(Path tree, List<String> roots) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    for (String root : roots) {
      Path folder = tree.resolve(root);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> below = Files.walk(folder)) {
          below
              .filter(path -> path.toString().endsWith(".java") && Files.isRegularFile(path))
              .forEach(path -> files.put(inTree(tree, path), path));
        }
      }
    }
    return files;
  }

  private static String inTree(Path tree, Path file) {
    return tree.relativize(file).normalize().toString().replace('\\', '/');
  }

  private static String digest(Map<String, Path> files) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Map.Entry<String, Path> file : files.entrySet()) {
        byte[] content = Files.readAllBytes(file.getValue());
        digest.update((file.getKey() + "\0" + content.length + "\0").getBytes(StandardCharsets.UTF_8));
        digest.update(content);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException(absent); // Every Java has it.
    }
  }
}
