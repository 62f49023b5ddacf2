package dev.stockload.benchmark;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What a reader counted; readers that did the same work agree.
 *
 * @param held the good rows of colours that have a bad one
 * @param ready the colours without a bad row
 * @param pieces the stock of the ready colours
 */
record Tally(
        long rows, long accepted, long rejected, long held, long colours, long ready, long pieces) {

    /** The counts in one line, as a measured JVM hands them over. */
    String line() {
        return LongStream.of(rows, accepted, rejected, held, colours, ready, pieces)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
    }

    static Tally parse(String line) {
        long[] n = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
        return new Tally(n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
    }
}
