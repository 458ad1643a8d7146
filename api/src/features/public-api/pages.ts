import { type IdKind, rowId } from '@ezdash/contracts';
import { z } from 'zod';
import { ValidationError } from '../../platform/errors';
import type { RouteContext } from '../../platform/http';

const MOST_ROWS = 200;
const MOST_CURSOR = 200;

/** `cursor`: the `next_cursor` of the page before, for lists that go on behind it. */
export const cursorQuery = z.object({ cursor: z.string().min(1).max(MOST_CURSOR).optional() });

/** For lists that a service answers whole: without either all rows come, in the order of the pages of the app. */
export const pageQuery = cursorQuery.extend({
  limit: z.coerce.number().int().min(1).max(MOST_ROWS).optional(),
});
export type PageQuery = z.output<typeof pageQuery>;

/** In the answer of every list with a cursor: where the next page begins; null behind the last row. */
export const nextCursor = { next_cursor: z.string().nullable() };

const wrongCursor = () => new ValidationError({ cursor: ['This is no cursor of this list'] });

/** `place` is what the list itself goes on by; programs see one word that says nothing. */
export function writeCursor(list: string, place: string | null): string | null {
  return place === null ? null : Buffer.from(`${list} ${place}`).toString('base64url');
}

/** The place that `writeCursor` put down. Throws 422 for a text that no answer of this list had. */
export function readCursor(list: string, cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const place = text.slice(list.length + 1);
  if (writeCursor(list, place) !== cursor || !text.startsWith(`${list} `)) throw wrongCursor();
  return place;
}

/** For lists that go on by `before`: the cursor says the same, and comes first. */
export function beforeOf(
  list: string,
  { cursor, before }: { cursor?: string; before?: string },
): string | undefined {
  return cursor === undefined ? before : readCursor(list, cursor);
}

/**
 * Says where the rest is (RFC 8288) to programs that read no `next_cursor`: those written when a list came whole.
 * The address is the call's own with another cursor.
 */
export function linkNext(
  { req, res }: Pick<RouteContext<object>, 'req' | 'res'>,
  cursor: string | null,
): void {
  if (cursor === null) return;
  const { pathname, searchParams } = new URL(req.originalUrl, 'http://localhost');
  searchParams.set('cursor', cursor);
  res.set('Link', `<${pathname}?${searchParams}>; rel="next"`);
}

export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

const DEFAULT_ROWS = 50;

/**
 * A page of rows that are all there: newest first, by when they were made, so that what is added meanwhile moves nothing.
 * A row that is gone is no trouble: the page goes on behind where it was. Throws 422 for a cursor of another list.
 */
export function pageOf<Row extends { id: string }>(
  kind: IdKind,
  rows: readonly Row[],
  { cursor, limit }: PageQuery,
): Page<Row> {
  if (cursor === undefined && limit === undefined) return { rows: [...rows], next_cursor: null };
  const last = cursor === undefined ? Number.POSITIVE_INFINITY : rowId(kind, readCursor(kind, cursor));
  if (last === null) throw wrongCursor();
  const numbered = rows.map((row) => ({ row, number: rowId(kind, row.id) ?? 0 }));
  const behind = numbered.filter(({ number }) => number < last).sort((a, b) => b.number - a.number);
  const page = behind.slice(0, limit ?? DEFAULT_ROWS).map(({ row }) => row);
  const isLast = page.length === behind.length;
  return { rows: page, next_cursor: isLast ? null : writeCursor(kind, page.at(-1)?.id ?? null) };
}
