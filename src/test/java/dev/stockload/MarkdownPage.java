package dev.stockload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of the manual, as far as tests need it: its blocks of code, tables, links and headings.
 */
record MarkdownPage(Path file, List<String> lines) {
    private static final Pattern INLINE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final String FENCE = "```";

    /**
     * A fenced block of code.
     *
     * @param kind what stands behind the fence, such as sh or yaml
     */
    record Block(String kind, String text) {
        List<String> lines() {
            return text.lines().toList();
        }
    }

    static MarkdownPage of(String file) {
        try {
            return new MarkdownPage(Path.of(file), Files.readAllLines(Path.of(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** README and everything under docs. */
    static List<MarkdownPage> manual() {
        try (Stream<Path> files = Files.list(Path.of("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "CHANGELOG.md"),
                            files.map(Path::toString).filter(name -> name.endsWith(".md")).sorted())
                    .map(MarkdownPage::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text() {
        return String.join("\n", lines);
    }

    /** What stands below a heading, up to the next one of any level. */
    MarkdownPage section(String heading) {
        int from = lines.indexOf(heading);
        if (from < 0) {
            throw new IllegalArgumentException("%s has no '%s'".formatted(file, heading));
        }
        List<String> rest = lines.subList(from + 1, lines.size());
        // A comment in a block of code begins with one sign.
        List<String> section = rest.stream().takeWhile(line -> !line.startsWith("##")).toList();
        return new MarkdownPage(file, section);
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        String kind = null;
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            if (line.startsWith(FENCE) && kind == null) {
                kind = line.substring(FENCE.length());
                text.setLength(0);
            } else if (line.equals(FENCE)) {
                blocks.add(new Block(kind, text.toString()));
                kind = null;
            } else if (kind != null) {
                text.append(line).append('\n');
            }
        }
        return blocks;
    }

    /** The lines that are indented by four spaces, without them. */
    List<String> indented() {
        return lines.stream()
                .filter(line -> line.startsWith("    "))
                .map(line -> line.substring(4))
                .toList();
    }

    /** What stands between single backticks, outside blocks of code. */
    List<String> inlineCode() {
        return find(INLINE, prose()).toList();
    }

    /** What stands between backticks in the first cell of each row of its tables. */
    List<String> firstCells() {
        return lines.stream()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> find(INLINE, line.split("\\|")[1]))
                .toList();
    }

    /** Where its links lead, without those to other sites. */
    List<String> relativeLinks() {
        return find(LINK, prose()).filter(link -> !link.contains("://")).toList();
    }

    /** The anchors that GitHub gives to its headings. */
    Set<String> anchors() {
        return lines.stream()
                .filter(line -> line.matches("##+ .*"))
                .map(line -> line.replaceFirst("##+ ", "").toLowerCase(Locale.ROOT))
                .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private String prose() {
        StringBuilder prose = new StringBuilder();
        boolean code = false;
        for (String line : lines) {
            code ^= line.startsWith(FENCE);
            boolean isProse = !code && !line.startsWith("    ") && !line.startsWith(FENCE);
            prose.append(isProse ? line : "").append('\n');
        }
        return prose.toString();
    }

    private static Stream<String> find(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult found) -> found.group(1));
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
