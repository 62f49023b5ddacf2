package dev.stockload.web.parts;

import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

import java.nio.file.Path;

/** A file that a browser saves, whatever kind it is of. */
public final class Download {
    private Download() {}

    public static ResponseEntity<Resource> of(Path file) {
        return of(file, file.getFileName().toString());
    }

    public static ResponseEntity<Resource> of(Path file, String name) {
        ContentDisposition disposition = ContentDisposition.attachment().filename(name).build();
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .header(HttpHeaders.CONTENT_DISPOSITION, disposition.toString())
                .body(new FileSystemResource(file));
    }
}
