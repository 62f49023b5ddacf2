package dev.stockload.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;
import ch.qos.logback.core.util.FileSize;

import dev.stockload.database.FilePermissions;

import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The log file, of limited size. Logging is off until there is a data folder. In code, because an
 * XML file costs every command a tenth of a second; tests have a file of their own.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class LogFile extends ContextAwareBase implements Configurator {
    /** Set in the program, not in tests; a constant, so that its use does not load logback. */
    public static final String PROGRAM = "dev.stockload.program";

    /** Loggers that warn without a reason. */
    private static final List<String> NOISY =
            List.of(
                    // Warns about each H2 that is newer than itself.
                    "org.flywaydb.core.internal.database.base.Database",
                    // Warns about every H2, although its columns are right.
                    "com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization.utc_warning",
                    // Warn about foreign threads and about pages that were closed early.
                    "org.apache.catalina.loader.WebappClassLoaderBase",
                    "org.springframework.web.servlet.mvc.support.DefaultHandlerExceptionResolver");

    private static final String NAME = "stockload-file";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(PROGRAM) == null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        context.getStatusManager().add(new NopStatusListener());
        NOISY.forEach(name -> context.getLogger(name).setLevel(Level.ERROR));
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    public static Path start(Path data) {
        Path folder = data.resolve("logs");
        Path log = folder.resolve("stockload.log");
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (!(factory instanceof LoggerContext context)) {
            return log;
        }
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        if (root.getAppender(NAME) instanceof RollingFileAppender<?> before) {
            if (before.getFile().equals(log.toString()) && before.isStarted()) {
                return log;
            }
            root.detachAppender(NAME);
            before.stop();
        }
        try {
            FilePermissions.create(data);
        } catch (IOException e) {
            // The next writer reports it.
        }
        RollingFileAppender<ILoggingEvent> file = new RollingFileAppender<>();
        file.setContext(context);
        file.setName(NAME);
        file.setFile(log.toString());
        file.setEncoder(encoder(context));
        FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
        rolling.setContext(context);
        rolling.setParent(file);
        rolling.setFileNamePattern(folder.resolve("stockload.%i.log").toString());
        rolling.setMinIndex(1);
        rolling.setMaxIndex(5);
        rolling.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
        size.setContext(context);
        size.setMaxFileSize(FileSize.valueOf("5MB"));
        size.start();
        file.setRollingPolicy(rolling);
        file.setTriggeringPolicy(size);
        file.start();
        root.addAppender(file);
        root.setLevel(Level.WARN);
        context.getLogger("dev.stockload").setLevel(Level.INFO);
        return log;
    }

    private static PatternLayoutEncoder encoder(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{30} %msg%n");
        encoder.start();
        return encoder;
    }
}
