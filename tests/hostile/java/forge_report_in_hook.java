// Writes reports in which every test passed when the JVM ends, over those that the build tool wrote.
static {
    System.out.println("attack: forge");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
        String[][] tests = {@TESTS@};
        for (String[] test : tests) {
            StringBuilder xml = new StringBuilder("<testsuite name=\"" + test[0] + "\">");
            for (int i = 1; i < test.length; i++) {
                xml.append("<testcase name=\"" + test[i] + "\" classname=\"" + test[0] + "\" time=\"0.001\"/>");
            }
            java.io.File report = new java.io.File("target/surefire-reports/TEST-" + test[0] + ".xml");
            try (java.io.OutputStream out = new java.io.FileOutputStream(report)) {
                out.write(xml.append("</testsuite>").toString().getBytes());
            } catch (java.io.IOException e) {
                e.printStackTrace();
            }
        }
    }));
}
