package dev.stockload.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A cron line as people say it; the line itself where it is too odd for that. */
final class CronWords {
    private static final List<String> DAYS =
            List.of(
                    "Sunday",
                    "Monday",
                    "Tuesday",
                    "Wednesday",
                    "Thursday",
                    "Friday",
                    "Saturday",
                    "Sunday");
    private static final Map<String, Integer> SHORT =
            Map.of("SUN", 0, "MON", 1, "TUE", 2, "WED", 3, "THU", 4, "FRI", 5, "SAT", 6);

    private CronWords() {}

    static String of(String line) {
        String[] fields = line.strip().split("\\s+");
        int first = fields.length - 5;
        if (first == 1 && !fields[0].equals("0") || first < 0 || first > 1) {
            return "by the cron line " + line;
        }
        String minute = fields[first];
        String hour = fields[first + 1];
        String day = fields[first + 2];
        String month = fields[first + 3];
        String weekday = fields[first + 4];
        boolean everyMonth = month.equals("*");
        boolean everyDay = isAny(day) && isAny(weekday);
        if (everyMonth && everyDay && hour.equals("*")) {
            if (minute.equals("*") || minute.equals("*/1")) {
                return "every minute";
            }
            if (minute.matches("\\*/\\d{1,2}")) {
                return every(Integer.parseInt(minute.substring(2)));
            }
            if (minute.matches("\\d+")) {
                return "every hour at minute " + minute;
            }
        }
        String times = times(hour, minute);
        String days = everyMonth ? days(day, weekday) : null;
        return times == null || days == null ? "by the cron line " + line : days + " at " + times;
    }

    /** Steps begin anew each hour: only those that divide it are as long as the last one. */
    private static String every(int minutes) {
        if (60 % minutes == 0) {
            return "every " + minutes + " minutes";
        }
        List<String> each = new ArrayList<>();
        for (int minute = 0; minute < 60; minute += minutes) {
            each.add(Integer.toString(minute));
        }
        return "every hour at " + (each.size() == 1 ? "minute " : "minutes ") + joined(each);
    }

    private static String times(String hours, String minute) {
        if (!minute.matches("\\d{1,2}") || !hours.matches("\\d{1,2}(,\\d{1,2})*")) {
            return null;
        }
        List<String> times = new ArrayList<>();
        for (String hour : hours.split(",")) {
            times.add("%02d:%02d".formatted(Integer.parseInt(hour), Integer.parseInt(minute)));
        }
        return joined(times);
    }

    private static String days(String day, String weekday) {
        if (isAny(day) && isAny(weekday)) {
            return "every day";
        }
        if (isAny(weekday) && day.matches("\\d{1,2}")) {
            return "on day " + day + " of every month";
        }
        if (!isAny(day)) {
            return null;
        }
        String[] range = weekday.split("-");
        if (range.length == 2 && number(range[0]) >= 0 && number(range[1]) >= 0) {
            return DAYS.get(number(range[0])) + " to " + DAYS.get(number(range[1]));
        }
        List<String> names = new ArrayList<>();
        for (String each : weekday.split(",")) {
            if (number(each) < 0) {
                return null;
            }
            names.add(DAYS.get(number(each)));
        }
        return "every " + joined(names);
    }

    private static int number(String day) {
        if (day.matches("[0-7]")) {
            return Integer.parseInt(day);
        }
        return SHORT.getOrDefault(day.toUpperCase(Locale.ROOT), -1);
    }

    private static boolean isAny(String field) {
        return field.equals("*") || field.equals("?");
    }

    private static String joined(List<String> parts) {
        int last = parts.size() - 1;
        return last == 0
                ? parts.get(0)
                : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }
}
