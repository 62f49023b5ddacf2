package dev.stockload.imports;

import dev.stockload.ledger.TestDatabase;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;

/** Imports whose statements matter, on every database that can hold the ledger. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class InEachWarehouse extends InWarehouse {
    @Parameter TestDatabase each;

    @Override
    @BeforeEach
    void open() throws IOException {
        database = each;
        super.open();
    }
}
