import { setTimeout as pause } from 'node:timers/promises';
import { errorDetail, within } from '../../../platform/db';
import type { Log } from '../../../platform/log';
import { createMutex, type IngestEvent, type LeaseChange, type Mutex } from '../../events';
import type { Engine } from '../hot/engine';
import { LeaseBook } from '../hot/LeaseBook';
import { LeaseLost, type LeaseStore, type LiveNode } from './LeaseStore';
import { createLeaseUse, dayStartOf } from './leaseUse';
import { Meters } from './meters';

/** A process that has been silent for so long is taken for dead: as long as decisions wait for their impression. */
export const LEASE_TTL_MS = 30_000;
/** Its leases end for the process itself a little before. */
const TTL_MARGIN_SHARE = 1 / 6;
const BEAT_MS = 1_000;
/** Between two rounds of asking. */
const ASK_MS = 25;
/** Leases in use are compared with the database this often: other processes take off them what they bill. */
const COMPARE_MS = 2_000;
/** Behind a reservation's end nothing of it can be billed elsewhere without being late. */
const IDLE_MS = 40_000;
const MOST_ASKS = 1_000;
const TIMEOUT_MS = 5_000;
const GOODBYE_MS = 1_000;
/** When the leases of yesterday's decisions are not needed any more. */
const YESTERDAY_MS = 60_000;

export interface LeaseKeeperOptions {
  store: LeaseStore;
  engine: Engine;
  /** Told the number that decisions carry from now on. */
  onNumber: (node: number) => void;
  /** Of this process' journal. */
  name: string;
  /** How many processes there are at least; with more than one leases are used from the start. */
  nodes: number;
  /** Epoch milliseconds, the engine's. */
  now: () => number;
  log: Log;
  /** Runs something alone, not beside a batch of events. */
  exclusive: Mutex;
  ttlMs?: number;
}

export interface LeaseStats {
  /** 0 before it has joined. */
  node: number;
  leasing: boolean;
  /** Processes that live, this one included. */
  nodes: number;
  leases: number;
  /** Leased and not in use. */
  idleMicros: number;
  /** Questions to the store, and those that failed. */
  rounds: number;
  failures: number;
}

export interface LeaseKeeper {
  /** Makes itself known, and waits until all others spend nothing but leases when there are any. */
  join(): Promise<void>;
  /** Gets what is wanted now, once. */
  ask(): Promise<void>;
  /** Keeps alive and asks from now on. */
  start(): void;
  /** Gives everything back but what is in use. To be called when everything is applied. */
  stop(): Promise<void>;
  /** What a batch has left of this process' leases; its events, of which some may be settled without that being known. */
  settled(changes: readonly LeaseChange[], events: readonly IngestEvent[]): void;
  /** This process' number when batches have to take what they bill off leases; 0 before it has one. */
  leaseNode(): number | null;
  /** What keeps campaigns from being shown, for `/readyz`; null when nothing does. */
  problem(): string | null;
  stats(): LeaseStats;
}

const dayText = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** Shares budgets with other processes: leases what the engine spends before it does. */
export function createLeaseKeeper(options: LeaseKeeperOptions): LeaseKeeper {
  const { store, engine, log, now, name, exclusive } = options;
  const ttlMs = options.ttlMs ?? LEASE_TTL_MS;
  const meters = new Meters();
  const stats = { rounds: 0, failures: 0 };
  const stopping = new AbortController();
  let node = 0;
  let others: LiveNode[] = [];
  let book: LeaseBook | null = null;
  const { useOf, askFor, takeGrant } = createLeaseUse({ engine, meters, now, currentBook: () => book });
  /** The database knows that this process spends nothing but its leases. */
  let announced = false;
  let nextCompareMs = 0;
  let droppedDayMs = 0;
  let wake: (() => void) | null = null;
  let loops: Promise<unknown> = Promise.resolve();

  const nodes = () => Math.max(options.nodes, others.length + 1);
  const limited = <T>(work: Promise<T>) => within(TIMEOUT_MS, work);
  const validFrom = (askedMs: number) => askedMs + ttlMs * (1 - TTL_MARGIN_SHARE);

  /** From now on nobody is shown without a lease. */
  async function switchOn(): Promise<void> {
    // Not beside a batch: it would bill what this process leases for itself, without taking it off.
    await exclusive(async () => {
      book = new LeaseBook(node, () => wake?.());
      engine.budgets.leases = book;
      book.validUntilMs = validFrom(now());
      engine.budgets.lookAgain(now());
    });
    log.info({ node, others: others.length }, 'Budgets are shared with other ad servers by leases');
  }

  /** A new number: whatever was leased under the old one is with others, or will be. */
  async function join(): Promise<void> {
    const askedMs = now();
    const joined = await limited(store.join(name, book !== null || options.nodes > 1));
    ({ node, others } = joined);
    announced = book !== null || options.nodes > 1;
    options.onNumber(node);
    meters.clear();
    if (book === null && (options.nodes > 1 || others.length > 0)) await switchOn();
    else if (book !== null) {
      book.clear(node);
      book.validUntilMs = validFrom(askedMs);
      engine.budgets.lookAgain(now());
    }
  }

  async function joinAll(): Promise<void> {
    await join();
    await beat();
    // Whoever does not answer is dead by then.
    const untilMs = performance.now() + ttlMs + TIMEOUT_MS;
    while (others.some(({ leasing }) => !leasing) && performance.now() < untilMs) {
      await pause(ASK_MS, undefined, { signal: stopping.signal });
      await beat();
    }
  }

  /** One question for up to a thousand campaigns. */
  async function askStore(campaignIds: readonly number[], recalled: ReadonlySet<number>): Promise<void> {
    if (campaignIds.length === 0) return;
    const nowMs = now();
    const dayStartMs = dayStartOf(nowMs);
    const asks = campaignIds.map((id) => askFor(id, recalled.has(id)));
    // What goes back is not decided upon from now on.
    const lessened = asks.filter(({ keepMicros }) => keepMicros !== null).map(({ campaignId }) => campaignId);
    engine.budgets.lookAgain(now(), lessened);
    stats.rounds += 1;
    const day = dayText(dayStartMs);
    const granted = await limited(store.lease({ node, day, nodes: nodes(), asks }));
    // Not after a failure: it may have been done all the same, or still be.
    for (const { campaignId } of asks) book?.keepAll(campaignId);
    const asked = new Map(asks.map((ask) => [ask.campaignId, ask]));
    for (const grant of granted) takeGrant(grant, dayStartMs, asked);
    const found = new Set(granted.map(({ campaignId }) => campaignId));
    // Nobody may deliver these; they are looked at again when that changes.
    for (const id of campaignIds) if (!found.has(id)) meters.note(id, { micros: 0, places: 0 }, true, now());
    engine.budgets.lookAgain(now(), campaignIds);
    const scarce = granted.filter((grant) => grant.scarce).map(({ campaignId }) => campaignId);
    if (scarce.length > 0 && others.length > 0) await limited(store.recall(node, scarce));
  }

  /** Campaigns whose lease is low, those in use once in a while, a thousand at most. */
  function dueCampaigns(): number[] {
    if (book === null) return [];
    const nowMs = now();
    const due = new Set<number>();
    if (nowMs >= nextCompareMs) {
      nextCompareMs = nowMs + COMPARE_MS;
      for (const id of book.active) due.add(id);
      forgetIdle(book, nowMs);
    }
    for (const id of book.wanted) {
      if (due.size >= MOST_ASKS) break;
      if (meters.mayAsk(id, nowMs)) due.add(id);
    }
    for (const id of due) book.wanted.delete(id);
    return [...due];
  }

  const idleSinceMs = new Map<number, number>();
  function forgetIdle({ active }: LeaseBook, nowMs: number): void {
    for (const id of active) {
      const { usedMicros, usedPlaces } = useOf(id);
      if (usedMicros + usedPlaces > 0) idleSinceMs.delete(id);
      else if (nowMs - (idleSinceMs.get(id) ?? nowMs) >= IDLE_MS) {
        active.delete(id);
        idleSinceMs.delete(id);
      } else if (!idleSinceMs.has(id)) idleSinceMs.set(id, nowMs);
    }
  }

  /** One question at a time: what one gives back, another's answer must not take for spendable. */
  const alone = createMutex();
  async function askInParts(campaignIds: readonly number[], recalled: ReadonlySet<number>): Promise<void> {
    for (let from = 0; from < campaignIds.length; from += MOST_ASKS)
      await alone(() => askStore(campaignIds.slice(from, from + MOST_ASKS), recalled));
  }

  async function ask(): Promise<void> {
    const due = dueCampaigns();
    try {
      await askInParts(due, new Set());
    } catch (error) {
      for (const id of due) book?.wanted.add(id);
      throw error;
    }
  }

  /** Others want what is not used here: who used nothing of it since does not ask for it again soon. */
  async function giveBack(recalled: readonly number[]): Promise<void> {
    const idle = recalled.filter((id) => {
      const { left } = useOf(id);
      return !meters.isUsed(id, left.micros, left.places);
    });
    await askInParts(recalled, new Set(recalled));
    for (const id of idle) meters.rest(id, now());
  }

  async function dropYesterday(): Promise<void> {
    const today = dayStartOf(now());
    if (droppedDayMs === today || now() - today < YESTERDAY_MS) return;
    await limited(store.dropDaysBefore(node, dayText(today)));
    droppedDayMs = today;
  }

  async function beat(): Promise<void> {
    const askedMs = now();
    const beaten = await limited(store.beat(node, announced));
    if (!beaten.alive) {
      log.warn({ node }, 'This ad server was taken for dead; it joins again');
      await join();
      return;
    }
    ({ others } = beaten);
    if (book === null && others.length > 0) await switchOn();
    if (book === null) return;
    const wasOver = askedMs >= book.validUntilMs;
    book.validUntilMs = validFrom(askedMs);
    if (wasOver) engine.budgets.lookAgain(now());
    if (!announced) await announce();
    if (beaten.recalled.length > 0) await giveBack(beaten.recalled);
    await dropYesterday();
  }

  /** Others wait for this: everything that is decided is leased by now. */
  async function announce(): Promise<void> {
    await askInParts(engine.budgets.spenders(), new Set());
    announced = true;
    await limited(store.beat(node, true));
  }

  /** Tries again until it succeeds; told once, not every second. */
  function retried(work: () => Promise<void>, complaint: string): () => Promise<void> {
    let isFailing = false;
    return async () => {
      try {
        await work();
        isFailing = false;
      } catch (error) {
        if (stopping.signal.aborted) return;
        stats.failures += 1;
        if (!isFailing) log.warn(errorDetail(error), complaint);
        isFailing = true;
        if (error instanceof LeaseLost) await join().catch(() => {});
        // Leases may have ended meanwhile.
        else if (book !== null && now() >= book.validUntilMs) engine.budgets.lookAgain(now());
      }
    };
  }

  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {});
  const keepAlive = retried(beat, 'Cannot keep this ad server among the living ones');
  async function beatOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await rest(BEAT_MS);
      if (!stopping.signal.aborted) await keepAlive();
    }
  }
  /** Somebody's lease running low ends the pause, and so does the end. */
  function quietly(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        wake = null;
        resolve();
      };
      const timer = setTimeout(end, BEAT_MS);
      wake = end;
    });
  }
  const getLeases = retried(ask, 'Cannot lease budgets; campaigns wait when theirs are used up');
  async function askOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isQuiet = book === null || book.wanted.size === 0;
      if (isQuiet) await quietly();
      if (book !== null && !stopping.signal.aborted) await getLeases();
      await rest(ASK_MS);
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    wake?.();
    await loops;
    if (node === 0) return;
    const inUse = engine.budgets.spenders().map((campaignId) => {
      const { usedMicros, usedPlaces } = useOf(campaignId);
      return { campaignId, micros: usedMicros, places: usedPlaces };
    });
    await within(GOODBYE_MS, store.leave(node, book === null ? [] : inUse)).catch((error: unknown) =>
      log.warn(errorDetail(error), 'Could not give leases back; they end by themselves'),
    );
  }

  return {
    join: joinAll,
    ask,
    start: () => {
      loops = Promise.all([beatOn(), askOn()]);
    },
    stop,
    settled: (changes, events) => {
      if (book === null) return;
      const known = new Set<number>();
      for (const { node: holder, campaignId, day, ...lease } of changes)
        if (holder === node) {
          book.take(campaignId, { ...lease, dayStartMs: Date.parse(day) });
          known.add(campaignId);
        }
      // A commit whose answer was lost: the next answer of the store says what is really left.
      for (const { campaignId, claimed, shown, priceMicros } of events)
        if (!known.has(campaignId)) book.spend(campaignId, claimed ? priceMicros : 0, shown ? 1 : 0);
      engine.budgets.lookAgain(now(), [...known]);
    },
    leaseNode: () => (node === 0 || book !== null ? node : null),
    problem: () =>
      book !== null && now() >= book.validUntilMs ? 'the database does not answer for shared budgets' : null,
    stats: () => {
      let idleMicros = 0;
      for (const [id] of book?.all() ?? []) idleMicros += Math.max(0, useOf(id).left.micros);
      return {
        ...stats,
        node,
        leasing: book !== null,
        nodes: others.length + 1,
        leases: book?.size ?? 0,
        idleMicros,
      };
    },
  };
}
