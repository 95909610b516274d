/// Plain CSV for spreadsheets and data frames; written, not read.
package treeline.formats.csv;
