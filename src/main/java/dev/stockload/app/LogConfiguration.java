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
 * What the program logs before it has a data folder: nothing, since people get sentences. In code,
 * because a file of XML costs every command a tenth of a second; tests have a file of their own.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class LogConfiguration extends ContextAwareBase implements Configurator {
    /**
     * Set where this process is the program; a constant, so that asking loads nothing of logback.
     */
    public static final String PROGRAM = "dev.stockload.program";

    /** What warns of things that are as they should be. */
    private static final List<String> NOISY =
            List.of(
                    // Of each H2 that is newer than itself.
                    "org.flywaydb.core.internal.database.base.Database",
                    // Of every H2, whose columns are what it asks for.
                    "com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization.utc_warning",
                    // Of threads that are not its own, and of each page that was closed too early.
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
