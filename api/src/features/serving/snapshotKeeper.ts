import type { Client } from 'pg';
import { type Connection, type Db, errorDetail, within } from '../../platform/db';
import type { Log } from '../../platform/log';
import type { CreativeAddresses } from '../creatives';
import type { Mutex } from '../events';
import { closeListener, openListener } from './changeListener';
import { createCoalescer } from './coalesce';
import { createForecaster } from './createForecaster';
import { createLatest } from './createLatest';
import { createLearner, NO_LEARNING } from './createLearner';
import type { Engine } from './hot/engine';
import { PublicFiles } from './hot/fileStanding';
import {
  buildSnapshotSteps,
  type Change,
  type PreparedChanges,
  prepareChanges,
  withChanges,
} from './hot/index/buildSnapshot';
import type { Snapshot } from './hot/index/Snapshot';
import type { Steps } from './hot/index/steps';
import type { CreativeInput } from './hot/snapshotInput';
import { isAnythingPending, noteChange, nothingPending, putBack } from './pendingChanges';
import { runInSlices } from './runInSlices';
import {
  type ChangedCampaigns,
  type NamedZones,
  readBalances,
  readBudgets,
  readChanged,
  readHalted,
  readInput,
  readOwned,
  readSpending,
  readSubmitted,
  readZones,
} from './snapshot.repo';
import { readStoppedFiles } from './stoppedFiles.repo';

const DEBOUNCE_MS = 200;
/** Between two readings that notifications ask for, so that a stream of changes does not keep the server reading. */
const REST_MS = 500;
/** With more changed campaigns than this the whole index is built anew, before its time. */
const MANY_CHANGES = 1_000;
/** More than this wait for it; fewer are shown while it is built. */
const MOST_CHANGES = 3_000;
/** How often balances are read, what could not be read before, and everything while notifications may be lost. */
const POLL_MS = 2_000;
/** How many campaigns get another bid with one of these, so that a day's end does not build the index anew again and again. */
const MOST_REPRICED = 500;
/** Everything is read again this often even when nothing was notified (click rates, clocks). */
const FULL_REFRESH_MS = 60_000;
const HEARTBEAT_TIMEOUT_MS = 1_500;
/** A reading that takes longer must not keep the ingestion waiting. */
const READ_TIMEOUT_MS = 10_000;

export interface SnapshotKeeperOptions {
  db: Db;
  connection: Connection;
  engine: Engine;
  /** Where visitors load creatives; by their paths unless given. */
  toPublic?: CreativeAddresses['toPublic'] | undefined;
  log: Log;
  now: () => number;
  exclusive: Mutex;
  /** Told of zones that are not as they were. */
  onZonesChanged?(ids: readonly number[]): void;
  /** Whether click rates of young campaigns are sometimes drawn; otherwise they are the expected ones. */
  explores: boolean;
  /** Every reading waits for what was learnt and forecast by then: a past that is made comes out the same every time. */
  waits: boolean;
}

export interface SnapshotKeeper {
  /** Reads everything and swaps the index. */
  refresh(): Promise<void>;
  /** Files of creatives that visitors may load, as of the index in use. */
  publicFiles(): PublicFiles;
  /** Follows changes: a swap within a second of a notification, within 2 s without one. */
  start(): void;
  stop(): Promise<void>;
  /** `refreshes` are readings of everything, `changes` of what was notified alone. */
  stats(): {
    refreshes: number;
    changes: number;
    failures: number;
    listening: boolean;
    lastRefreshMs: number;
  };
}

/** What has been read and shown while everything is being read. */
interface Meanwhile {
  campaigns: Set<number>;
  zones: Set<number>;
  /** Taken away, and not shown again before they are read. */
  halted: Set<number>;
}

/** Keeps the engine's index as the database is. */
export function createSnapshotKeeper(options: SnapshotKeeperOptions): SnapshotKeeper {
  const { db, engine, log, now, exclusive, toPublic } = options;
  const stats = { refreshes: 0, changes: 0, failures: 0, listening: false, lastRefreshMs: 0 };
  const learner = createLearner(options);
  const learnt = createLatest({
    read: learner.read,
    everyMs: FULL_REFRESH_MS,
    now,
    onError: (error) => log.warn(errorDetail(error), 'Could not read click rates; the last ones stay in use'),
  });
  const forecaster = createForecaster({ db, now });
  const forecasts = createLatest({
    read: async () => {
      const forecast = await forecaster.read();
      if (forecast) engine.budgets.traffic.take(forecast);
    },
    everyMs: FULL_REFRESH_MS,
    now,
    onError: (error) =>
      log.warn(errorDetail(error), 'Could not read the traffic forecast; the last one stays in use'),
  });
  let learning = NO_LEARNING;
  let publicFiles = new PublicFiles();
  let pending = nothingPending();
  /** Campaigns that changed since the first index in use was read. */
  let changes = new Map<number, Change | null>();
  /** Null while not everything is being read. */
  let meanwhile: Meanwhile | null = null;
  let listener: Client | null = null;
  let debounce: NodeJS.Timeout | null = null;
  let poll: NodeJS.Timeout | null = null;
  let polling: Promise<void> = Promise.resolve();
  let restUntilMs = 0;
  let stopped = false;

  const leftOf = engine.budgets.leftOf.bind(engine.budgets);
  const isIndexed = ({ indexes }: Snapshot, id: number) =>
    indexes.some((index) => index.positionOf(id) !== undefined);
  const groupOf = (ids: readonly number[], read: ChangedCampaigns) => {
    const groups = new Map<number, CreativeInput[]>(ids.map((id) => [id, []]));
    for (const creative of read.creatives) groups.get(creative.campaignId)?.push(creative);
    return groups;
  };

  /** Takes what was just read of campaigns to all that changed, and prepares it. */
  function* prepareRead(
    all: Map<number, Change | null>,
    ids: readonly number[],
    read: ChangedCampaigns,
    snapshot: Snapshot,
  ): Steps<PreparedChanges> {
    const inputs = new Map(read.campaigns.map((input) => [input.id, input]));
    for (const [id, own] of groupOf(ids, read)) {
      const input = inputs.get(id);
      if (input) all.set(id, { input, creatives: own });
      // What neither was there nor is now is no change.
      else if (all.has(id) || isIndexed(snapshot, id)) all.set(id, null);
    }
    return yield* prepareChanges(all, leftOf);
  }

  /** Shows what was prepared, in the index in use. */
  function showChanges(prepared: PreparedChanges, ids: readonly number[], read: ChangedCampaigns): void {
    engine.budgets.tick(now());
    // What changes takes its campaigns out of the index that traces may still need.
    engine.tracer.settle();
    engine.swapChanged(withChanges(engine.snapshot, prepared), ids);
    engine.budgets.loadSome(ids, read.budgets, now());
    for (const [id, creatives] of groupOf(ids, read)) publicFiles.set(id, creatives);
  }

  /**
   * Takes over the index that was prepared. It is older than what was shown while it was made, of which nothing must
   * come back: that is read once more, and shown in the same turn of the event loop.
   */
  async function takeOver(shown: Meanwhile, snapshot: Snapshot, files: PublicFiles): Promise<void> {
    const ids = [...shown.campaigns];
    const since = new Map<number, Change | null>();
    const read =
      ids.length === 0
        ? null
        : await within(READ_TIMEOUT_MS, readChanged(db, ids, learning, now(), toPublic));
    const zoneIds = [...shown.zones];
    const zones =
      zoneIds.length === 0
        ? []
        : await within(READ_TIMEOUT_MS, readZones(db, { zones: zoneIds, properties: [] }));
    const budgets = await within(READ_TIMEOUT_MS, readBudgets(db, now()));
    const prepared = read && (await runInSlices(prepareRead(since, ids, read, snapshot)));
    function* steps(): Steps<void> {
      yield* snapshot.zones.change(zoneIds, zones);
      for (const index of snapshot.indexes) index.remove([...shown.halted]);
      engine.budgets.tick(now());
      yield* engine.swapSteps(budgets);
      publicFiles = files;
      if (read && prepared) showChanges(prepared, ids, read);
      changes = since;
    }
    await runInSlices(steps());
  }

  /** Reads everything beside what is notified meanwhile, which is shown as ever. */
  async function readAll(): Promise<void> {
    const shown: Meanwhile = { campaigns: new Set(), zones: new Set(), halted: new Set() };
    meanwhile = shown;
    try {
      forecasts.get();
      // The very first index waits for what was learnt; later ones take what there is.
      if (learnt.get() === undefined || options.waits) await learnt.idle();
      if (options.waits) await forecasts.idle();
      learning = learnt.get() ?? learning;
      await readFiles();
      const input = await within(READ_TIMEOUT_MS, readInput(db, learning, toPublic));
      const snapshot = await runInSlices(buildSnapshotSteps(input, leftOf));
      await runInSlices(engine.budgets.prepare(snapshot));
      const files = await runInSlices(PublicFiles.steps(input.creatives));
      // Not beside a batch: the sums read here and those that it brings must not overtake each other.
      await exclusive(() => takeOver(shown, snapshot, files));
    } catch (error) {
      pending.everything = true;
      throw error;
    } finally {
      meanwhile = null;
    }
    stats.refreshes += 1;
    stats.lastRefreshMs = now();
  }
  const refresh = createCoalescer(readAll);

  async function readFiles(): Promise<void> {
    engine.stoppedFiles = await within(READ_TIMEOUT_MS, readStoppedFiles(db));
  }

  /** What is asked for without being found is gone. */
  async function readZonesAlone(named: NamedZones): Promise<void> {
    await exclusive(async () => {
      const zones = await within(READ_TIMEOUT_MS, readZones(db, named));
      const ids = [...new Set([...named.zones, ...zones.map(({ id }) => id)])];
      for (const id of ids) meanwhile?.zones.add(id);
      await runInSlices(engine.changeZones(ids, zones));
      options.onZonesChanged?.(ids);
    });
    stats.changes += 1;
  }

  async function readCampaignsAlone(ids: readonly number[]): Promise<void> {
    await exclusive(async () => {
      const read = await within(READ_TIMEOUT_MS, readChanged(db, ids, learning, now(), toPublic));
      const prepared = await runInSlices(prepareRead(changes, ids, read, engine.snapshot));
      for (const id of ids) meanwhile?.campaigns.add(id);
      showChanges(prepared, ids, read);
    });
    stats.changes += 1;
  }

  /**
   * Of more changes than can be shown one by one, those that take something away are in force at once; what comes, or is
   * another, waits for the reading of everything.
   */
  async function takeAway(ids: readonly number[]): Promise<void> {
    await exclusive(async () => {
      const { halted, stopped } = await within(READ_TIMEOUT_MS, readHalted(db, ids));
      for (const id of ids) meanwhile?.halted.delete(id);
      for (const id of halted) {
        meanwhile?.halted.add(id);
        if (changes.has(id)) changes.set(id, null);
      }
      await runInSlices(engine.halt(halted, stopped));
    });
  }

  async function readSpendingAlone(ids: readonly number[]): Promise<void> {
    await exclusive(async () => {
      const facts = await within(READ_TIMEOUT_MS, readSpending(db, ids, now()));
      engine.budgets.tick(now());
      engine.budgets.loadSome(ids, facts, now());
    });
  }

  /** Reads what was notified; everything, when that is asked for, is read beside what comes next. */
  async function readPending(): Promise<void> {
    const taken = pending;
    pending = nothingPending();
    const { campaigns, accounts, spending, zones, properties } = taken;
    try {
      if (accounts.size > 0) {
        const owned = await within(READ_TIMEOUT_MS, readOwned(db, [...accounts]));
        for (const id of owned.campaigns) campaigns.add(id);
        for (const id of owned.properties) properties.add(id);
      }
      const unknown = [...campaigns].filter((id) => !changes.has(id) && !isIndexed(engine.snapshot, id));
      if (unknown.length > 0) {
        const submitted = new Set(await within(READ_TIMEOUT_MS, readSubmitted(db, unknown)));
        for (const id of unknown) if (!submitted.has(id)) campaigns.delete(id);
      }
      const changed = new Set([...changes.keys(), ...campaigns]).size;
      const isTooMuch = changed > MOST_CHANGES;
      const isTime = changed > MANY_CHANGES && meanwhile === null;
      if (taken.everything || isTime || isTooMuch) void refreshSafely();
      // From here on that reading asks for another one when it fails.
      taken.everything = false;
      // Which files are stopped follows from the campaigns that show them, too.
      if (taken.files || campaigns.size > 0) await readFiles();
      if (zones.size + properties.size > 0)
        await readZonesAlone({ zones: [...zones], properties: [...properties] });
      if (campaigns.size > 0) await (isTooMuch ? takeAway : readCampaignsAlone)([...campaigns]);
      if (spending.size > 0) await readSpendingAlone([...spending]);
    } catch (error) {
      putBack(pending, taken);
      throw error;
    } finally {
      // The process' own clock: the engine's may be that of a made past.
      restUntilMs = performance.now() + REST_MS;
    }
  }
  const read = createCoalescer(readPending);

  async function safely(reading: () => Promise<void>): Promise<void> {
    try {
      await reading();
    } catch (error) {
      stats.failures += 1;
      log.error(errorDetail(error), 'Could not read the serving index; the last one stays in use');
    }
  }
  const readSafely = () => safely(read);
  const refreshSafely = () => safely(refresh);

  /** However many changes come, one reading behind the last of them shows them all. */
  function changed(payload: string): void {
    if (stopped) return;
    noteChange(pending, payload);
    debounce ??= setTimeout(
      () => {
        debounce = null;
        void readSafely();
      },
      Math.max(DEBOUNCE_MS, restUntilMs - performance.now()),
    );
  }

  function lose(client: Client): void {
    if (listener !== client) return;
    listener = null;
    stats.listening = false;
    closeListener(client);
  }

  async function listen(): Promise<void> {
    const client = await openListener(options.connection, HEARTBEAT_TIMEOUT_MS, changed, lose);
    if (stopped) {
      closeListener(client);
      return;
    }
    listener = client;
    stats.listening = true;
  }

  async function listenSafely(): Promise<void> {
    try {
      await listen();
    } catch (error) {
      log.warn(errorDetail(error), 'Cannot listen for changes; they are looked for instead');
    }
  }

  async function readBalancesSafely(): Promise<void> {
    try {
      await exclusive(async () => {
        const balances = await within(READ_TIMEOUT_MS, readBalances(db));
        engine.budgets.loadBalances(balances, now());
      });
    } catch (error) {
      stats.failures += 1;
      log.warn(errorDetail(error), 'Could not read balances');
    }
  }

  /** A listener that does not answer may have lost notifications: a new one, and everything read again. */
  async function pollOnce(): Promise<void> {
    const client = listener;
    if (client)
      try {
        await client.query('SELECT 1');
      } catch {
        lose(client);
      }
    const lost = listener === null;
    if (lost) await listenSafely();
    const isDue = meanwhile === null && now() - stats.lastRefreshMs >= FULL_REFRESH_MS;
    if (lost || isDue) pending.everything = true;
    for (const id of engine.budgets.mispriced(MOST_REPRICED)) pending.campaigns.add(id);
    // What waits for a timer is that timer's.
    if (debounce === null && isAnythingPending(pending)) await readSafely();
    await readBalancesSafely();
  }

  function pollLater(): void {
    if (stopped) return;
    poll = setTimeout(() => {
      polling = pollOnce().finally(pollLater);
    }, POLL_MS);
  }

  return {
    refresh,
    publicFiles: () => publicFiles,
    start: () => {
      // What changed between the first reading and the LISTEN was not notified.
      polling = listenSafely()
        .then(() => changed(''))
        .finally(pollLater);
    },
    stop: async () => {
      stopped = true;
      if (poll) clearTimeout(poll);
      if (debounce) clearTimeout(debounce);
      await polling;
      await read.idle();
      await refresh.idle();
      await Promise.all([learnt.idle(), forecasts.idle()]);
      if (listener) lose(listener);
    },
    stats: () => ({ ...stats }),
  };
}
