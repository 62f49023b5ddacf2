package dev.stockload.jobs;

import com.github.kagkarlsson.scheduler.serializer.Serializer;

import java.nio.charset.StandardCharsets;

/** Keeps the data of scheduled jobs as plain text. */
final class ScheduleDataSerializer implements Serializer {
    @Override
    public byte[] serialize(Object data) {
        return data == null ? null : data.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] text) {
        return text == null ? null : type.cast(new String(text, StandardCharsets.UTF_8));
    }
}
