package dev.stockload.merchant;

import dev.stockload.stock.Colour;
import dev.stockload.stock.SafeText;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import okhttp3.MediaType;
import okhttp3.RequestBody;
import okhttp3.ResponseBody;

import retrofit2.Call;
import retrofit2.http.Body;
import retrofit2.http.Field;
import retrofit2.http.FormUrlEncoded;
import retrofit2.http.POST;
import retrofit2.http.Tag;

import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;

/** The merchant service as it is on the wire. */
interface MerchantApi {
    @FormUrlEncoded
    @POST("Stock/Product")
    Call<ResponseBody> products(@Field("page") int page, @Field("stock") Boolean stock);

    @FormUrlEncoded
    @POST("Stock/List")
    Call<ResponseBody> stock(@Field("productid") int productId);

    @POST("Stock/Creat")
    Call<ResponseBody> create(@Body RequestBody groups, @Tag Merchant.LastCheck check);

    @FormUrlEncoded
    @POST("Product/Detail")
    Call<ResponseBody> detail(@Field("pid") String pid);

    static RequestBody body(List<Colour> colours) {
        ArrayNode groups = JSON.createArrayNode();
        for (Colour colour : colours) {
            ArrayNode sizes =
                    groups.addObject()
                            .put("color", colour.name())
                            .put("pid", colour.product())
                            .putArray("param");
            colour.sizes().forEach((size, stock) -> add(sizes.addObject(), size, stock));
        }
        return RequestBody.create(
                JSON.writeValueAsBytes(groups), MediaType.get("application/json"));
    }

    private static void add(ObjectNode item, Size size, Stock stock) {
        item.put("size", size.toString()).put("stock", stock.pieces());
        if (stock.barcode() != null) {
            item.put("barCode", stock.barcode());
        }
    }

    /** Any answer. {@code data} has another type on failure, so it is read last. */
    record Answer(JsonNode success, JsonNode msg, JsonNode totalPages, JsonNode data) {
        int pages() {
            if (totalPages == null || !totalPages.isInt()) {
                throw DatabindException.from((JsonParser) null, "totalPages is not a whole number");
            }
            return totalPages.intValue();
        }

        <T> List<T> list(Class<T> type) {
            List<T> list = read(JSON.getTypeFactory().constructCollectionType(List.class, type));
            if (list.contains(null)) {
                throw DatabindException.from((JsonParser) null, "an element of data is empty");
            }
            return List.copyOf(list);
        }

        <T> T object(Class<T> type) {
            return read(JSON.constructType(type));
        }

        private <T> T read(JavaType type) {
            if (data == null || !data.isContainer()) {
                throw DatabindException.from((JsonParser) null, "data is missing");
            }
            return JSON.readValue(JSON.treeAsTokens(data), type);
        }
    }

    /** Texts without halves of surrogate pairs, which JSON can escape but nobody can write. */
    final class WholeTexts extends JsonNodeFactory {
        @Override
        public StringNode stringNode(String text) {
            return super.stringNode(text == null ? null : SafeText.repaired(text));
        }
    }

    /** Tolerant where services vary, strict where a guess could send wrong stock. */
    JsonMapper JSON =
            JsonMapper.builder()
                    .nodeFactory(new WholeTexts())
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .enable(DeserializationFeature.ACCEPT_EMPTY_STRING_AS_NULL_OBJECT)
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .build();
}
