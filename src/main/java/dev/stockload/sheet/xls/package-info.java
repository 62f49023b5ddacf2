/** Excel 97 to 2003 workbooks, read with POI's records, and passwords of workbooks. */
package dev.stockload.sheet.xls;
