package dev.stockload.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;

import java.util.List;

/**
 * Turns logging off until there is a data folder. In code, because an XML file costs every command
 * a tenth of a second; tests have a file of their own.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class LogConfiguration extends ContextAwareBase implements Configurator {
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
}
