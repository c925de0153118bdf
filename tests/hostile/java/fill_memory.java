// Holds on to all memory of the heap.
static final java.util.List<long[]> HOARD = new java.util.ArrayList<>();

static {
    System.out.println("attack: memory");
    while (HOARD.size() >= 0) {
        HOARD.add(new long[1 << 17]);
    }
}
