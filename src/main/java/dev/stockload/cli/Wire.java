package dev.stockload.cli;

import dev.stockload.ledger.Run;
import dev.stockload.ledger.Tally;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** What commands and the process that serves tell each other, as JSON. */
final class Wire {
    static final JsonMapper JSON = JsonMapper.builder().addModule(tallies()).build();

    /** The file in the data folder that says where a process serves, for its owner only. */
    static final String FILE = "serve.json";

    private Wire() {}

    /** Where a process serves, and what shows that a command may read its data folder. */
    record Address(String url, String token) {
        @Override
        public String toString() {
            return url;
        }
    }

    /** Something that a run did, in one line. */
    record Event(Kind kind, Run run, int number, String text) {
        enum Kind {
            TICKET,
            BEGINS,
            READS,
            SENDS,
            GOES_ON,
            NOTICE,
            DONE,
            ALREADY_DONE,
            UNUSABLE_SHEET,
            UNUSABLE_SETTINGS,
            FAILED
        }
    }

    record Resume(String run, boolean force) {}

    record Stop(String ticket) {}

    record Runs(java.util.List<Run> runs) {}

    private static SimpleModule tallies() {
        SimpleModule module = new SimpleModule("tallies");
        module.addSerializer(
                new StdSerializer<Tally>(Tally.class) {
                    @Override
                    public void serialize(
                            Tally tally, JsonGenerator json, SerializationContext context) {
                        json.writeString(tally.toString());
                    }
                });
        module.addDeserializer(
                Tally.class,
                new StdDeserializer<Tally>(Tally.class) {
                    @Override
                    public Tally deserialize(JsonParser json, DeserializationContext context) {
                        return Tally.parse(json.getString());
                    }
                });
        return module;
    }
}
