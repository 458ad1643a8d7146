import type { PostbackLogQuery } from '@ezdash/contracts';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export const LOG_OUTCOMES = ['counted', 'kept', 'refused', 'test'] as const;
export const LOG_SOURCES = ['postback', 'pixel'] as const;

type Filter = Pick<PostbackLogQuery, 'goal' | 'outcome' | 'source'>;

/** What of the log is shown, as the address has it. */
export function useLogFilter(): { filter: Filter; set: (name: keyof Filter, value: string | null) => void } {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (name: keyof Filter, value: string | null) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return {
    filter: {
      goal: search.get('goal') ?? undefined,
      outcome: LOG_OUTCOMES.find((one) => one === search.get('outcome')),
      source: LOG_SOURCES.find((one) => one === search.get('source')),
    },
    set,
  };
}
