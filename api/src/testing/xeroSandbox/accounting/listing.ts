import { readDate } from './dates';
import { XeroRefusal } from './errors';
import { type Row, valueAt, whereTest } from './where';

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1_000;

export interface ListQuery {
  query: URLSearchParams;
  ifModifiedSince: string | null;
  /** Where `searchTerm` looks. */
  searched: readonly string[];
}

export interface Listed<T> {
  rows: T[];
  /** Undefined when no page was asked for. */
  pagination?: { page: number; pageSize: number; pageCount: number; itemCount: number };
}

export const idList = (query: URLSearchParams, name: string): string[] | null =>
  query
    .get(name)
    ?.split(',')
    .map((each) => each.trim().toLowerCase()) ?? null;

function ordered<T extends Row>(rows: readonly T[], order: string | null): T[] {
  if (order === null) return [...rows];
  const [, path, direction] = /^\s*([\w.]+)(?:\s+(ASC|DESC))?\s*$/i.exec(order) ?? [];
  if (path === undefined) throw new XeroRefusal('QueryParseException', `The order: ${order}`);
  const sign = direction?.toUpperCase() === 'DESC' ? -1 : 1;
  const keyOf = (row: T) => {
    const value = valueAt(row, path);
    return typeof value === 'string' && value.startsWith('/Date(') ? readDate(value) : value;
  };
  return [...rows].sort((one, other) => {
    const [left, right] = [keyOf(one) ?? '', keyOf(other) ?? ''];
    return left === right ? 0 : sign * (left < right ? -1 : 1);
  });
}

/** `where`, `searchTerm`, `If-Modified-Since`, `order` and pages, the same for every resource. */
export function list<T extends Row>(all: readonly T[], asked: ListQuery): Listed<T> {
  const { query, ifModifiedSince, searched } = asked;
  const where = query.get('where');
  const test = where === null ? null : whereTest(where);
  const term = query.get('searchTerm')?.toLowerCase() ?? null;
  const since = ifModifiedSince === null ? null : Date.parse(ifModifiedSince);
  const found = all.filter(
    (row) =>
      (test === null || test(row)) &&
      (term === null ||
        searched.some((path) =>
          String(valueAt(row, path) ?? '')
            .toLowerCase()
            .includes(term),
        )) &&
      (since === null || (readDate(String(row.UpdatedDateUTC)) ?? 0) > since),
  );
  const rows = ordered(found, query.get('order'));
  const pageText = query.get('page');
  if (pageText === null) return { rows };
  const page = Math.max(1, Number(pageText));
  const pageSize = Math.min(MAX_PAGE_SIZE, Math.max(1, Number(query.get('pageSize') ?? PAGE_SIZE)));
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    pagination: { page, pageSize, pageCount: Math.ceil(rows.length / pageSize), itemCount: rows.length },
  };
}
