/** What pages of a list hold together: a row that came meanwhile moves the others on, and none is shown twice. */
export function uniqueRows<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
