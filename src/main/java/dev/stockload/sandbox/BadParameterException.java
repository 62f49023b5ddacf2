package dev.stockload.sandbox;

/** A parameter, header or body that the document does not allow; the answer is 400. */
final class BadParameterException extends RuntimeException {
    private static final int LONGEST = 80;

    private final String parameter;

    BadParameterException(String parameter, String complaint) {
        super(parameter + ": " + complaint);
        this.parameter = parameter;
    }

    static BadParameterException missing(String parameter, String expected) {
        return new BadParameterException(parameter, "is missing; expected " + expected);
    }

    static BadParameterException unlike(String parameter, Object found, String expected) {
        int[] shown = String.valueOf(found).codePoints().toArray();
        return new BadParameterException(
                parameter,
                "'%s' was sent; expected %s"
                        .formatted(
                                shown.length > LONGEST
                                        ? new String(shown, 0, LONGEST) + "…"
                                        : found,
                                expected));
    }

    String parameter() {
        return parameter;
    }
}
