import type { CampaignInput, CreativeInput, SnapshotInput } from '../snapshotInput';
import { byRank, CampaignIndex, type Entry } from './CampaignIndex';
import type { SnapshotCreative } from './entries';
import { type LeftOf, makeEntry, newShared, type Shared } from './makeEntry';
import type { Snapshot } from './Snapshot';
import { finish, type Steps } from './steps';
import { Zones } from './Zones';

/** How many rows are taken between two moments at which others may run. */
const SLICE = 500;

/** Sorts by `byRank`, a piece at a time. */
function* sortEntries(entries: Entry[]): Steps<Entry[]> {
  let runs: Entry[][] = [];
  for (let from = 0; from < entries.length; from += SLICE * 4) {
    runs.push(entries.slice(from, from + SLICE * 4).sort(byRank));
    yield;
  }
  while (runs.length > 1) {
    const merged: Entry[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge(left: Entry[], right: Entry[]): Steps<Entry[]> {
  if (right.length === 0) return left;
  const merged: Entry[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    const a = left[l];
    const b = right[r];
    if (b === undefined || (a !== undefined && byRank(a, b) <= 0)) {
      if (a !== undefined) merged.push(a);
      l += 1;
    } else {
      merged.push(b);
      r += 1;
    }
    if (merged.length % (SLICE * 4) === 0) yield;
  }
  return merged;
}

export function* buildIndex(entries: Entry[]): Steps<CampaignIndex> {
  const sorted = yield* sortEntries(entries);
  const index = new CampaignIndex(sorted.length);
  let taken = 0;
  for (const entry of sorted) {
    index.add(entry);
    taken += 1;
    if (taken % SLICE === 0) yield;
  }
  return index;
}

function* creativesByCampaign(creatives: readonly CreativeInput[]): Steps<Map<number, CreativeInput[]>> {
  const lists = new Map<number, CreativeInput[]>();
  let taken = 0;
  for (const creative of creatives) {
    const list = lists.get(creative.campaignId);
    if (list) list.push(creative);
    else lists.set(creative.campaignId, [creative]);
    taken += 1;
    if (taken % (SLICE * 4) === 0) yield;
  }
  return lists;
}

const NO_CREATIVES: readonly CreativeInput[] = [];

/**
 * Builds the snapshot in steps of about a millisecond. Linear in campaigns × targeted values. Without `leftOf` every
 * campaign has its whole bid.
 */
export function* buildSnapshotSteps(input: SnapshotInput, leftOf?: LeftOf): Steps<Snapshot> {
  const creativeInputs = yield* creativesByCampaign(input.creatives);
  const shared = newShared(leftOf);
  const entries: Entry[] = [];
  const creativesById = new Map<number, SnapshotCreative>();
  let taken = 0;
  for (const campaign of input.campaigns) {
    const { entry, creatives } = makeEntry(campaign, creativeInputs.get(campaign.id) ?? NO_CREATIVES, shared);
    if (entry) entries.push(entry);
    for (const creative of creatives) creativesById.set(creative.id, creative);
    taken += 1;
    if (taken % (SLICE / 2) === 0) yield;
  }
  const index = yield* buildIndex(entries);
  return { indexes: [index], zones: yield* Zones.steps(input.zones), creativesById };
}

/** The same at once. */
export const buildSnapshot = (input: SnapshotInput, leftOf?: LeftOf): Snapshot =>
  finish(buildSnapshotSteps(input, leftOf));

/** A campaign as it is now, with its creatives. */
export interface Change {
  input: CampaignInput;
  creatives: readonly CreativeInput[];
}
/** What changed since a snapshot's first index was built; null is gone. */
export type Changes = ReadonlyMap<number, Change | null>;

/** What was made of a change stays good for the next small index. */
const made = new WeakMap<Change, ReturnType<typeof makeEntry>>();
function entryOf(change: Change, shared: Shared): ReturnType<typeof makeEntry> {
  const known = made.get(change) ?? makeEntry(change.input, change.creatives, shared);
  made.set(change, known);
  return known;
}

/** What changed, made into what a snapshot takes over. */
export interface PreparedChanges {
  ids: readonly number[];
  /** Of those that may be shown; null when there are none. */
  index: CampaignIndex | null;
  creatives: readonly SnapshotCreative[];
}

/** Prepares all that changed since a snapshot's first index was built, not only the latest: nobody sees anything of it yet. */
export function* prepareChanges(changes: Changes, leftOf?: LeftOf): Steps<PreparedChanges> {
  const shared = newShared(leftOf);
  const entries: Entry[] = [];
  const creatives: SnapshotCreative[] = [];
  let taken = 0;
  for (const change of changes.values()) {
    taken += 1;
    if (taken % (SLICE / 2) === 0) yield;
    if (change === null) continue;
    const made = entryOf(change, shared);
    if (made.entry) entries.push(made.entry);
    creatives.push(...made.creatives);
  }
  const index = entries.length === 0 ? null : yield* buildIndex(entries);
  return { ids: [...changes.keys()], index, creatives };
}

/**
 * The snapshot with some campaigns as they are now (null: gone). They leave the first index, which takes no time worth
 * mentioning, and all that ever changed since it was built is the second one: made by the same code that builds the
 * first, so that a decision cannot tell the difference.
 */
export function withChanges(snapshot: Snapshot, { ids, index, creatives }: PreparedChanges): Snapshot {
  const [base] = snapshot.indexes;
  if (base === undefined) return snapshot;
  base.remove(ids);
  for (const creative of creatives) snapshot.creativesById.set(creative.id, creative);
  return { ...snapshot, indexes: index === null ? [base] : [base, index] };
}

/** The same at once. */
export const changeSnapshot = (snapshot: Snapshot, changes: Changes, leftOf?: LeftOf): Snapshot =>
  withChanges(snapshot, finish(prepareChanges(changes, leftOf)));
