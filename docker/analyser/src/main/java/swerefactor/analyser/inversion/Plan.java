package swerefactor.analyser.inversion;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What is to be done with calls while code is read.
 *
 * @param inlined methods whose bodies are put in the place of their calls
 * @param opaque methods that stay calls, though they only give or set a field
 * @param byName up to which grade arguments are put in the place of parameters; others become locals
 */
record Plan(Set<String> inlined, Set<String> opaque, int byName) {
  static final Plan NONE = new Plan(Set.of(), Set.of(), -1);

  /** What came of it. */
  static final class Outcome {
    /** The methods that were put in. */
    final Set<String> inlined = new LinkedHashSet<>();
    /** Why some were not, each a sentence. */
    final Set<String> obstacles = new LinkedHashSet<>();
  }

  Plan upTo(int grade) {
    return new Plan(inlined, opaque, grade);
  }
}
