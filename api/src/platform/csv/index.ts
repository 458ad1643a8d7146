export { type CsvLimits, type CsvRow, type CsvTable, type CsvTrouble, readCsv } from './readCsv';
export { type CsvCell, csvFile, csvLine } from './writeCsv';
