import type { SessionAnswer } from '@ezdash/contracts';

/** The entry of the slice that knows it. By its name, since the endpoint itself stands on the base query. */
const ENTRY = 'me(undefined)';

interface WithEntries {
  api?: { queries?: Readonly<Record<string, { data?: unknown } | undefined>> };
}

/** Id of the person the page believes to be signed in; null for nobody. */
export function personId(state: unknown): number | null {
  const known = (state as WithEntries).api?.queries?.[ENTRY]?.data as SessionAnswer | undefined;
  return known?.user?.id ?? null;
}
