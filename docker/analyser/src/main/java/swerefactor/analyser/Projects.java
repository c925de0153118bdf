package swerefactor.analyser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The projects asked about last, indexed once as long as their files stay as they are. */
final class Projects {
  private static final int KEPT = 4;

  private final Map<List<String>, Project> indexed =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<String>, Project> eldest) {
          return size() > KEPT;
        }
      };

  /** The index of a tree's Java files below these roots, made anew when a file changed. */
  Project open(Path tree, List<String> roots) throws IOException {
    List<String> files = new ArrayList<>();
    List<String> key = new ArrayList<>(List.of(tree.toString()));
    for (Path file : javaFiles(tree, roots)) {
      BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
      files.add(tree.relativize(file).toString().replace('\\', '/'));
      key.add(file + " " + facts.size() + " " + facts.lastModifiedTime().toMillis());
    }
    Project known = indexed.get(key);
    if (known == null) {
      known = Project.index(tree, files);
      indexed.put(key, known);
    }
    return known;
  }

  private static TreeSet<Path> javaFiles(Path tree, List<String> roots) throws IOException {
    TreeSet<Path> files = new TreeSet<>();
    for (String root : roots) {
      Path folder = tree.resolve(root);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> below = Files.walk(folder)) {
          below.filter(path -> path.toString().endsWith(".java") && Files.isRegularFile(path)).forEach(files::add);
        }
      }
    }
    return files;
  }
}
