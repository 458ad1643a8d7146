import { randomBytes } from 'node:crypto';
import { EVENT_KINDS, type EventKind, INVALID_REASONS, type PricingCode } from '@ezdash/contracts';
import { translateMessage } from '../../locales';
import { silentLog } from '../../platform/log';
import { createMetrics, type Metrics } from '../../platform/metrics';
import {
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeZone,
  type TestApp,
  type TestDb,
} from '../../testing';
import { createIngest, type IngestRecord } from '../events';
import { type ConversionsDeps, type ConversionsFeature, createConversionsFeature } from '.';

/** An advertiser's campaign with a place where it is shown. */
export interface Place {
  advertiser: MadeUser;
  campaignId: number;
  creativeId: number;
  zoneId: number;
  publisherId: number;
  /** What its decisions agree on: a CPM price of 1,000 micros unless said otherwise. */
  pricing?: PricingCode;
  priceMicros?: number;
  payoutMicros?: number;
}

export interface Visit {
  decisionId: string;
  decidedAtMs: number;
}

export interface HappenFields {
  invalidReason?: number;
  /** Behind the decision; a second for a click unless given. */
  afterMs?: number;
}

export interface ConversionWorld {
  test: TestDb;
  clock: FakeClock;
  metrics: Metrics;
  feature: ConversionsFeature;
  app: TestApp;
  place(advertiser?: MadeUser, campaign?: Parameters<typeof makeCampaign>[1]): Promise<Place>;
  /** A decision that was made so long ago; nothing of it is recorded yet. */
  decide(agoMs?: number): Visit;
  /** Records an event of a decision and takes it into the database. */
  happen(place: Place, visit: Visit, kind: EventKind, fields?: HappenFields): Promise<void>;
  /** A decision with a counted impression and a click a moment later; answers the click id. */
  click(place: Place, agoMs?: number): Promise<string>;
  /** The same for many at once. */
  clicks(place: Place, agosMs: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/** Between an impression and its click. */
const SECOND_MS = 1_000;
const EVERY_DECISION_MS = 5 * SECOND_MS;

/** A UUIDv7 of this moment. */
export function uuidAt(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  const random = randomBytes(9).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`;
}

export type WorldOptions = Partial<
  Pick<ConversionsDeps, 'rawEventDays' | 'reportsPerMinute' | 'networks' | 'tell' | 'note'>
>;

/** The real app with the feature, on a database of its own, with the real ingestion of events. */
export async function openConversions(options: WorldOptions = {}): Promise<ConversionWorld> {
  const test = await createTestDb();
  const { db } = test;
  const clock = fakeClock('2026-11-21T12:00:00.000Z');
  const metrics = createMetrics({ processFigures: false });
  const feature = createConversionsFeature({
    db,
    clock,
    log: silentLog,
    secret: 'a secret of the tests, long enough for anybody',
    appUrl: 'http://ads.test',
    rawEventDays: 93,
    metrics: metrics.registry,
    ...options,
  });
  const app = await buildApp({
    test,
    clock,
    mounts: feature.mounts,
    translate: translateMessage,
    // Each visitor may have an address of their own.
    trustProxy: ['loopback'],
  });
  const records: IngestRecord[] = [];
  const ingest = createIngest({
    connection: test.connection,
    node: 'tests',
    log: silentLog,
    now: clock.nowMs,
    onApplied: () => {},
    source: {
      read: async (from, most) => {
        const found = records.slice(from.offset, from.offset + most);
        const next = { segment: 0, offset: from.offset + found.length };
        return { records: found, next, damagedBytes: 0, atEnd: next.offset >= records.length };
      },
    },
  });

  const decide = (agoMs = EVERY_DECISION_MS): Visit => {
    const decidedAtMs = clock.nowMs() - agoMs;
    return { decisionId: uuidAt(decidedAtMs), decidedAtMs };
  };

  function write(place: Place, visit: Visit, kind: EventKind, fields: HappenFields = {}): void {
    const { invalidReason = INVALID_REASONS.counted, afterMs = kind === 'impression' ? 0 : SECOND_MS } =
      fields;
    const { advertiser: _, publisherId: __, ...ids } = place;
    records.push({
      type: 'event',
      kind: EVENT_KINDS[kind],
      invalidReason,
      happenedAtMs: visit.decidedAtMs + afterMs,
      pricing: 0,
      country: 'DE',
      device: 1,
      os: 2,
      browser: 3,
      language: 'de',
      priceMicros: 1_000,
      payoutMicros: 800,
      claimed: false,
      ...visit,
      ...ids,
    });
  }
  function writeClick(place: Place, agoMs?: number): string {
    const visit = decide(agoMs);
    write(place, visit, 'impression');
    write(place, visit, 'click');
    return visit.decisionId;
  }

  return {
    test,
    clock,
    metrics,
    feature,
    app,
    decide,
    happen: async (place, visit, kind, fields) => {
      write(place, visit, kind, fields);
      await ingest.drain();
    },
    place: async (given, campaign) => {
      const advertiser = given ?? (await makeAdvertiser(db));
      const { id: campaignId } = await makeCampaign(db, { ...campaign, advertiser_id: advertiser.id });
      const { id: creativeId } = await makeCreative(db, { campaign_id: campaignId });
      const { id: zoneId, property_id } = await makeZone(db);
      const { publisher_id: publisherId } = await db
        .selectFrom('property')
        .select('publisher_id')
        .where('id', '=', property_id)
        .executeTakeFirstOrThrow();
      return { advertiser, campaignId, creativeId, zoneId, publisherId };
    },
    click: async (place, agoMs) => {
      const clickId = writeClick(place, agoMs);
      await ingest.drain();
      return clickId;
    },
    clicks: async (place, agosMs) => {
      for (const agoMs of agosMs) writeClick(place, agoMs);
      await ingest.drain();
    },
    close: async () => {
      await ingest.stop();
      await app.close();
      await test.drop();
    },
  };
}
