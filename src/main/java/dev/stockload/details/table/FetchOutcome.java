package dev.stockload.details.table;

/** What became of a request for a detail, as far as the service's counting goes. */
public enum FetchOutcome {
    /** The detail came. */
    FETCHED,
    /** Nobody knows whether the service counts it. */
    IN_DOUBT,
    /** The service looked and would not: it may count the call, but nothing was fetched. */
    REFUSED,
    /** The service did not take the request, so it surely does not count it. */
    NOT_TAKEN
}
