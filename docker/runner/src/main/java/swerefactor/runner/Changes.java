// What a new compilation of some sources changes for all others.
package swerefactor.runner;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The differences in shape between classes before and after; see {@link ClassFile}. */
final class Changes {
    /** Classes, by internal name, on which every file may depend that mentions them. */
    final Set<String> classes = new TreeSet<>();

    /** Classes on which only those files may depend that also have one of the {@link #names}. */
    final Set<String> used = new TreeSet<>();

    /**
     * Changed classes of which no abstract member differs. A package's own are not among them: a public
     * subclass of one has methods that call the inherited ones.
     */
    final Set<String> plain = new TreeSet<>();

    /** Simple names of members of those classes. */
    final Set<String> names = new TreeSet<>();

    /** Words with which a file may depend on something without any mention: constants, and classes. */
    final Set<String> words = new TreeSet<>();

    /** Simple names of static members, which a file may import from any subtype and not mention. */
    final Set<String> statics = new TreeSet<>();

    /** Whether supertypes or the like differ, so that any file may depend on it. */
    boolean isGlobal;

    boolean isEmpty() {
        return classes.isEmpty() && used.isEmpty();
    }

    void add(Map<String, ClassFile> before, Map<String, ClassFile> after) {
        Set<String> all = new TreeSet<>(before.keySet());
        all.addAll(after.keySet());
        for (String name : all) {
            ClassFile old = visible(before.get(name));
            ClassFile now = visible(after.get(name));
            if (old != null && now != null) {
                addMembers(old, now);
            } else if (old != null || now != null) {
                addClass(old != null ? old : now);
            }
        }
    }

    private static ClassFile visible(ClassFile found) {
        return found == null || found.isHidden() ? null : found;
    }

    /** A class that is new or gone. */
    private void addClass(ClassFile found) {
        isGlobal |= found.isAnnotation();
        String name = found.name;
        words.add(name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1));
        // A member class is inherited and may hide another one, as members do.
        for (int end = name.length(); end > 0; end = name.lastIndexOf('$', end - 1)) {
            classes.add(name.substring(0, end));
        }
    }

    private void addMembers(ClassFile old, ClassFile now) {
        isGlobal |= !old.header.equals(now.header);
        Map<String, String> gone = new TreeMap<>(old.members);
        gone.entrySet().removeAll(now.members.entrySet());
        Map<String, String> added = new TreeMap<>(now.members);
        added.entrySet().removeAll(old.members.entrySet());
        isGlobal |= old.isAnnotation() && !(gone.isEmpty() && added.isEmpty());
        gone.forEach((member, words) -> addMember(old, member, words));
        added.forEach((member, words) -> addMember(now, member, words));
        if (now.isPublic() && gone.values().stream().noneMatch(ClassFile::isAbstract)
                && added.values().stream().noneMatch(ClassFile::isAbstract)) {
            plain.add(now.name);
        }
    }

    private void addMember(ClassFile owner, String member, String modifiers) {
        String simpleName = simpleName(member);
        if (owner.isImplied(simpleName, modifiers)) {
            classes.add(owner.name);
        } else {
            used.add(owner.name);
            names.add(simpleName);
        }
        if (owner.constants.contains(simpleName)) {
            words.add(simpleName);
        }
        if (ClassFile.isStatic(modifiers)) {
            statics.add(simpleName);
        }
    }

    /** The name of a member, without its descriptor. */
    static String simpleName(String member) {
        return member.substring(0, member.indexOf(' '));
    }
}
