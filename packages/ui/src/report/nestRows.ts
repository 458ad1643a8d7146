import type { MetricGroup, ReportFigures, ReportRow } from '@ezdash/contracts';
import { sumFigures } from './reportFigures';

/** Stands for a key that is not known; no key has brackets alone. */
const UNKNOWN = '()';
/** Stands for every key. */
export const OPEN_ALL = '(all)';
/** The way an open group is named in the address. */
export const openName = (key: string): string => key || UNKNOWN;
/** The key that is meant by a name of the address. */
export const openKey = (name: string): string => (name === UNKNOWN ? '' : name);

/** A row as it is shown: the head of a group, one of its rows, or all of them that have no row. */
export interface NestedLine {
  kind: 'head' | 'row' | 'rest' | 'wait';
  id: string;
  /** Of the first dimension. */
  key: string;
  /** Of the head the one key of the first dimension, of a row those of the others. */
  keys: { key: string; name: string | null }[];
  figures: ReportFigures | null;
  previous: ReportFigures | null;
  isOpen?: boolean;
}

interface NestOptions {
  heads: readonly ReportRow[];
  /** In the order of the answer; of each head those that are known. */
  rows: readonly ReportRow[];
  isOpen: (key: string) => boolean;
  /** Whether rows of a head are still to come. */
  isAwaited: (key: string) => boolean;
}

const isNothing = (figures: ReportFigures): boolean => Object.values(figures).every((value) => !value);

/** What of a head is in none of its rows, because they are too many; null when they have all of it. */
function restOf(head: ReportRow, rows: readonly ReportRow[]) {
  const { keys: _keys, names: _names, previous, ...own } = head;
  const figures: ReportFigures = sumFigures(rows, own, -1);
  // What is not known of rows, as auctions by country, cannot be told of what is left either.
  for (const name of Object.keys(figures) as (keyof ReportFigures)[])
    if (rows.some((row) => row[name] == null)) Object.assign(figures, { [name]: null });
  if (isNothing(figures)) return null;
  const before =
    previous &&
    sumFigures(
      rows.flatMap((row) => row.previous ?? []),
      previous,
      -1,
    );
  return { figures, previous: before };
}

/**
 * Rows of several dimensions under the values of the first one: each value with its own sum, which the server made, and
 * below it, where it is open, its rows. What they lack to the sum stands in a row of its own.
 */
export function nestRows({ heads, rows, isOpen, isAwaited }: NestOptions): NestedLine[] {
  const byHead = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const key = row.keys[0] ?? '';
    const known = byHead.get(key);
    if (known) known.push(row);
    else byHead.set(key, [row]);
  }
  return heads.flatMap((head): NestedLine[] => {
    const key = head.keys[0] ?? '';
    const open = isOpen(key);
    const line: NestedLine = {
      kind: 'head',
      id: `head|${key}`,
      key,
      keys: [{ key, name: head.names[0] ?? null }],
      figures: head,
      previous: head.previous,
      isOpen: open,
    };
    if (!open) return [line];
    const own = byHead.get(key) ?? [];
    const lines = own.map(
      (row): NestedLine => ({
        kind: 'row',
        id: row.keys.join('|'),
        key,
        keys: row.keys.slice(1).map((each, at) => ({ key: each, name: row.names[at + 1] ?? null })),
        figures: row,
        previous: row.previous,
      }),
    );
    // Those at hand are the first ones of the head, whatever the order: the others come below them.
    if (isAwaited(key))
      lines.push({ kind: 'wait', id: `wait|${key}`, key, keys: [], figures: null, previous: null });
    const rest = isAwaited(key) ? null : restOf(head, own);
    if (rest) lines.push({ kind: 'rest', id: `rest|${key}`, key, keys: [], ...rest });
    return [line, ...lines];
  });
}

/** Whether the rows of one value alone can be asked for: days and hours are no filters, and nothing is none. */
export const isAskable = (group: MetricGroup, key: string): boolean =>
  group !== 'date' && group !== 'hour' && key !== '';
