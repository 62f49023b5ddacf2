package dev.stockload.ledger;

import java.time.Instant;
import java.time.InstantSource;

/** What a machine knows of time: its clock, which may be set, and how long it has been up. */
public interface MachineTime extends InstantSource {
    Uptime uptime();

    /** The time of this machine. */
    static MachineTime real() {
        return new MachineTime() {
            @Override
            public Instant instant() {
                return Instant.now();
            }

            @Override
            public Uptime uptime() {
                return Machine.uptime();
            }
        };
    }
}
