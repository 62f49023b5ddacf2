package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.PART;

import dev.stockload.jobs.Morning;
import dev.stockload.jobs.Morning.JobNight;
import dev.stockload.jobs.Morning.Night;
import dev.stockload.process.TimeWords;
import dev.stockload.stock.Count;
import dev.stockload.web.console.Plot.Kind;
import dev.stockload.web.parts.WebContext;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** The first page: last night, and plots of the last 30. */
@Controller
record MorningPage(WebContext context) {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd", Locale.ENGLISH);

    /** A job with the class of its state and the time its sheet came. */
    record JobView(JobNight night, String key, String came) {}

    record StoreView(String account, List<Plot> plots) {}

    /** {@code jobs} are those that can be told to set it to 0. */
    record ListView(String title, Morning.Listed<?> list, Set<String> jobs) {
        ListView(String title, Morning.Listed<?> list) {
            this(title, list, Set.of());
        }
    }

    @GetMapping("/")
    String morning(@RequestHeader(name = PART, required = false) String part, Model model) {
        Morning morning = context.workspace().morning(context.clock().instant());
        model.addAttribute("morning", morning);
        model.addAttribute("headline", morning.headline());
        ZoneId zone = ZoneId.of(morning.zone());
        model.addAttribute("since", TimeWords.dayWithZone(morning.since().atZone(zone)));
        model.addAttribute("jobs", morning.jobs().stream().map(job -> job(job, zone)).toList());
        model.addAttribute("held", new ListView(Morning.HELD, morning.held()));
        model.addAttribute(
                "lists",
                List.of(
                        new ListView(Morning.SOLD_OUT, morning.soldOut()),
                        new ListView(Morning.LEFT, morning.left(), jobsHere(morning)),
                        new ListView(Morning.FORGOTTEN, morning.forgotten())));
        model.addAttribute(
                "stores", morning.stores().stream().map(store -> store(store, zone)).toList());
        return part == null ? "morning" : "morning :: night";
    }

    private Set<String> jobsHere(Morning morning) {
        return morning.left().first().stream()
                .map(Morning.Left::job)
                .filter(context.jobs()::contains)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static JobView job(JobNight night, ZoneId zone) {
        String key =
                switch (night.state()) {
                    case WAITING, FAILED, STOPPED, LATE -> "failed";
                    case TO_CORRECT -> "partly";
                    case RUNNING -> "running";
                    case SENT -> "completed";
                    case UNCHANGED, NO_SHEET, UNDONE -> "";
                };
        return new JobView(
                night,
                key,
                night.cameAt() == null ? "" : TimeWords.dayWithZone(night.cameAt().atZone(zone)));
    }

    private static StoreView store(Morning.Store store, ZoneId zone) {
        List<Plot> plots = new ArrayList<>();
        plots.add(plot("Pieces in stock", Kind.LINE, store, Night::pieces, Count::of));
        plots.add(plot("Sizes at 0", Kind.LINE, store, Night::atZero, Count::of));
        plots.add(plot("Rows to correct", Kind.BARS, store, Night::toCorrect, Count::of));
        Set<String> jobs = new TreeSet<>();
        store.nights().forEach(night -> jobs.addAll(night.came().keySet()));
        for (String job : jobs) {
            Function<Night, Long> came = night -> minute(night.came().get(job), zone);
            LongFunction<String> clock = minute -> LocalTime.NOON.plusMinutes(minute).toString();
            plots.add(plot(job + " came", Kind.DOTS, store, came, clock));
        }
        return new StoreView(store.account(), plots);
    }

    private static Plot plot(
            String title,
            Kind kind,
            Morning.Store store,
            Function<Night, Long> value,
            LongFunction<String> words) {
        List<Night> nights = store.nights();
        return Plot.of(
                title,
                kind,
                nights.stream().map(night -> DAY.format(night.date())).toList(),
                nights.stream().map(value).toList(),
                words);
    }

    /** The minute of the night, which begins at noon; null if the sheet did not come. */
    private static Long minute(Instant came, ZoneId zone) {
        return came == null
                ? null
                : came.atZone(zone).toLocalTime().plusHours(12).toSecondOfDay() / 60L;
    }
}
