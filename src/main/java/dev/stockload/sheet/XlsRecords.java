package dev.stockload.sheet;

import org.apache.poi.hssf.record.RecordInputStream;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.filesystem.DocumentInputStream;

import java.io.Closeable;
import java.io.IOException;

/**
 * Steps through the records of an .xls workbook. Only what somebody asks for is read of a record,
 * so that a damaged one that nobody needs does no harm.
 */
final class XlsRecords implements Closeable {
    static final int END = -1;

    private final DocumentInputStream in;
    private final RecordInputStream records;

    /** Begins at a position of the stream; the key is null where the workbook is not encrypted. */
    XlsRecords(DocumentInputStream in, int position, EncryptionInfo key) throws IOException {
        this.in = in;
        if (in.skip(position) != position) {
            throw XlsBook.damaged(null);
        }
        this.records = new RecordInputStream(in, key, position);
    }

    /** Moves to the next record and gives its number; END behind the last. */
    int next() {
        if (records.remaining() > 0) {
            records.readRemainder();
        }
        if (!records.hasNextRecord()) {
            return END;
        }
        records.nextRecord();
        return records.getSid() & 0xFFFF;
    }

    /** The data of the record, which goes on in the records that continue it. */
    RecordInputStream data() {
        return records;
    }

    @Override
    public void close() {
        in.close();
    }
}
