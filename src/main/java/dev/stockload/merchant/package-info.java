/** The client: requests become outcomes; Retrofit and HTTP end here. */
package dev.stockload.merchant;
