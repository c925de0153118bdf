// Never lets a test go on.
static {
    System.out.println("attack: sleep");
    try {
        Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
        throw new IllegalStateException(e);
    }
}
