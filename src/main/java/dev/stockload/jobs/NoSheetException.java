package dev.stockload.jobs;

/** There is no file that a job could read now. */
final class NoSheetException extends UnusableJobException {
    NoSheetException(String message) {
        super(message);
    }
}
