/** Rows of one answer: what comes in larger ones is parsed in one go, and requests wait for it. */
export const PAGE = 250;

/**
 * Rows a page at a time, in the order of their ids: of a hundred thousand, no request waits for all.
 * @param read the first `PAGE` rows behind an id
 */
export async function mapPages<Row extends { id: number }, Result>(
  read: (after: number) => Promise<Row[]>,
  make: (rows: Row[]) => Result[] | Promise<Result[]>,
): Promise<Result[]> {
  const made: Result[] = [];
  for (let after = 0; ; ) {
    const rows = await read(after);
    made.push(...(await make(rows)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return made;
    after = last.id;
  }
}
