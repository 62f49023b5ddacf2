package dev.stockload.web.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.stockload.web.parts.EventStreams.EventStream;

import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

import java.util.ArrayList;
import java.util.List;

/** Clients that leave at the worst moments. */
class EventStreamTest {
    private final List<String> touched = new ArrayList<>();

    /** A response whose client has gone, so that the server has reused it. */
    private final class RecycledEmitter extends SseEmitter {
        private Runnable gone = () -> {};

        @Override
        public void onCompletion(Runnable callback) {
            gone = callback;
        }

        @Override
        public void complete() {
            touched.add("complete");
            throw new IllegalStateException("The response object has been recycled");
        }

        @Override
        public void completeWithError(Throwable fault) {
            touched.add("error");
            throw new IllegalStateException("The response object has been recycled");
        }

        @Override
        public void send(SseEventBuilder event) {
            touched.add("send");
        }
    }

    @Test
    void ending_a_stream_whose_client_leaves_at_that_moment_is_silent() {
        EventStream stream = new EventStream(Runnable::run, new RecycledEmitter());
        assertThatCode(stream::end).doesNotThrowAnyException();
        assertThat(stream.closed()).isCompleted();
    }

    @Test
    void a_response_is_not_used_after_the_server_reused_it() {
        RecycledEmitter emitter = new RecycledEmitter();
        List<Runnable> later = new ArrayList<>();
        EventStream stream = new EventStream(later::add, emitter);
        stream.send(SseEmitter.event().data("first"));
        emitter.gone.run();
        runAll(later);
        stream.send(SseEmitter.event().data("second"));
        stream.end();
        runAll(later);
        assertThat(touched).isEmpty();
    }

    @Test
    void giving_up_on_a_client_that_does_not_read_ends_its_connection() {
        RecycledEmitter emitter = new RecycledEmitter();
        List<Runnable> later = new ArrayList<>();
        EventStream stream = new EventStream(later::add, emitter);
        for (int i = 0; i < EventStreams.MOST_WAITING; i++) {
            stream.send(SseEmitter.event().data("unread"));
        }
        assertThat(stream.closed()).isCompleted();
        runAll(later);
        assertThat(touched).containsExactly("complete");
    }

    private static void runAll(List<Runnable> later) {
        while (!later.isEmpty()) {
            later.remove(0).run();
        }
    }
}
