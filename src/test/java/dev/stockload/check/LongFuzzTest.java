package dev.stockload.check;

import org.junit.jupiter.api.Tag;

/** The same with more sheets. */
@Tag("soak")
class LongFuzzTest extends FuzzTest {
    @Override
    int times() {
        return 15;
    }
}
