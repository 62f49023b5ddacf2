package dev.stockload.jobs.define;

import dev.stockload.stock.Refusal;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.reader.ReaderException;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the text of a job definition. */
final class JobYaml {
    private static final long LARGEST = 1 << 20;
    private static final int DEEPEST = new LoaderOptions().getNestingDepthLimit();

    private JobYaml() {}

    static MappingNode load(Path file) {
        return parse(file, text(file));
    }

    static String text(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw Refusal.job(
                        "%s has more than %d MB, too much for a job definition: check what it is"
                                .formatted(file, LARGEST >> 20));
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw noText(file, e);
        } catch (IOException e) {
            String refused =
                    Files.exists(file)
                            ? "this user may not read it"
                            : "it is a link that leads nowhere";
            String why = e instanceof FileSystemException ? refused : e.getMessage();
            throw Refusal.job("%s cannot be read: %s".formatted(file, why), e);
        }
    }

    /** A fault names the file. */
    static MappingNode parse(Path file, String text) {
        try {
            if (new Yaml().compose(new StringReader(text)) instanceof MappingNode mapping) {
                return mapping;
            }
            throw Refusal.job("%s has no keys: it needs at least 'read: FILE'".formatted(file));
        } catch (MarkedYAMLException e) {
            throw Refusal.job(
                    "%s, line %d: this is not valid YAML: %s%s"
                            .formatted(
                                    file,
                                    e.getProblemMark().getLine() + 1,
                                    e.getProblem(),
                                    hint(e)),
                    e);
        } catch (ReaderException e) {
            throw noText(file, e);
        } catch (YAMLException e) {
            String words =
                    "%s, line %d: lists and mappings are nested more than %d deep here, which no"
                            + " key takes";
            throw Refusal.job(words.formatted(file, deepLine(text), DEEPEST), e);
        }
    }

    /** The composer does not say where, and has no other fault without a place. */
    private static int deepLine(String text) {
        int depth = 0;
        for (Event event : new Yaml().parse(new StringReader(text))) {
            depth += event instanceof CollectionStartEvent ? 1 : 0;
            depth -= event instanceof CollectionEndEvent ? 1 : 0;
            if (depth > DEEPEST) {
                return event.getStartMark().getLine() + 1;
            }
        }
        return 1;
    }

    private static Refusal noText(Path file, Exception why) {
        return Refusal.job("%s cannot be read: it is not UTF-8 text".formatted(file), why);
    }

    private static String hint(MarkedYAMLException e) {
        return String.valueOf(e.getContext()).contains("alias")
                ? ". A text that begins with * needs quotes, such as \"* * * * *\""
                : "";
    }
}
