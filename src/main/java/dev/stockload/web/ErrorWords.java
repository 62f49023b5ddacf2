package dev.stockload.web;

import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.webmvc.error.DefaultErrorAttributes;
import org.springframework.web.context.request.WebRequest;

import java.util.Map;

/** What a page about a fault may say: the words for what people did, never those of a bug. */
class ErrorWords extends DefaultErrorAttributes {
    private static final int OURS = 500;

    @Override
    public Map<String, Object> getErrorAttributes(WebRequest request, ErrorAttributeOptions which) {
        Map<String, Object> words = super.getErrorAttributes(request, which);
        if (words.get("status") instanceof Integer status && status >= OURS) {
            words.remove("message");
        }
        return words;
    }
}
