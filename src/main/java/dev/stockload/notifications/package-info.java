/** What people and programs are told, in the form that each takes, and its delivery. */
package dev.stockload.notifications;
