package dev.stockload.jobs;

import dev.stockload.sources.RemoteFile;
import dev.stockload.sources.Source;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The files of a source that a job reads. */
final class RemoteListing {
    private RemoteListing() {}

    /** The complete files that the job reads, oldest first, or the newest alone. */
    static List<RemoteFile> matching(JobDefinition job, Source source) throws IOException {
        FilePattern pattern = FilePattern.of(job.read());
        String name = job.read().substring(job.read().lastIndexOf('/') + 1);
        List<RemoteFile> all = beside(job, source);
        if (isAddress(all)) {
            return source.list(job.read());
        }
        Set<String> names = all.stream().map(RemoteFile::name).collect(Collectors.toSet());
        CompleteFiles complete = new CompleteFiles(job.sheets().done());
        List<RemoteFile> files =
                all.stream()
                        .filter(
                                file ->
                                        pattern.isGlob()
                                                ? pattern.matches(file.name())
                                                : file.name().equals(name))
                        .filter(file -> complete.isComplete(file.name(), names))
                        .sorted(
                                Comparator.comparing(RemoteFile::modified)
                                        .thenComparing(RemoteFile::path))
                        .toList();
        return job.sheets().newest() && !files.isEmpty()
                ? files.subList(files.size() - 1, files.size())
                : files;
    }

    /** All that is in the folder in which the job reads. */
    static List<RemoteFile> beside(JobDefinition job, Source source) throws IOException {
        FilePattern pattern = FilePattern.of(job.read());
        String place = pattern.isGlob() ? pattern.folder() : job.read();
        return source.list(place.substring(0, place.lastIndexOf('/') + 1));
    }

    /** The same as they are now, asked for one by one where that alone tells. */
    static List<RemoteFile> look(JobDefinition job, Source source) throws IOException {
        List<RemoteFile> files = matching(job, source);
        return isAddress(files) ? source.look(job.read()) : files;
    }

    /** Whether a source is no folder, but one file. */
    private static boolean isAddress(List<RemoteFile> files) {
        return files.size() == 1 && files.get(0).isUnknown();
    }
}
