/** Job definitions: their files, keys and times. */
package dev.stockload.jobs.define;
