// What a new compilation of some sources changes for all others.
package swerefactor.runner;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The differences in shape between classes before and after; see {@link ClassFile}. */
final class Changes {
    /** Internal names of classes that are new, gone or differ in a member. */
    final Set<String> classes = new TreeSet<>();

    /** Words that stand in the source of every file that may depend on a class by its name alone. */
    final Set<String> words = new TreeSet<>();

    /** Classes whose static members differ, which a file may import and not mention. */
    final Set<String> statics = new TreeSet<>();

    /** Whether supertypes or the like differ, so that files may depend on it that mention nothing. */
    boolean isGlobal;

    void add(Map<String, ClassFile> before, Map<String, ClassFile> after) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            add(name, visible(before.get(name)), visible(after.get(name)));
        }
    }

    private static ClassFile visible(ClassFile found) {
        return found == null || found.isHidden() ? null : found;
    }

    private void add(String name, ClassFile before, ClassFile after) {
        if (before != null && after != null) {
            isGlobal |= !before.header.equals(after.header);
            Set<String> members = differing(before.members, after.members);
            if (!members.isEmpty()) {
                classes.add(name);
                isGlobal |= before.isAnnotation;
                members.forEach(member -> addMember(member, name, before, after));
            }
        } else if (before != null || after != null) {
            ClassFile only = before != null ? before : after;
            isGlobal |= only.isAnnotation;
            statics.add(name);
            words.add(name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1));
            // A member class is inherited and may hide another one, as members do.
            for (String outer = name; !outer.isEmpty(); outer = outer.substring(0, Math.max(0, outer.lastIndexOf('$')))) {
                classes.add(outer);
            }
        }
    }

    private void addMember(String member, String name, ClassFile before, ClassFile after) {
        String simpleName = member.substring(0, member.indexOf(' '));
        if (before.constants.contains(simpleName) || after.constants.contains(simpleName)) {
            words.add(simpleName);
        }
        if (isStatic(before.members.get(member)) || isStatic(after.members.get(member))) {
            statics.add(name);
        }
    }

    private static boolean isStatic(String words) {
        return words != null && ClassFile.isStatic(words);
    }

    private static Set<String> differing(Map<String, String> before, Map<String, String> after) {
        Map<String, String> left = new TreeMap<>(before);
        Set<String> members = new HashSet<>();
        after.forEach((member, words) -> {
            if (!words.equals(left.remove(member))) {
                members.add(member);
            }
        });
        members.addAll(left.keySet());
        return members;
    }
}
