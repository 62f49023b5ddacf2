package dev.stockload.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;

import javax.net.ssl.SSLHandshakeException;

class ConnectionFaultTest {
    @Test
    void explains_faults_that_people_can_fix() {
        assertThat(words(new UnknownHostException("files.supplier.example")))
                .isEqualTo("there is no host of this name");
        assertThat(words(new ConnectException("Connection refused")))
                .isEqualTo("nobody listens at this host and port");
        assertThat(words(new IOException(new SocketException("Connection reset"))))
                .isEqualTo("the connection was cut");
        assertThat(words(new SSLHandshakeException("PKIX path building failed: sun.security.x.Y")))
                .isEqualTo("its certificate is not trusted");
    }

    @Test
    void repeats_the_other_sides_message_if_it_is_a_sentence() {
        assertThat(words(new IOException("No such file or directory")))
                .isEqualTo("No such file or directory");
        assertThat(words(new IOException("550 5.1.1 mailbox unknown")))
                .isEqualTo("550 5.1.1 mailbox unknown");
    }

    @Test
    void names_neither_classes_nor_addresses() {
        assertThat(words(new ClosedChannelException())).isEqualTo("the connection was cut");
        assertThat(words(new IOException("SshException: closed"))).doesNotContain("Exception");
        assertThat(words(new IOException("failed at https://shop.example/?key=s3cret now")))
                .doesNotContain("s3cret");
        assertThat(words(new IllegalStateException("org.shop.Thing is not open")))
                .doesNotContain("org.shop");
    }

    private static String words(Throwable fault) {
        return ConnectionFault.explain(new RuntimeException(fault));
    }
}
