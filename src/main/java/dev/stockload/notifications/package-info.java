/** Messages to people and programs, in the format of each, and their delivery. */
package dev.stockload.notifications;
