import type { ShellRelease } from '@ezdash/contracts';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import type { Log } from '../../../platform/log';
import { incompatibilities } from '../gate/compatibility';
import type { ReleaseStore, StoredRelease } from '../releases.types';
import { lockPointers, pointerEvents, releasesById } from './activation.repo';
import { foldEvent, NO_POINTER, type Pin, type Pointer } from './foldEvents';

/** What visitors can be given of a remote: releases that are on this machine and that this shell can run. */
export interface RemoteOffer {
  name: string;
  active: StoredRelease | null;
  /** Where a rollback leads, and what a page falls back to. */
  previous: StoredRelease | null;
  /** `share` in tenths of a percent of the visitors. */
  canary: { stored: StoredRelease; share: number } | null;
  pins: readonly (Pick<Pin, 'subject' | 'until'> & { stored: StoredRelease })[];
}

export interface Pointers {
  /** What this server has seen of the history: the id of its newest row. */
  revision(): number;
  /** Reads what it has not seen yet; nothing when it has seen this revision already. Calls at once are one. */
  refresh(atLeast?: number): Promise<void>;
  /** From memory; the same list until something else is offered. */
  offers(): readonly RemoteOffer[];
  /** Of a remote as this server has seen it. */
  pointerOf(name: string): Pointer;
  /** The same with all that happened until now. Nobody moves it until the transaction ends. */
  hold(trx: Trx, name: string): Promise<Pointer>;
  /**
   * Work in a transaction in which nobody else moves the pointer. One after the other on this server: whoever waits for
   * the database's lock has a connection, and many of them would leave none for the one that holds it.
   */
  change<T>(name: string, work: (trx: Trx, held: Pointer) => Promise<T>): Promise<T>;
  /** What can be given of a pointer. */
  offerOf(name: string, pointer: Pointer, on?: Db): Promise<RemoteOffer>;
  /** True when a release that visitors should get could not be brought to this machine: asking again may help. */
  lacksFiles(): boolean;
}

interface PointersParts {
  db: Db;
  store: Pick<ReleaseStore, 'has'>;
  shell: ShellRelease;
  log: Log;
}

/** How far back a usable release is looked for. */
const CANDIDATES = 5;

/** Which releases can be given here. What cannot is said in the log once. */
function createUsable({ store, shell, log }: PointersParts) {
  /** Releases never change; those that some pointer names are few. */
  const known = new Map<number, StoredRelease>();
  const told = new Set<number>();
  let missing = new Set<number>();

  function problemOf({ id, name: remote, version, release }: StoredRelease, isHere: boolean): boolean {
    const reasons = isHere ? incompatibilities(release, shell) : ['its files are not on this machine'];
    if (reasons.length === 0) told.delete(id);
    else if (!told.has(id)) {
      told.add(id);
      log.warn({ remote, version, reasons }, 'A release is passed over');
    }
    return reasons.length > 0;
  }

  async function isUsable(stored: StoredRelease): Promise<boolean> {
    const isHere = await store.has(stored.name, stored.version);
    if (isHere) missing.delete(stored.id);
    else missing.add(stored.id);
    return !problemOf(stored, isHere);
  }

  async function load(ids: readonly number[], on: Db): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    for (const stored of await releasesById(on, unknown)) known.set(stored.id, stored);
  }

  return {
    load,
    async find(id: number, on: Db): Promise<StoredRelease | null> {
      if (!known.has(id)) await load([id], on);
      const stored = known.get(id);
      return stored && (await isUsable(stored)) ? stored : null;
    },
    /** Nothing else is in use any more. */
    keep(ids: ReadonlySet<number>): void {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      missing = new Set([...missing].filter((id) => ids.has(id)));
    },
    lacksFiles: () => missing.size > 0,
  };
}

/** Newest first, as far as they are ever looked at. */
const candidatesOf = ({ stack }: Pointer): number[] => stack.slice(-CANDIDATES).reverse();
const named = (pointer: Pointer): number[] => [
  ...candidatesOf(pointer),
  ...(pointer.canary ? [pointer.canary.releaseId] : []),
  ...pointer.pins.map(({ releaseId }) => releaseId),
];

/** Equal for offers that visitors cannot tell apart. */
const keyOf = (offers: readonly RemoteOffer[]): string =>
  JSON.stringify(
    offers.map(({ name, active, previous, canary, pins }) => [
      name,
      active?.id,
      previous?.id,
      canary && [canary.stored.id, canary.share],
      pins.map(({ subject, until, stored }) => [subject, until, stored.id]),
    ]),
  );

/** Follows the history of all remotes, and keeps what can be given to visitors in memory. */
export function createPointers(parts: PointersParts): Pointers {
  const { db } = parts;
  const usable = createUsable(parts);
  let known: { pointers: ReadonlyMap<string, Pointer>; seen: number } = { pointers: new Map(), seen: 0 };
  let offers: readonly RemoteOffer[] = [];
  let key = keyOf(offers);

  async function readOn(on: Db): Promise<typeof known> {
    const from = known;
    const rows = await pointerEvents(on, from.seen);
    const pointers = new Map(from.pointers);
    for (const row of rows) pointers.set(row.name, foldEvent(pointers.get(row.name) ?? NO_POINTER, row));
    return { pointers, seen: rows.at(-1)?.id ?? from.seen };
  }

  async function offerOf(name: string, pointer: Pointer, on = db): Promise<RemoteOffer> {
    await usable.load(named(pointer), on);
    const given: StoredRelease[] = [];
    for (const id of candidatesOf(pointer)) {
      const stored = given.length < 2 ? await usable.find(id, on) : null;
      if (stored) given.push(stored);
    }
    const tried = pointer.canary && (await usable.find(pointer.canary.releaseId, on));
    const pins: RemoteOffer['pins'][number][] = [];
    for (const { subject, until, releaseId } of pointer.pins) {
      const stored = await usable.find(releaseId, on);
      if (stored) pins.push({ subject, until, stored });
    }
    const canary = pointer.canary && tried ? { stored: tried, share: pointer.canary.share } : null;
    return { name, active: given[0] ?? null, previous: given[1] ?? null, canary, pins };
  }

  async function read(): Promise<void> {
    const next = await readOn(db);
    const inUse = [...next.pointers.values()].flatMap(named);
    await usable.load(inUse, db);
    usable.keep(new Set(inUse));
    const names = [...next.pointers.keys()].sort();
    const made: RemoteOffer[] = [];
    for (const name of names) made.push(await offerOf(name, next.pointers.get(name) ?? NO_POINTER));
    const nextKey = keyOf(made);
    if (nextKey !== key) [offers, key] = [made, nextKey];
    known = next;
  }

  let running: Promise<void> | null = null;
  let waiting: { wanted: number; done: Promise<void> } | null = null;
  function start(): Promise<void> {
    running = read().finally(() => {
      running = null;
    });
    return running;
  }
  /** One that runs may have read before what the caller knows of; the one behind it has not. */
  function refresh(atLeast = Number.POSITIVE_INFINITY): Promise<void> {
    if (known.seen >= atLeast) return Promise.resolve();
    if (!running) return start();
    if (waiting) {
      waiting.wanted = Math.max(waiting.wanted, atLeast);
      return waiting.done;
    }
    const next = { wanted: atLeast, done: Promise.resolve() };
    next.done = running
      .catch(() => {})
      .then(() => {
        waiting = null;
        return refresh(next.wanted);
      });
    waiting = next;
    return next.done;
  }

  async function hold(trx: Trx, name: string): Promise<Pointer> {
    await lockPointers(trx);
    return (await readOn(trx)).pointers.get(name) ?? NO_POINTER;
  }

  let last: Promise<unknown> = Promise.resolve();
  function change<T>(name: string, work: (trx: Trx, held: Pointer) => Promise<T>): Promise<T> {
    const run = () => inTransaction(db, async (trx) => work(trx, await hold(trx, name)));
    const mine = last.then(run, run);
    last = mine.catch(() => {});
    return mine;
  }

  return {
    revision: () => known.seen,
    refresh,
    offers: () => offers,
    pointerOf: (name) => known.pointers.get(name) ?? NO_POINTER,
    hold,
    change,
    offerOf,
    lacksFiles: usable.lacksFiles,
  };
}
