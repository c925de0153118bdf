// Keeps the JVM from ending: a shutdown hook that never does.
static {
    System.out.println("attack: hook");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
        while (true) {
            Thread.yield();
        }
    }));
}
