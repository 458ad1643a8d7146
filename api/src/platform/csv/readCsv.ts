import { CsvError, parse } from 'csv-parse/sync';

export interface CsvLimits {
  mostBytes: number;
  /** Without the header. */
  mostRows: number;
}
export interface CsvRow {
  /** In the file, from 1, the header's included; where a cell holds line breaks, its first. */
  line: number;
  /** Column → text, without spaces around it. Columns that are short of a row are empty. */
  cells: Readonly<Record<string, string>>;
}
export interface CsvTable {
  columns: readonly string[];
  rows: readonly CsvRow[];
}
export type CsvTrouble =
  /** `separator`: a first line `sep=` with a sign that is none. `title`: a line of one cell above wider rows. */
  | { code: 'too-large' | 'not-text' | 'empty' | 'no-rows' | 'separator' | 'title' }
  | { code: 'too-many-rows'; most: number }
  | { code: 'column-twice' | 'column-unnamed'; column: string }
  /** A row with more cells than the header, a quote that does not end. */
  | { code: 'broken'; line: number };

/** Bytes of other encodings and of other kinds of files. */
function textOf(file: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** The line before the header that tells Excel where cells end; some programs quote it, or write the tab as `\\t`. */
const SEPARATOR_LINE = /^"?sep=([^\r\n]*)/i;
const SEPARATORS: Readonly<Record<string, string>> = {
  ',': ',',
  ';': ';',
  '|': '|',
  '\t': '\t',
  '\\t': '\t',
};

/** Spreadsheets of Germany and others divide at semicolons, some programs at tabs: what the header has most of. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: header.split(sign).length }));
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

/** Without the quote that ends the line, and blanks. */
const separatorIn = (named: string) => /^(\\t|\t|[^"])"? *$/.exec(named)?.[1] ?? '';

/** Programs write a title above the header; a header of one column has no wider rows. */
const isTitle = (text: string, delimiter: string) =>
  !(/^.*$/m.exec(text.trimStart())?.[0] ?? '').includes(delimiter);

/** Our own files have an apostrophe before what would be a formula (`FORMULA` of writeCsv): read back, the text is what it was. */
const unguard = (cell: string): string => cell.replaceAll(/(^|;)'(?=["']*\s*[=+\-@\t\r\n＝＋－＠])/gu, '$1');

interface Line {
  record: string[];
  lines: number;
}

/** There are more rows than are taken: the rest is not read. */
class TooManyRows extends Error {}

/** The header, and the rows with any text; at most one more than are taken. Throws what csv-parse throws. */
function readLines(text: string, delimiter: string, mostRows: number): Line[] {
  const found: Line[] = [];
  try {
    parse(text, {
      delimiter,
      on_record: (record: string[], { lines }) => {
        // Of rows without text any number may stand between others: they are none.
        if (found.length > 0 && record.every((cell) => cell === '')) return null;
        found.push({ record, lines });
        if (found.length > mostRows + 1) throw new TooManyRows();
        return null;
      },
      relax_column_count_less: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error;
  }
  return found;
}

/**
 * A file of RFC 4180, or one of a spreadsheet that divides at semicolons or tabs, in UTF-8 with or without its mark. Rows
 * without any text are left out. Nothing is guessed: what cannot be read is one trouble, and no rows.
 */
export function readCsv(
  file: Uint8Array | string,
  { mostBytes, mostRows }: CsvLimits,
): CsvTable | { trouble: CsvTrouble } {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  if (bytes.byteLength > mostBytes) return { trouble: { code: 'too-large' } };
  const text = textOf(bytes);
  if (text === null) return { trouble: { code: 'not-text' } };
  const named = SEPARATOR_LINE.exec(text)?.[1];
  // An empty line in its place keeps the numbers of the others.
  const table = named === undefined ? text : text.replace(SEPARATOR_LINE, '');
  if (table.trim() === '') return { trouble: { code: 'empty' } };
  const delimiter = named === undefined ? delimiterOf(text) : SEPARATORS[separatorIn(named)];
  if (delimiter === undefined) return { trouble: { code: 'separator' } };
  let found: Line[];
  try {
    found = readLines(table, delimiter, mostRows);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' && isTitle(table, delimiter))
      return { trouble: { code: 'title' } };
    return { trouble: { code: 'broken', line: Number(error.lines ?? 1) } };
  }
  const [header, ...filled] = found;
  const columns = header?.record.map((column) => column.trim()) ?? [];
  const unnamed = columns.indexOf('');
  if (unnamed >= 0) return { trouble: { code: 'column-unnamed', column: String(unnamed + 1) } };
  const seen = new Set<string>();
  const twice = columns.find((column) => seen.size === seen.add(column).size);
  if (twice !== undefined) return { trouble: { code: 'column-twice', column: twice } };
  if (filled.length > mostRows) return { trouble: { code: 'too-many-rows', most: mostRows } };
  if (filled.length === 0) return { trouble: { code: 'no-rows' } };
  return {
    columns,
    rows: filled.map(({ record, lines }) => ({
      line: lines - record.join('').split(/\r\n|\r|\n/).length + 1,
      cells: Object.fromEntries(columns.map((column, index) => [column, unguard(record[index] ?? '')])),
    })),
  };
}
