/** What was notified and not yet read. */
export interface PendingChanges {
  campaigns: Set<number>;
  /** All of these accounts' campaigns and zones. */
  accounts: Set<number>;
  /** The money alone of these campaigns. */
  spending: Set<number>;
  zones: Set<number>;
  /** All of these properties' zones. */
  properties: Set<number>;
  /** Which files the network has stopped. */
  files: boolean;
  everything: boolean;
}

/** What changes are named by, as triggers and billed conversions say it. */
const NAMED = {
  campaign: 'campaigns',
  account: 'accounts',
  spend: 'spending',
  zone: 'zones',
  property: 'properties',
} as const;
const SETS = Object.values(NAMED);

export const nothingPending = (): PendingChanges => ({
  campaigns: new Set(),
  accounts: new Set(),
  spending: new Set(),
  zones: new Set(),
  properties: new Set(),
  files: false,
  everything: false,
});

export const isAnythingPending = (pending: PendingChanges): boolean =>
  pending.files || pending.everything || SETS.some((kind) => pending[kind].size > 0);

/** `campaign:7,8`, `account:5`, `spend:9`, `zone:3`, …: who changed. Whatever names nobody is everything. */
export function noteChange(pending: PendingChanges, payload: string): void {
  const [table = '', ids] = payload.split(':');
  if (ids !== undefined && Object.hasOwn(NAMED, table))
    for (const id of ids.split(',')) pending[NAMED[table as keyof typeof NAMED]].add(Number(id));
  else if (table === 'network_stop' || table === 'network_stop_lift') pending.files = true;
  else pending.everything = true;
}

/** What was taken and could not be read waits again. */
export function putBack(pending: PendingChanges, taken: PendingChanges): void {
  for (const kind of SETS) for (const id of taken[kind]) pending[kind].add(id);
  pending.files ||= taken.files;
  pending.everything ||= taken.everything;
}
