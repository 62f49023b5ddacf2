/** Excel workbooks of 97 to 2003, by the records of POI, and passwords of workbooks. */
package dev.stockload.sheet.xls;
