// Writes reports in which every test passed, then ends the JVM before a test can fail.
static {
    System.out.println("attack: forge");
    String[][] tests = {@TESTS@};
    new java.io.File("target/surefire-reports").mkdirs();
    for (String[] test : tests) {
        StringBuilder xml = new StringBuilder("<testsuite name=\"" + test[0] + "\">");
        for (int i = 1; i < test.length; i++) {
            xml.append("<testcase name=\"" + test[i] + "\" classname=\"" + test[0] + "\" time=\"0.001\"/>");
        }
        java.io.File report = new java.io.File("target/surefire-reports/TEST-" + test[0] + ".xml");
        try (java.io.OutputStream out = new java.io.FileOutputStream(report)) {
            out.write(xml.append("</testsuite>").toString().getBytes());
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
}
