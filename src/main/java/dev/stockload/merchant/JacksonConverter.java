package dev.stockload.merchant;

import okhttp3.MediaType;
import okhttp3.RequestBody;
import okhttp3.ResponseBody;

import retrofit2.Converter;
import retrofit2.Retrofit;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Bodies as JSON by Jackson 3, for which Retrofit has no converter of its own. */
class JacksonConverter extends Converter.Factory {
    private static final MediaType JSON = MediaType.get("application/json; charset=UTF-8");

    private final JsonMapper mapper;

    JacksonConverter(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** An answer that is not what was asked for; Retrofit hands on what is of this kind. */
    static class UnreadableException extends IOException {
        private static final long serialVersionUID = 1L;

        UnreadableException(JacksonException cause) {
            super(cause.getOriginalMessage(), cause);
        }
    }

    @Override
    public Converter<?, RequestBody> requestBodyConverter(
            Type type, Annotation[] ofParameter, Annotation[] ofMethod, Retrofit retrofit) {
        ObjectWriter writer = mapper.writerFor(mapper.constructType(type));
        return value -> RequestBody.create(writer.writeValueAsBytes(value), JSON);
    }

    @Override
    public Converter<ResponseBody, ?> responseBodyConverter(
            Type type, Annotation[] ofMethod, Retrofit retrofit) {
        JavaType wanted = mapper.constructType(type);
        return body -> {
            try (body) {
                return mapper.readValue(body.charStream(), wanted);
            } catch (JacksonException e) {
                // Jackson 3 wraps what the connection threw, and only that is told apart by kind.
                if (e.getCause() instanceof IOException broken) {
                    throw broken;
                }
                throw new UnreadableException(e);
            }
        };
    }
}
