import type { Column } from './column';

type Cell = string | number | null;

/** Spreadsheets run a text that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function write(cell: Cell): string {
  if (cell === null) return '';
  const bare = typeof cell === 'number' || /^-?\d+(\.\d+)?$/.test(cell);
  const text = bare || !FORMULA.test(String(cell)) ? String(cell) : `'${cell}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. Columns without a value are left out. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const kept = columns.flatMap((column) => {
    const value = column.csv ?? column.sort;
    return value ? [{ header: column.header, value }] : [];
  });
  const lines = [
    kept.map(({ header }) => write(header)),
    ...rows.map((row) => kept.map(({ value }) => write(value(row)))),
  ];
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** Hands the text to the browser as a file. `name` without the ending. */
export function downloadCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
