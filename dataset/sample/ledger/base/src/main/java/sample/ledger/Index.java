package sample.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Values under sorted keys, any number under each, in the order in which they came.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class Index<K extends Comparable<? super K>, V> {
    private final NavigableMap<K, List<V>> lists = new TreeMap<>();

    public void add(K key, V value) {
        lists.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
    }

    /** The values under a key; empty if there are none. */
    public List<V> get(K key) {
        return Collections.unmodifiableList(lists.getOrDefault(key, Collections.emptyList()));
    }

    /** The values under the keys from one (included) to another (excluded). */
    public List<V> between(K from, K to) {
        List<V> found = new ArrayList<>();
        for (List<V> list : lists.subMap(from, to).values()) {
            found.addAll(list);
        }
        return found;
    }

    public SortedSet<K> keys() {
        return Collections.unmodifiableSortedSet(lists.navigableKeySet());
    }
}
