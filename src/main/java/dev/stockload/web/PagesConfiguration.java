package dev.stockload.web;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.thymeleaf.autoconfigure.ThymeleafAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The pages for people. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(ThymeleafAutoConfiguration.class)
@Import({
    UploadChecks.class,
    RunViews.class,
    RunStarter.class,
    LiveEvents.class,
    RunActions.class,
    RunsPage.class,
    RunPage.class,
    UndoPage.class,
    ImportPage.class,
    JobsPage.class,
    JobActions.class,
    QuotaWatch.class,
    QuotasPage.class,
    PublishedPage.class,
    LoginPage.class,
    OnceOnly.class,
    PageModel.class
})
class PagesConfiguration {}
