export type CsvCell = string | number | bigint | Date | null;

/**
 * A spreadsheet runs a text that starts like this as a formula; wide signs are the same to some of them. Those of German
 * and other computers divide at semicolons, quoted or not: what stands behind one starts a cell there.
 */
const FORMULA = /(^|;)(["']*\s*[=+\-@\t\r\n＝＋－＠])/gu;
/** What is nothing but a number is none, whatever its sign. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** So that spreadsheets read it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

function writeCell(cell: CsvCell): string {
  if (cell === null) return '';
  const bare = cell instanceof Date ? cell.toISOString() : String(cell);
  const text = NUMBER.test(bare) ? bare : bare.replaceAll(FORMULA, "$1'$2");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of RFC 4180. No cell of it is a formula. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(writeCell).join(',')}\r\n`;

/** A whole file, one piece for each page of rows. */
export async function* csvFile(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(header);
  for await (const rows of pages) yield rows.map(csvLine).join('');
}
