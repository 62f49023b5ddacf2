import org.gradle.api.internal.StartParameterInternal;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.logging.configuration.ShowStacktrace;
import org.gradle.api.logging.configuration.WarningMode;
import org.gradle.initialization.DefaultBuildCancellationToken;
import org.gradle.initialization.DefaultBuildRequestContext;
import org.gradle.initialization.DefaultBuildRequestMetaData;
import org.gradle.initialization.NoOpBuildEventConsumer;
import org.gradle.internal.buildoption.Option;
import org.gradle.internal.buildprocess.BuildProcessState;
import org.gradle.internal.classpath.ClassPath;
import org.gradle.internal.instrumentation.agent.AgentStatus;
import org.gradle.internal.logging.services.LoggingServiceRegistry;
import org.gradle.internal.nativeintegration.services.NativeServices;
import org.gradle.launcher.exec.BuildActionResult;
import org.gradle.launcher.exec.BuildExecutor;
import org.gradle.launcher.exec.DefaultBuildActionParameters;
import org.gradle.tooling.internal.provider.action.ExecuteBuildAction;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a build in this process: {@code java Gradle8.java USER_HOME INIT_SCRIPT TASK...}. A
 * deprecation fails it, since the next Gradle makes an error of it.
 */
class Gradle8 {
    public static void main(String[] args) {
        File home = new File(args[0]);
        StartParameterInternal start = new StartParameterInternal();
        start.setCurrentDir(new File(System.getProperty("user.dir")));
        start.setGradleUserHomeDir(home);
        start.addInitScript(new File(args[1]));
        start.setShowStacktrace(ShowStacktrace.INTERNAL_EXCEPTIONS);
        start.setWarningMode(WarningMode.Fail);
        List<String> tasks = new ArrayList<>(List.of(args).subList(2, args.length));
        if (tasks.remove("--configuration-cache")) {
            start.setConfigurationCache(Option.Value.value(true));
        }
        for (int x = tasks.indexOf("-x"); x >= 0; x = tasks.indexOf("-x")) {
            tasks.remove(x);
            start.getExcludedTaskNames().add(tasks.remove(x));
        }
        for (String task : List.copyOf(tasks)) {
            if (task.startsWith("-P")) {
                tasks.remove(task);
                String[] property = task.substring(2).split("=", 2);
                start.getProjectProperties().put(property[0], property[1]);
            }
        }
        start.setTaskNames(tasks);
        System.exit(run(home, start) ? 0 : 1);
    }

    private static boolean run(File home, StartParameterInternal start) {
        var logging = LoggingServiceRegistry.newCommandLineProcessLogging();
        NativeServices.initializeOnDaemon(home, NativeServices.NativeServicesMode.DISABLED);
        BuildActionResult result =
                new BuildProcessState(
                                false,
                                AgentStatus.disabled(),
                                ClassPath.EMPTY,
                                logging,
                                NativeServices.getInstance())
                        .getServices()
                        .get(BuildExecutor.class)
                        .execute(
                                new ExecuteBuildAction(start),
                                new DefaultBuildActionParameters(
                                        System.getProperties(),
                                        System.getenv(),
                                        start.getCurrentDir(),
                                        LogLevel.LIFECYCLE,
                                        false,
                                        ClassPath.EMPTY),
                                new DefaultBuildRequestContext(
                                        new DefaultBuildRequestMetaData(System.currentTimeMillis()),
                                        new DefaultBuildCancellationToken(),
                                        new NoOpBuildEventConsumer()));
        if (result.getException() != null) {
            result.getException().printStackTrace();
        }
        return !result.hasFailure();
    }
}
