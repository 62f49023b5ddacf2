package dev.stockload.cli;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

import java.io.IOException;

/** The same commands while {@code serve} runs. */
@Tag("soak")
class ServedChangeCommandsTest extends ChangeCommandsTest {
    @AutoClose private ServedFolder served;

    @BeforeEach
    void serve() throws IOException {
        served = new ServedFolder(CommandRun.sandbox(folder));
    }
}
