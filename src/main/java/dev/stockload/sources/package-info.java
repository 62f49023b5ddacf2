/** Where sheets are fetched from: SFTP, HTTPS, and the attachments of e-mail. */
package dev.stockload.sources;
