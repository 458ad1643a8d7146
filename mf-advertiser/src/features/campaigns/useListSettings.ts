import type { CampaignViewSettings } from '@ezdash/contracts';
import {
  CAMPAIGN_COLUMNS,
  CAMPAIGN_FORMATS,
  CAMPAIGN_GROUPS,
  CAMPAIGN_SORTS,
  CAMPAIGN_STATES,
  PRICINGS,
} from '@ezdash/contracts/constants';
import { useDebouncedValue } from '@ezdash/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAddressParams } from '../../components/useAddressParams';

const USUAL: CampaignViewSettings = {
  group: 'all',
  pricing: null,
  state: null,
  format: null,
  q: '',
  sort: 'spend',
  direction: 'descending',
  columns: null,
};
/** From the last key to the question. */
const TYPING_MS = 250;
const MOST_TEXT = 120;

const oneOf = <Value extends string>(text: string | null, values: readonly Value[]): Value | undefined =>
  values.find((value) => value === text);

/** What an address says of the list; what it says wrongly is as usual. */
export function readSettings(search: URLSearchParams): CampaignViewSettings {
  const columns = search.get('columns');
  return {
    group: oneOf(search.get('group'), CAMPAIGN_GROUPS) ?? USUAL.group,
    pricing: oneOf(search.get('pricing'), PRICINGS) ?? null,
    state: oneOf(search.get('state'), CAMPAIGN_STATES) ?? null,
    format: oneOf(search.get('format'), CAMPAIGN_FORMATS) ?? null,
    q: (search.get('q') ?? '').slice(0, MOST_TEXT),
    sort: oneOf(search.get('sort'), CAMPAIGN_SORTS) ?? USUAL.sort,
    direction: oneOf(search.get('direction'), ['ascending', 'descending']) ?? USUAL.direction,
    columns:
      columns === null
        ? null
        : CAMPAIGN_COLUMNS.filter((column) => columns.split(',').some((each) => each === column)),
  };
}

/** The address of the list as it is: what is as usual is left out. */
export function writeSettings(settings: CampaignViewSettings, view: string | null): Record<string, string> {
  const { group, pricing, state, format, q, sort, direction, columns } = settings;
  return {
    ...(group !== USUAL.group && { group }),
    ...(pricing && { pricing }),
    ...(state && { state }),
    ...(format && { format }),
    ...(q && { q }),
    ...(sort !== USUAL.sort && { sort }),
    ...(direction !== USUAL.direction && { direction }),
    ...(columns && { columns: columns.join() }),
    ...(view && { view }),
  };
}

export interface ListSettings {
  settings: CampaignViewSettings;
  /** As typed; the settings have it a moment later. */
  text: string;
  setText: (text: string) => void;
  change: (change: Partial<CampaignViewSettings>) => void;
  /** A saved view, which the address names. */
  viewId: string | null;
  apply: (settings: CampaignViewSettings, viewId: string | null) => void;
}

/** How the list is looked at stands in its address: it survives a reload, and whoever has the address sees the same. */
export function useListSettings(): ListSettings {
  const [search, alter] = useAddressParams();
  const written = search.toString();
  const settings = useMemo(() => readSettings(new URLSearchParams(written)), [written]);
  const viewId = search.get('view');
  const [text, setText] = useState(settings.q);
  const [typed] = useDebouncedValue(text, TYPING_MS);
  // Two presses in quick succession: the second goes on from what the first has asked for.
  const write = useCallback(
    (next: (coming: URLSearchParams) => Record<string, string>) =>
      alter(
        (coming) => {
          const wanted = next(coming);
          for (const name of [...coming.keys()]) coming.delete(name);
          for (const [name, value] of Object.entries(wanted)) coming.set(name, value);
        },
        { replace: true },
      ),
    [alter],
  );
  const change = useCallback(
    (part: Partial<CampaignViewSettings>) =>
      write((coming) => writeSettings({ ...readSettings(coming), ...part }, coming.get('view'))),
    [write],
  );
  useEffect(() => {
    // What is still being typed goes on; and a view that was applied has brought its own text.
    if (typed !== text || typed.trim() === settings.q) return;
    change({ q: typed.trim() });
  }, [typed, text, settings, change]);
  return {
    settings,
    text,
    setText,
    change,
    viewId,
    apply: (next, view) => {
      setText(next.q);
      write(() => writeSettings(next, view));
    },
  };
}
