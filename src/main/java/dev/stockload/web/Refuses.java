package dev.stockload.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The statuses with which an operation is refused, beside those of every operation. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Refuses {
    int[] value();
}
