package dev.stockload.merchant;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

import dev.stockload.stock.Colour;
import dev.stockload.stock.SizeStock;

import retrofit2.Call;
import retrofit2.http.Body;
import retrofit2.http.Field;
import retrofit2.http.FormUrlEncoded;
import retrofit2.http.Headers;
import retrofit2.http.POST;
import retrofit2.http.Tag;

import java.io.IOException;
import java.util.List;

/** The merchant service, word for word as it is on the wire. */
interface MerchantApi {
    @FormUrlEncoded
    @POST("Stock/Product")
    Call<Answer> products(@Field("page") int page, @Field("stock") Boolean stock);

    @FormUrlEncoded
    @POST("Stock/List")
    Call<Answer> stock(@Field("productid") int productId);

    @Headers("Content-Type: application/json")
    @POST("Stock/Creat")
    Call<Answer> create(@Body List<ColourGroup> groups, @Tag LastLook look);

    @FormUrlEncoded
    @POST("Product/Detail")
    Call<Answer> detail(@Field("pid") String pid);

    record ColourGroup(String color, int pid, List<SizeItem> param) {
        static ColourGroup of(Colour colour) {
            return new ColourGroup(
                    colour.name(),
                    colour.product(),
                    colour.sizes().stream().map(SizeItem::of).toList());
        }
    }

    record SizeItem(
            String size, int stock, @JsonInclude(JsonInclude.Include.NON_NULL) String barCode) {
        static SizeItem of(SizeStock size) {
            return new SizeItem(size.size().toString(), size.stock(), size.barcode());
        }
    }

    /**
     * Any answer: {@code data} is of another kind on failure, so it is read once the rest is known.
     */
    record Answer(JsonNode success, JsonNode msg, JsonNode totalPages, JsonNode data) {
        int pages() throws IOException {
            if (totalPages == null || !totalPages.isInt()) {
                throw new JsonMappingException(null, "totalPages is no whole number");
            }
            return totalPages.intValue();
        }

        <T> List<T> list(Class<T> type) throws IOException {
            List<T> list = read(JSON.getTypeFactory().constructCollectionType(List.class, type));
            if (list.contains(null)) {
                throw new JsonMappingException(null, "an element of data is empty");
            }
            return List.copyOf(list);
        }

        <T> T object(Class<T> type) throws IOException {
            return read(JSON.constructType(type));
        }

        private <T> T read(JavaType type) throws IOException {
            if (data == null || !data.isContainerNode()) {
                throw new JsonMappingException(null, "data is missing");
            }
            return JSON.readValue(JSON.treeAsTokens(data), type);
        }
    }

    /** Tolerant where the interface is seen to vary, strict where a guess could cost stock. */
    JsonMapper JSON =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .enable(DeserializationFeature.ACCEPT_EMPTY_STRING_AS_NULL_OBJECT)
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();
}
