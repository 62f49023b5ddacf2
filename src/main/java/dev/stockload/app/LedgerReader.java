package dev.stockload.app;

import dev.stockload.database.DataFolderLock;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.BadSqlGrammarException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** For commands that only read: asks the ledger, where a process works with it through its loan. */
public record LedgerReader(Settings settings) {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerReader.class);

    /** A process that has just taken the folder lends its database a little later. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(200);

    /** Empty if there is no ledger yet. */
    public <T> Optional<T> ask(Function<Ledger, T> question) throws IOException {
        LedgerAddress own = settings.ledger();
        if (!own.isFile()) {
            return Optional.of(answer(own, question));
        }
        Path data = settings.data();
        long from = System.nanoTime();
        while (StateFolder.hasLedger(own) || DataFolderLock.isTaken(data)) {
            Optional<T> answer = attempt(own, question);
            if (answer.isPresent()) {
                return answer;
            }
            if (System.nanoTime() - from > LONGEST.toNanos()) {
                throw new RunFailedException(
                        "stockload %s has the data folder %s and does not answer: end it, then start it again"
                                .formatted(DataFolderLock.owner(data), data));
            }
            Time.real().rest(BETWEEN_ATTEMPTS, new StopSignal());
        }
        return Optional.empty();
    }

    /** Empty if a process has the ledger and does not lend it yet, or not any more. */
    private <T> Optional<T> attempt(LedgerAddress own, Function<Ledger, T> question)
            throws IOException {
        Path data = settings.data();
        if (!Files.isWritable(data) && !DataFolderLock.isTaken(data)) {
            return Optional.of(answer(own, question));
        }
        Optional<DataFolderLock> folder = DataFolderLock.take(data, "status");
        if (folder.isPresent()) {
            try (DataFolderLock taken = folder.get()) {
                // A process that was killed leaves it behind.
                ServeFile.remove(data);
                return StateFolder.hasLedger(own)
                        ? Optional.of(answer(own, question))
                        : Optional.empty();
            }
        }
        Optional<ServeFile> lender = ServeFile.read(data);
        if (lender.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    answer(lender.get().database(settings, ServeFile.LONGEST_READ), question));
        } catch (RuntimeException e) {
            if (DataFolderLock.isTaken(data) && lender.equals(ServeFile.read(data))) {
                lender.get().expectAnswer(settings);
                throw e;
            }
            LOG.debug("The process that lent its database has ended", e);
            return Optional.empty();
        }
    }

    private static <T> T answer(LedgerAddress address, Function<Ledger, T> question) {
        try (Ledger ledger = Ledger.openToRead(address)) {
            return question.apply(ledger);
        } catch (BadSqlGrammarException e) {
            if (address.isLent()) {
                throw e;
            }
            // An earlier version wrote it last: migrate the tables first.
            LOG.debug("The tables are those of an earlier version", e);
        }
        try (Ledger ledger = Ledger.open(address)) {
            return question.apply(ledger);
        }
    }
}
