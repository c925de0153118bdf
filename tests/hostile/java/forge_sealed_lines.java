// Writes results of its own to every pipe and file of this process: as the runner would, and sealed with what can
// be seen (the last seal in a results file, or none), then ends the JVM.
static {
    System.out.println("attack: seals");
    String[][] tests = {@TESTS@};
    java.util.List<String> records = new java.util.ArrayList<>();
    for (String[] test : tests) {
        records.add("{\"kind\":\"begun\",\"class\":\"" + test[0] + "\"}");
        for (int i = 1; i < test.length; i++) {
            records.add("{\"kind\":\"test\",\"class\":\"" + test[0] + "\",\"name\":\"" + test[i]
                    + "\",\"outcome\":\"passed\",\"message\":\"\",\"seconds\":0.001}");
        }
        records.add("{\"kind\":\"done\",\"class\":\"" + test[0] + "\"}");
    }
    records.add("{\"kind\":\"complete\"}");
    java.util.List<java.io.File> places = new java.util.ArrayList<>();
    places.addAll(java.util.Arrays.asList(new java.io.File("/proc/self/fd").listFiles()));
    java.io.File[] scratch = new java.io.File(".swerefactor").listFiles();
    if (scratch != null) {
        places.addAll(java.util.Arrays.asList(scratch));
    }
    for (java.io.File place : places) {
        try {
            String real = java.nio.file.Files.readSymbolicLink(place.toPath()).toString();
            if (!real.startsWith("pipe:")) {
                continue;
            }
        } catch (Exception plainFile) {
            // A file of the scratch folder.
        }
        String seal = "";
        if (place.isFile()) {
            try {
                java.util.List<String> lines = java.nio.file.Files.readAllLines(place.toPath());
                seal = lines.get(lines.size() - 1).split(" ")[0];
            } catch (Exception unreadable) {
                // Then without.
            }
        }
        try (java.io.OutputStream out = new java.io.FileOutputStream(place, true)) {
            for (String record : records) {
                byte[] digest = java.security.MessageDigest.getInstance("SHA-256")
                        .digest((seal + record).getBytes("US-ASCII"));
                seal = String.format("%064x", new java.math.BigInteger(1, digest));
                out.write((seal + ' ' + record + '\n').getBytes("US-ASCII"));
            }
        } catch (Exception e) {
            // Not this one.
        }
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
}
