/** What was notified and not yet read. */
export interface PendingChanges {
  campaigns: Set<number>;
  /** All of these accounts' campaigns and zones. */
  accounts: Set<number>;
  /** The money alone of these campaigns. */
  spending: Set<number>;
  zones: boolean;
  /** Which files the network has stopped. */
  files: boolean;
  everything: boolean;
}

export const nothingPending = (): PendingChanges => ({
  campaigns: new Set(),
  accounts: new Set(),
  spending: new Set(),
  zones: false,
  files: false,
  everything: false,
});

export const isAnythingPending = ({
  campaigns,
  accounts,
  spending,
  zones,
  files,
  everything,
}: PendingChanges): boolean =>
  campaigns.size + accounts.size + spending.size > 0 || zones || files || everything;

/** `campaign:7,8`, `account:5`, `spend:9`, `zone`, …: who changed, as triggers and billed conversions say it. */
export function noteChange(pending: PendingChanges, payload: string): void {
  const [table = '', ids] = payload.split(':');
  const named = { campaign: pending.campaigns, account: pending.accounts, spend: pending.spending };
  if (ids !== undefined && Object.hasOwn(named, table))
    for (const id of ids.split(',')) named[table as keyof typeof named].add(Number(id));
  else if (table === 'zone' || table === 'property') pending.zones = true;
  else if (table === 'network_stop' || table === 'network_stop_lift') pending.files = true;
  else pending.everything = true;
}

/** What was taken and could not be read waits again. */
export function putBack(pending: PendingChanges, taken: PendingChanges): void {
  for (const kind of ['campaigns', 'accounts', 'spending'] as const)
    for (const id of taken[kind]) pending[kind].add(id);
  pending.zones ||= taken.zones;
  pending.files ||= taken.files;
  pending.everything ||= taken.everything;
}
