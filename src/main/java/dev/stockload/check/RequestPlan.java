package dev.stockload.check;

import dev.stockload.stock.CreateLimits;

import java.time.Duration;

/** How many requests the colours take, and how long those take at the pace of the service. */
public record RequestPlan(int colours, int requests) {
    public static RequestPlan of(int colours) {
        return new RequestPlan(colours, CreateLimits.requests(colours));
    }

    /** The least time that the requests take, at the pace of the service. */
    public Duration time() {
        return CreateLimits.leastTime(requests);
    }
}
