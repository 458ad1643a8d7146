import { setTimeout as wait } from 'node:timers/promises';
import type { RemoteManifest, ShellRelease } from '@ezdash/contracts';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import type { Log } from '../../../platform/log';
import { incompatibilities } from '../gate/compatibility';
import type { ReleaseStore, StoredRelease } from '../releases.types';
import { lockPointers, pointerEvents, releasesById } from './activation.repo';
import { CLAIMS, type Claim, settleClaims } from './claims';
import { foldEvent, NO_POINTER, type Pin, type Pointer } from './foldEvents';

/** What visitors can be given of a remote: releases that are on this machine and that this shell can run. */
export interface RemoteOffer {
  name: string;
  active: StoredRelease | null;
  /** By what right the active one has its addresses. */
  right: Pick<Claim, 'rank' | 'sinceMs'>;
  /** Where a rollback leads, and what a page falls back to. */
  previous: StoredRelease | null;
  /** `share` in tenths of a percent of the visitors. */
  canary: { stored: StoredRelease; share: number; sinceMs: number } | null;
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
   * the database's lock has a connection, and many of them would leave none for the one that holds it. Before it releases
   * are brought here, for a moment: in it only what is at hand counts, and nothing that could hold everybody up is waited
   * for.
   */
  change<T>(name: string, work: (trx: Trx, held: Held) => Promise<T>): Promise<T>;
  /** What visitors are given of addresses and namespaces, each of one remote. From memory. */
  manifests(): RemoteManifest[];
  /** True when a release that visitors should get could not be brought to this machine: asking again may help. */
  lacksFiles(): boolean;
  /** A release that was passed over because its files are not here: pages that were given it report on. */
  missing(name: string, version: string): StoredRelease | null;
}

/** A pointer that nobody else moves. */
export interface Held {
  pointer: Pointer;
  /** What can be given of it, as far as it is at hand. */
  offer(): Promise<RemoteOffer>;
  /** What the other remotes give to everybody, or to a share. */
  others(): Promise<RemoteManifest[]>;
}

interface PointersParts {
  db: Db;
  store: Pick<ReleaseStore, 'has'>;
  shell: ShellRelease;
  log: Log;
}

/** How far back a usable release is looked for. */
const CANDIDATES = 5;
/** How long a release that was not here is waited for, and everything that a change may need. */
const MISSING_MS = 200;
const PREPARE_MS = 2_000;

/** A release that nobody looked for yet: another server gave it to visitors a moment ago. */
class Unprepared extends Error {}

/** Which releases can be given here. What cannot is said in the log once. */
function createUsable({ store, shell, log }: PointersParts) {
  /** Releases never change; those that some pointer names are few. */
  const known = new Map<number, StoredRelease>();
  const told = new Set<number>();
  /** Whether it was on this machine when that was looked at last. */
  const here = new Map<number, boolean>();
  const looking = new Set<number>();
  /** One that was missing has come since it was last read what can be given. */
  let hasCome = false;

  function problemOf({ id, name: remote, version, release }: StoredRelease, isHere: boolean): boolean {
    const reasons = isHere ? incompatibilities(release, shell) : ['its files are not on this machine'];
    if (reasons.length === 0) told.delete(id);
    else if (!told.has(id)) {
      told.add(id);
      log.warn({ remote, version, reasons }, 'A release is passed over');
    }
    return reasons.length > 0;
  }

  /** A store elsewhere that hangs holds up what is new, and not everything over and over. */
  async function isHere({ id, name, version }: StoredRelease): Promise<boolean> {
    looking.add(id);
    const asked = store
      .has(name, version)
      .then((found) => {
        if (found && here.get(id) === false) hasCome = true;
        here.set(id, found);
        return found;
      })
      .finally(() => looking.delete(id));
    return here.get(id) === false ? Promise.race([asked, wait(MISSING_MS, false, { ref: false })]) : asked;
  }

  const isUsable = async (stored: StoredRelease): Promise<boolean> =>
    !problemOf(stored, await isHere(stored));

  async function load(ids: readonly number[], on: Db): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    for (const stored of await releasesById(on, unknown)) known.set(stored.id, stored);
  }

  return {
    load,
    /** The release when it can be given, brought here if need be; null otherwise. */
    async find(id: number, on: Db): Promise<StoredRelease | null> {
      if (!known.has(id)) await load([id], on);
      const stored = known.get(id);
      return stored && (await isUsable(stored)) ? stored : null;
    },
    /** The same of what was looked for before; waits for the database alone. @throws Unprepared */
    async atHand(id: number, on: Db): Promise<StoredRelease | null> {
      if (!known.has(id)) await load([id], on);
      const stored = known.get(id);
      if (!stored || incompatibilities(stored.release, shell).length > 0) return null;
      const isHere = here.get(id);
      if (isHere === undefined) throw new Unprepared();
      return isHere ? stored : null;
    },
    /** The newest of these that would run here if its files were; nothing where none would. */
    lastResort(ids: readonly number[]): StoredRelease[] {
      const fitting = ids.flatMap((id) => known.get(id) ?? []);
      return fitting.filter(({ release }) => incompatibilities(release, shell).length === 0).slice(0, 1);
    },
    /** What is still looked for is not here, until it is. */
    giveUp(ids: readonly number[]): void {
      for (const id of ids) if (looking.has(id) && !here.has(id)) here.set(id, false);
    },
    known: (id: number): StoredRelease | null => known.get(id) ?? null,
    /** Nothing else is in use any more. */
    keep(ids: ReadonlySet<number>): void {
      hasCome = false;
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      for (const id of here.keys()) if (!ids.has(id)) here.delete(id);
    },
    missing: (name: string, version: string): StoredRelease | null =>
      [...known.values()].find(
        (stored) => stored.name === name && stored.version === version && here.get(stored.id) === false,
      ) ?? null,
    lacksFiles: () => hasCome || [...here.values()].includes(false),
  };
}

/** Newest first, as far as they are ever looked at. */
const candidatesOf = ({ stack }: Pointer): number[] => stack.slice(-CANDIDATES).reverse();
const besides = ({ canary, pins }: Pointer): number[] => [
  ...new Set([...(canary ? [canary.releaseId] : []), ...pins.map(({ releaseId }) => releaseId)]),
];
const named = (pointer: Pointer): number[] => [...candidatesOf(pointer), ...besides(pointer)];

/** Equal for offers that visitors cannot tell apart. */
const keyOf = (offers: readonly RemoteOffer[]): string =>
  JSON.stringify(
    offers.map(({ name, active, right, previous, canary, pins }) => [
      name,
      active?.id,
      right,
      previous?.id,
      canary && [canary.stored.id, canary.share, canary.sinceMs],
      pins.map(({ subject, until, stored }) => [subject, until, stored.id]),
    ]),
  );

/** By what right the release that is given has its addresses: one that another was passed over for was not looked at. */
const rightOf = (
  { stack, isRestored, since }: Pointer,
  activeId: number | undefined,
): RemoteOffer['right'] => ({
  rank: isRestored || stack.at(-1) !== activeId ? CLAIMS.restored : CLAIMS.admitted,
  sinceMs: since?.getTime() ?? 0,
});

const canaryOf = ({ canary }: Pointer, stored: StoredRelease | null): RemoteOffer['canary'] =>
  canary && stored && { stored, share: canary.share, sinceMs: canary.since.getTime() };

/** What everybody, or a share, has of remotes. */
const claimsOf = (offers: readonly Pick<RemoteOffer, 'name' | 'active' | 'right' | 'canary'>[]): Claim[] =>
  offers.flatMap(({ name, active, right, canary }): Claim[] => [
    ...(active ? [{ name, manifest: active.release.manifest, ...right }] : []),
    ...(canary
      ? [{ name, manifest: canary.stored.release.manifest, rank: CLAIMS.admitted, sinceMs: canary.sinceMs }]
      : []),
  ]);
/** People are to know that not all of what was gone back to is there. */
function tellLost(claims: readonly Claim[], log: Log): void {
  const settled = settleClaims(claims);
  for (const [index, { name: remote, manifest }] of claims.entries()) {
    const left = settled[index]?.pages ?? [];
    const paths = manifest.pages.filter((page) => !left.includes(page)).map(({ path }) => path);
    if (settled[index] !== manifest)
      log.warn({ event: 'release.gives-way', remote, paths }, 'Addresses of a release are another remote’s');
  }
}
const shownBy = (claims: readonly Claim[]): RemoteManifest[] =>
  settleClaims(claims).filter((manifest) => manifest !== null);

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

  async function offerOf(
    name: string,
    pointer: Pointer,
    { on, find }: { on: Db; find: typeof usable.find } = { on: db, find: usable.find },
  ): Promise<RemoteOffer> {
    await usable.load(named(pointer), on);
    const given: StoredRelease[] = [];
    for (const id of candidatesOf(pointer)) {
      const stored = given.length < 2 ? await find(id, on) : null;
      if (stored) given.push(stored);
    }
    // Better a page that says that it does not load, and can be tried again, than one that nobody knows.
    if (given.length === 0 && find === usable.find) given.push(...usable.lastResort(candidatesOf(pointer)));
    const tried = pointer.canary && (await find(pointer.canary.releaseId, on));
    const pins: RemoteOffer['pins'][number][] = [];
    for (const { subject, until, releaseId } of pointer.pins) {
      const stored = await find(releaseId, on);
      if (stored) pins.push({ subject, until, stored });
    }
    const canary = canaryOf(pointer, tried);
    const [active = null, previous = null] = given;
    return { name, active, right: rightOf(pointer, active?.id), previous, canary, pins };
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
    if (nextKey !== key) {
      [offers, key] = [made, nextKey];
      tellLost(claimsOf(offers), parts.log);
    }
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

  async function holdAll(trx: Trx): Promise<ReadonlyMap<string, Pointer>> {
    await lockPointers(trx);
    return (await readOn(trx)).pointers;
  }
  const hold = async (trx: Trx, name: string): Promise<Pointer> =>
    (await holdAll(trx)).get(name) ?? NO_POINTER;

  /**
   * By the pointers alone: what another server has and this one has not got yet counts as well. Of one that was gone back
   * to only what it did not have to give way with, to this remote among others.
   */
  async function othersOf(name: string, pointers: ReadonlyMap<string, Pointer>, trx: Trx) {
    const all = [...pointers];
    await usable.load(
      all.flatMap(([, { stack, canary }]) => [...stack.slice(-1), ...(canary ? [canary.releaseId] : [])]),
      trx,
    );
    const offered = all.map(([remote, pointer]) => {
      const active = usable.known(pointer.stack.at(-1) ?? 0);
      const tried = pointer.canary && usable.known(pointer.canary.releaseId);
      return {
        ...{ name: remote, active, right: rightOf(pointer, active?.id) },
        canary: canaryOf(pointer, tried),
      };
    });
    return shownBy(claimsOf(offered)).filter((manifest) => manifest.name !== name);
  }

  /** Brings here what a change of a remote may need, as far as that is done in a moment. */
  async function prepare(name: string): Promise<void> {
    const pointer = (await readOn(db)).pointers.get(name) ?? NO_POINTER;
    const stop = new AbortController();
    const late = wait(PREPARE_MS, null, { signal: stop.signal }).catch(() => null);
    // What is pinned or tried besides, side by side: each that hangs would be one more time to wait.
    const looked = Promise.all([
      offerOf(name, pointer),
      ...besides(pointer).map((id) => usable.find(id, db)),
    ]);
    await Promise.race([looked, late]).finally(() => stop.abort());
    usable.giveUp(named(pointer));
  }

  let last: Promise<unknown> = Promise.resolve();
  function alone<T>(run: () => Promise<T>): Promise<T> {
    const mine = last.then(run, run);
    last = mine.catch(() => {});
    return mine;
  }

  async function change<T>(name: string, work: (trx: Trx, held: Held) => Promise<T>): Promise<T> {
    await prepare(name);
    const run = () =>
      inTransaction(db, async (trx) => {
        const pointers = await holdAll(trx);
        const pointer = pointers.get(name) ?? NO_POINTER;
        return work(trx, {
          pointer,
          offer: () => offerOf(name, pointer, { on: trx, find: usable.atHand }),
          others: () => othersOf(name, pointers, trx),
        });
      });
    return alone(run).catch((error: unknown) => {
      if (error instanceof Unprepared) return change(name, work);
      throw error;
    });
  }

  return {
    revision: () => known.seen,
    refresh,
    offers: () => offers,
    pointerOf: (name) => known.pointers.get(name) ?? NO_POINTER,
    hold,
    change,
    manifests: () => shownBy(claimsOf(offers)),
    lacksFiles: usable.lacksFiles,
    missing: usable.missing,
  };
}
