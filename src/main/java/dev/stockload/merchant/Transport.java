package dev.stockload.merchant;

import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;

import java.net.Proxy;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

import javax.net.SocketFactory;

/** How requests travel: signed, once, without detours. */
class Transport {
    private Transport() {}

    static OkHttpClient of(
            Account account, InstantSource clock, Timeouts timeouts, SocketFactory sockets) {
        OkHttpClient.Builder http =
                new OkHttpClient.Builder()
                        .socketFactory(sockets)
                        .connectTimeout(timeouts.connect())
                        .writeTimeout(timeouts.write())
                        .readTimeout(timeouts.read())
                        .callTimeout(timeouts.call())
                        .retryOnConnectionFailure(false)
                        .followRedirects(false)
                        .followSslRedirects(false)
                        // Let go before most services do so.
                        .connectionPool(new ConnectionPool(2, 4, TimeUnit.SECONDS))
                        .addInterceptor(new BoundedAnswer())
                        .addInterceptor(new OneAttempt())
                        .addNetworkInterceptor(OneAttempt::leave)
                        .addNetworkInterceptor(new Signing(account, clock));
        if (account.isLoopback()) {
            // A proxy that is set for the way out would look for its own loopback.
            http.proxy(Proxy.NO_PROXY);
        }
        return http.build();
    }

    /**
     * The same with a new connection for each request. A kept one that the service has closed
     * meanwhile would put a create in doubt, or count a detail that never came.
     */
    static OkHttpClient fresh(OkHttpClient http) {
        return http.newBuilder().connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS)).build();
    }
}
