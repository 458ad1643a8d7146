/** Rows that are read at a time. */
export const PAGE_ROWS = 1_000;

/** Pages of rows, each read behind the last row of the one before, until one is not full. */
export async function* pages<Row>(read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let after: Row | null = null;
  for (;;) {
    const rows: Row[] = await read(after);
    if (rows.length > 0) yield rows;
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE_ROWS) return;
  }
}

/** The pages as another kind of rows. */
export async function* mapPages<Row, Made>(
  source: AsyncIterable<Row[]>,
  make: (row: Row) => Made,
): AsyncGenerator<Made[]> {
  for await (const rows of source) yield rows.map(make);
}

/** Pages of objects as one JSON array. */
export async function* jsonArray(source: AsyncIterable<object[]>): AsyncGenerator<string> {
  let isFirst = true;
  yield '[';
  for await (const rows of source)
    for (const row of rows) {
      yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(row, null, 2)}`;
      isFirst = false;
    }
  yield '\n]\n';
}

/** One value as a file of JSON. */
export const jsonFile = (value: unknown): string[] => [`${JSON.stringify(value, null, 2)}\n`];
