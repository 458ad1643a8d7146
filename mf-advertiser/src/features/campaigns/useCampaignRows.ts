import type { Campaign, CampaignPage } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { type PageSize, type RowWindow, VIRTUAL_FROM, WINDOW_ROWS, windowsOf } from '@ezdash/ui/data';
import { useCallback, useMemo, useState } from 'react';
import { type CampaignSetArgs, MANY_CAMPAIGNS, useAdvertiserCampaignsQuery } from './campaigns.api';

/** Live figures: the shorter, the fewer there are to add up. */
const POLL_MS = { few: 3_000, many: 15_000 } as const;
const FIRST: RowWindow[] = [{ offset: 0, limit: WINDOW_ROWS }];

export interface CampaignRows {
  /** The page: counts, totals and its rows. Those of before while another one loads, never with an error. */
  page: CampaignPage | undefined;
  error: ReturnType<typeof toApiError>;
  isFetching: boolean;
  refetch: () => void;
  /** At a place of the whole list; undefined where it was not loaded. */
  rowAt: (index: number) => Campaign | undefined;
  onRange: (first: number, last: number) => void;
}

/** The rows that are in sight of all that match, whether they are turned over by the page or scrolled. */
export function useCampaignRows(args: CampaignSetArgs, pageIndex: number, pageSize: PageSize): CampaignRows {
  const [windows, setWindows] = useState<readonly RowWindow[]>(FIRST);
  const [isMany, setMany] = useState(false);
  const live = { pollingInterval: isMany ? POLL_MS.many : POLL_MS.few, skipPollingIfUnfocused: true };
  const query = useAdvertiserCampaignsQuery({ ...args, offset: pageIndex * pageSize, limit: pageSize }, live);
  const page = query.error ? query.currentData : query.data;
  const total = page?.total ?? 0;
  if (page && total > MANY_CAMPAIGNS !== isMany) setMany(total > MANY_CAMPAIGNS);
  const scrolls = total >= VIRTUAL_FROM;
  const [a = { offset: 0, limit: WINDOW_ROWS }, b = a] = windows;
  const first = useAdvertiserCampaignsQuery({ ...args, ...a }, { ...live, skip: !scrolls });
  const second = useAdvertiserCampaignsQuery({ ...args, ...b }, { ...live, skip: !scrolls || b === a });
  const parts = useMemo(
    () => [page, scrolls ? first.currentData : undefined, scrolls ? second.currentData : undefined],
    [page, scrolls, first.currentData, second.currentData],
  );
  const rowAt = useCallback(
    (index: number) => {
      for (const part of parts) {
        const row = part && index >= part.offset ? part.campaigns[index - part.offset] : undefined;
        if (row) return row;
      }
      return undefined;
    },
    [parts],
  );
  const onRange = useCallback((from: number, to: number) => {
    const next = windowsOf(from, to);
    const keyOf = (some: readonly RowWindow[]) => some.map(({ offset }) => offset).join();
    setWindows((before) => (keyOf(before) === keyOf(next) ? before : next));
  }, []);
  return {
    page,
    error: query.error ? toApiError(query.error) : null,
    isFetching: query.isFetching,
    refetch: query.refetch,
    rowAt,
    onRange,
  };
}
