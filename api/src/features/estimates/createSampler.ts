import { setImmediate as others } from 'node:timers/promises';
import { ESTIMATES } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { contextOf, type Engine, type HourCount } from '../serving';
import { effectiveOf, NO_SAMPLE, type Sample, type SampledAuction } from './Sample';
import { type Bidder, type RecordedTrace, readBidders, readHours, readTraces } from './sample.repo';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAY_HOURS = 24;
/** How long a sample is good; of a young network, of which there is more by the minute, less long. */
const KEPT_MS = 5 * 60_000;
const KEPT_YOUNG_MS = 30_000;
const YOUNG_TRACES = 1_000;
/** Decisions taken between two moments at which others may run. */
const SLICE = 500;

export interface SamplerDeps {
  db: Db;
  clock: Clock;
  /** The ad server of this process; null while there is none. */
  engine: () => Pick<Engine, 'snapshot'> | null;
}

export interface Sampler {
  /** What there is of the last days' traffic, at most some minutes old. */
  read(): Promise<Sample>;
}

function auctionOf(
  { zone_id, weight, inputs, winner, bids }: RecordedTrace,
  engine: Pick<Engine, 'snapshot'>,
  bidders: ReadonlyMap<number, Bidder>,
): SampledAuction | null {
  const zone = engine.snapshot.zones.byId.get(zone_id);
  // Nobody will be shown there any more.
  if (!zone || zone.refusal !== null) return null;
  const first = winner === null ? undefined : bidders.get(winner);
  return {
    context: contextOf(zone, { inputs }),
    // An exchange's floor is its own; everybody else gets the zone at its floor of now.
    floorMicros: inputs.narrowed ? inputs.floorMicros : zone.floorMicros,
    reserveMicros: inputs.reserveMicros,
    weight,
    takenBy: first?.priority === 'guaranteed' ? first.id : null,
    bids: bids.flatMap(([campaignId, ecpmMicros]) => {
      const bidder = bidders.get(campaignId);
      return bidder?.priority === 'auction'
        ? [{ campaignId, advertiserId: bidder.advertiser_id, ecpmMicros }]
        : [];
    }),
  };
}

/** Whole days that the counted hours span: a network of yesterday has no week behind it. */
function daysOf(hours: readonly HourCount[], endMs: number): number {
  const [first] = hours;
  if (!first) return 0;
  return Math.min(ESTIMATES.days, Math.max(1, Math.ceil((endMs - first.hourMs) / DAY_MS)));
}

async function readSample({ db, clock, engine }: SamplerDeps): Promise<Sample> {
  const running = engine();
  if (running === null) return NO_SAMPLE;
  const endMs = Math.floor(clock.nowMs() / HOUR_MS) * HOUR_MS;
  const since = new Date(endMs - ESTIMATES.days * DAY_HOURS * HOUR_MS);
  const hours = await readHours(db, since, new Date(endMs));
  const traces = await readTraces(db, since);
  const named = traces.flatMap(({ winner, bids }) => [
    ...(winner === null ? [] : [winner]),
    ...bids.map(([campaignId]) => campaignId),
  ]);
  const bidders = await readBidders(db, [...new Set(named)]);
  const days = daysOf(hours, endMs);
  const perDay = days === 0 ? 0 : hours.reduce((sum, { count }) => sum + count, 0) / days;
  const weights = traces.map(({ weight }) => weight);
  // The sample says of which kind the requests are, the count how many there were.
  const scale =
    perDay /
    Math.max(
      1,
      weights.reduce((sum, weight) => sum + weight, 0),
    );
  const auctions: SampledAuction[] = [];
  for (const [at, trace] of traces.entries()) {
    const auction = auctionOf(trace, running, bidders);
    if (auction) auctions.push({ ...auction, weight: auction.weight * scale });
    if (at % SLICE === SLICE - 1) await others();
  }
  const effective = perDay === 0 ? 0 : effectiveOf(weights);
  return { auctions, hours, perDay, effective, sampled: traces.length, days };
}

/** Reads the sample when it is asked for, once for all who ask meanwhile, and keeps it for some minutes. */
export function createSampler(deps: SamplerDeps): Sampler {
  let reading: Promise<Sample> | null = null;
  let goodUntilMs = Number.NEGATIVE_INFINITY;
  return {
    read() {
      const nowMs = deps.clock.nowMs();
      if (reading !== null && nowMs < goodUntilMs) return reading;
      const begun = readSample(deps);
      reading = begun;
      // Whoever asks while it is read waits for it.
      goodUntilMs = nowMs + KEPT_YOUNG_MS;
      begun.then(
        ({ sampled }) => {
          if (reading === begun && sampled >= YOUNG_TRACES) goodUntilMs = nowMs + KEPT_MS;
        },
        () => {
          if (reading === begun) reading = null;
        },
      );
      return begun;
    },
  };
}
