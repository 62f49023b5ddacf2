package dev.stockload.details.table;

/**
 * A job over product details and how far it is.
 *
 * @param products how many it is to fetch, as far as they are known
 * @param refused how many the service would not give
 */
public record DetailStanding(DetailRun run, int products, int fetched, int refused) {
    public int waiting() {
        return products - fetched - refused;
    }

    /** The same for a job that seems to go on while its process is dead. */
    public DetailStanding cutOff() {
        return new DetailStanding(
                run.cutOff("The program ended before the run did"), products, fetched, refused);
    }
}
