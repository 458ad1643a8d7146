import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createIngest, type IngestEvent } from '../../../api/src/features/events';
import { deposit, verify } from '../../../api/src/features/ledger';
import { countryNumber } from '../../../api/src/features/serving';
import { Journal } from '../../../api/src/features/serving/hot/journal/Journal';
import { readJournal } from '../../../api/src/features/serving/hot/journal/readJournal';
import { decodeRecord, encodeEvent, encodeRequests } from '../../../api/src/features/serving/hot/records';
import { type Connection, createClient, openDb } from '../../../api/src/platform/db';
import { silentLog } from '../../../api/src/platform/log';
import type { DatabaseRoles } from '../../../api/src/startup/prepareDatabase';
import { type MarketSize, makeMarket } from '../database/makeMarket';
import { withDatabase } from '../database/withDatabase';
import { tokenPayloads } from './tokenPayloads';
import { visitorEvents } from './visitorEvents';

/** Records of a batch, as the server takes them: events, and sums of the requests meanwhile. */
const BATCH = 5_000;
const REQUEST_RECORDS = 200;
const EVENTS = BATCH - REQUEST_RECORDS;
/** Batches that the journal holds in a round when the server is behind: while one is stored, the next one is read. */
const BACKLOG = 4;
const WARM_UP_ROUNDS = 3;
const ROUNDS = 16;
const SEED = 20_261_121;
const COUNTRY_DE = countryNumber('DE');
const CASH_MICROS = 50_000_000_000_000n;
const MARKET: MarketSize = {
  advertisers: 40,
  campaigns: 200,
  creativesPerCampaign: 2,
  publishers: 20,
  properties: 60,
  zones: 150,
};

/** As `ad_event`, without a key, an index or a partition. */
const BARE_COLUMNS =
  'decision_id uuid, kind smallint, decided_at timestamptz, happened_at timestamptz, advertiser_id integer, campaign_id integer, creative_id integer, publisher_id integer, property_id integer, zone_id integer, country char(2), device smallint, os smallint, browser smallint, language char(2), invalid_reason smallint, price_micros bigint, payout_micros bigint, bonus_micros bigint';

const bareLine = (event: IngestEvent) =>
  `${event.decisionId}\t${event.kind}\t${new Date(event.decidedAtMs).toISOString()}\t${new Date(event.happenedAtMs).toISOString()}\t1\t${event.campaignId}\t${event.creativeId}\t1\t1\t${event.zoneId}\t${event.country}\t${event.device}\t${event.os}\t${event.browser}\t${event.language}\t${event.invalidReason}\t${event.priceMicros}\t${event.payoutMicros}\t0\n`;

/** The reference: lines that are made beforehand, into a bare table, committed. Answers milliseconds. */
async function copyBare(client: Client, events: readonly IngestEvent[]): Promise<number> {
  const lines = Buffer.from(events.map(bareLine).join(''));
  const startedMs = performance.now();
  const copy = client.query(copyFrom('COPY bare_event FROM STDIN'));
  const finished = once(copy, 'finish');
  copy.end(lines);
  await finished;
  return performance.now() - startedMs;
}

async function openAccounts(connection: Connection) {
  const opened = openDb(connection, { max: 2 });
  const market = await makeMarket(opened.db, MARKET);
  for (let advertiserId = 1; advertiserId <= MARKET.advertisers; advertiserId += 1)
    await deposit(opened.db, {
      advertiserId,
      amountMicros: CASH_MICROS,
      reference: `bench-${advertiserId}`,
      occurredAt: new Date(),
    });
  return { ...opened, market };
}

/** The ingestion of `npm start`, reading a journal that is written between its batches. */
async function feedIngest(connection: Connection) {
  const dir = await mkdtemp(path.join(tmpdir(), 'ezdash-bench-journal-'));
  const journal = await Journal.open({ dir, log: { info: () => {}, error: () => {} } });
  const payloads = tokenPayloads(randomBytes(32));
  const ingest = createIngest({
    connection,
    node: 'bench',
    log: silentLog,
    now: Date.now,
    onApplied: () => {},
    source: {
      read: async (from, maxRecords) => {
        const read = await readJournal({ dir, from, until: journal.durable, maxRecords });
        return { ...read, records: read.records.map(decodeRecord).filter((record) => record !== null) };
      },
    },
  });
  const write = async (events: readonly IngestEvent[]) => {
    for (const event of events)
      journal.appendAsync(
        encodeEvent({
          ...event,
          shown: true,
          knownOnly: false,
          claim: 0,
          sub: '',
          payload: payloads.of(event),
        }),
      );
    for (let index = 0; index < REQUEST_RECORDS; index += 1)
      journal.appendAsync(
        encodeRequests({
          decidedAtMs: events[0]?.decidedAtMs ?? 0,
          zoneId: 1 + (index % MARKET.zones),
          country: COUNTRY_DE,
          device: 1 + Math.floor(index / MARKET.zones),
          reason: 0,
          requests: 40,
        }),
      );
    await journal.flush();
  };
  return {
    ingest,
    /** Answers milliseconds a batch from the journal into the database. */
    apply: async (batches: IngestEvent[][]) => {
      const count = batches.length;
      for (const events of batches) await write(events);
      // What the server never holds must not be moved about by its garbage collector.
      batches.length = 0;
      const startedMs = performance.now();
      await ingest.drain();
      return (performance.now() - startedMs) / count;
    },
    close: async () => {
      await ingest.stop();
      await journal.close();
      await rm(dir, { recursive: true });
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
/** Milliseconds a batch, round by round. */
interface Pairs {
  ours: number[];
  bare: number[];
}
const ratioOf = ({ ours, bare }: Pairs) =>
  rounded(median(ours.map((ms, round) => (bare[round] ?? Number.NaN) / ms)));
const perSecond = (milliseconds: readonly number[]) => Math.round((EVENTS / median(milliseconds)) * 1_000);

function takeBatch(stream: Iterator<IngestEvent>): IngestEvent[] {
  return Array.from({ length: EVENTS }, () => {
    const { value } = stream.next();
    return value as IngestEvent;
  });
}

export interface BenchResult {
  metrics: Record<string, number>;
  notes: string[];
}

async function measure({ connection, owner }: DatabaseRoles): Promise<BenchResult> {
  const { db, market } = await openAccounts(connection);
  const client = createClient(owner);
  await client.connect();
  const { ingest, apply, close } = await feedIngest(connection);
  const behind: Pairs = { ours: [], bare: [] };
  const alone: Pairs = { ours: [], bare: [] };
  try {
    await client.query(`CREATE TABLE bare_event (${BARE_COLUMNS})`);
    await ingest.open();
    const stream = visitorEvents(market, Date.now() - 60_000, SEED);
    let given = 0;
    const play = async (count: number, { ours, bare }: Pairs, counts: boolean) => {
      const batches = Array.from({ length: count }, () => takeBatch(stream));
      given += count * EVENTS;
      let copyMs = 0;
      for (const batch of batches) copyMs += await copyBare(client, batch);
      const applyMs = await apply(batches);
      if (!counts) return;
      bare.push(copyMs / count);
      ours.push(applyMs);
    };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      await play(BACKLOG, behind, round >= 0);
      await play(1, alone, round >= 0);
    }
    const { events, discarded, settled, failures } = ingest.stats();
    const { ok, differenceCount, counted } = await verify(db);
    if (!ok || failures > 0)
      throw new Error(`The books differ in ${differenceCount} places after ${failures} failures`);
    if (counted.events !== BigInt(events) || events + discarded !== given)
      throw new Error(`${events} events stored and ${discarded} discarded are not all that were given`);
    return {
      metrics: {
        copy_ratio: ratioOf(behind),
        copy_ratio_alone: ratioOf(alone),
        events_per_s: perSecond(behind.ours),
        copy_events_per_s: perSecond(behind.bare),
        batch_ms: rounded(median(behind.ours)),
        batch_ms_alone: rounded(median(alone.ours)),
        copy_ms: rounded(median(behind.bare)),
      },
      notes: [
        `Ratios and times are medians of ${ROUNDS} interleaved rounds of ${BACKLOG} batches of ${EVENTS} events, as when the server is behind (while one is stored, the next is read), and of a single one (alone), each through the server's own ingestion (read and decoded from its journal with ${REQUEST_RECORDS} sums of requests, exactly-once batch, judgement, events, rollups, budgets, ledger, commit) and as a COPY of lines made beforehand into a table without keys; durable PostgreSQL of its own.`,
        `${MARKET.campaigns} campaigns of ${MARKET.advertisers} advertisers, ${MARKET.zones} zones: ${events} events stored, ${discarded} replays and robots counted, ${settled} early viewables settled; ledger verified, ${counted.transactions} transactions, 0 differences.`,
      ],
    };
  } finally {
    await close();
    await client.end();
    await db.destroy();
  }
}

/** The ingestion against a bare COPY of the same events: `copy_ratio` is events a second of ours over COPY's. */
export function run(): Promise<BenchResult> {
  return withDatabase(measure);
}
