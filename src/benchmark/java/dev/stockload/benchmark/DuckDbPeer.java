package dev.stockload.benchmark;

import java.nio.file.Path;
import java.sql.DriverManager;

/** DuckDB, which reads, checks, groups and counts in one statement. */
final class DuckDbPeer {
    private static final String CHECK =
            """
            with cells as (
                select try_cast(column0 as integer) as product, nullif(trim(column1), '') as colour,
                       column2 as size, column3 as stock, column4 as barcode
                  from read_csv(?, header = false, skip = 1, all_varchar = true,
                                names = ['column0', 'column1', 'column2', 'column3', 'column4'])),
            checked as (
                select product, colour, try_cast(stock as integer) as pieces,
                       try_cast(split_part(size, '-', 1) as integer) as first,
                       try_cast(split_part(size, '-', -1) as integer) as last,
                       coalesce(product > 0, false) and colour is not null as known,
                       coalesce(regexp_full_match(size, '[1-9][0-9]{0,3}(-[1-9][0-9]{0,3})?')
                                and (size not like '%-%' or first < last)
                                and regexp_full_match(stock, '[0-9]{1,10}') and pieces is not null,
                                false)
                       and not coalesce(regexp_full_match(barcode, '[0-9].*E[+].*'), false) as good
                  from cells),
            collided as (
                select *, known and good and coalesce(
                           max(last) over earlier >= first or min(first) over later <= last,
                           false) as collides
                  from checked
                window earlier as (partition by product, colour, known and good order by first, last
                                   rows between unbounded preceding and 1 preceding),
                       later as (partition by product, colour, known and good order by first, last
                                 rows between 1 following and unbounded following)),
            grouped as (
                select count(*) as lines,
                       count(*) filter (where not good or collides) as bad,
                       sum(pieces) filter (where good) as pieces
                  from collided where known group by product, colour)
            select (select count(*) from checked) as rows_read,
                   (select count(*) from checked where not known) + sum(bad) as rejected,
                   sum(lines - bad) filter (where bad > 0) as held,
                   count(*) as colours,
                   count(*) filter (where bad = 0) as ready,
                   sum(pieces) filter (where bad = 0) as pieces
              from grouped
            """;

    private DuckDbPeer() {}

    static Tally check(Path file) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:duckdb:");
                var statement = connection.prepareStatement(CHECK)) {
            statement.setString(1, file.toString());
            try (var result = statement.executeQuery()) {
                result.next();
                long rows = result.getLong("rows_read");
                long rejected = result.getLong("rejected");
                long held = result.getLong("held");
                return new Tally(
                        rows,
                        rows - rejected - held,
                        rejected,
                        held,
                        result.getLong("colours"),
                        result.getLong("ready"),
                        result.getLong("pieces"));
            }
        }
    }
}
