import type { Campaign } from '@ezdash/contracts';
import { useCallback, useMemo, useState } from 'react';

/** A campaign that is acted on; of one that is on no loaded page the id is all that is known. */
export type Chosen = Pick<Campaign, 'id'> &
  Partial<Pick<Campaign, 'name' | 'state' | 'today' | 'pricing' | 'bid_micros' | 'daily_budget_micros'>>;

interface Marks {
  key: string;
  rows: ReadonlyMap<string, Chosen>;
}
const NONE: ReadonlyMap<string, Chosen> = new Map();

/**
 * The campaigns that are marked, over all pages.
 * @param key of what is filtered: with another filter nothing is marked, since what is out of sight must not be acted on
 * @param loaded the rows that are there, for what is known of a marked one
 */
export function useSelection(key: string, loaded: (id: string) => Campaign | undefined) {
  const [marks, setMarks] = useState<Marks>({ key, rows: NONE });
  const rows = marks.key === key ? marks.rows : NONE;
  const ids = useMemo(() => new Set(rows.keys()), [rows]);
  const select = useCallback(
    (wanted: readonly string[], on: boolean) =>
      setMarks((before) => {
        const next = new Map(before.key === key ? before.rows : NONE);
        for (const id of wanted) {
          if (on) next.set(id, loaded(id) ?? { id });
          else next.delete(id);
        }
        return { key, rows: next };
      }),
    [key, loaded],
  );
  const clear = useCallback(() => setMarks({ key, rows: NONE }), [key]);
  // What is known of a marked one may be newer by now.
  const chosen = [...rows.values()].map((row) => loaded(row.id) ?? row);
  return { ids, chosen, select, clear };
}
