/** The client of the merchant service; no other package uses OkHttp or Retrofit. */
package dev.stockload.merchant;
