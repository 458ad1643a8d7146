import type { Decision, DecisionContext, DeliveryGate, Gate } from '../decision';
import type { CampaignIndex } from '../index/CampaignIndex';
import { countryCode } from '../index/country';
import type { SnapshotCampaign } from '../index/entries';
import { countryOf, regionCode, regionOf } from '../index/region';
import { campaignCount, type Snapshot } from '../index/Snapshot';
import { languageCode } from '../language';
import { unmeasuredZone } from '../narrowing';
import { FateTally } from './FateTally';
import { encodeFates, FATES_HEAD, type IndexView, makeView } from './fateBytes';
import { bidsOf, lookAt, presentCandidate } from './look';
import type { Trace, TraceInputs } from './Trace';
import { type DecisionSampler, TraceSampler } from './TraceSampler';

/** Traces that nobody has taken yet, and what their fates may weigh; what comes on top is dropped. */
const MOST_WAITING = 400;
const MOST_BYTES = 8 * 1_048_576;
/** Between two turns of the event loop there are hardly ever more. */
const MOST_PENDING = 32;

/** The gate of a decision that is traced: what it was asked about guaranteed campaigns is remembered. */
class WatchedGate implements DeliveryGate {
  readonly urgencies: [number, number][] = [];

  constructor(private readonly gate: DeliveryGate) {}

  get gates(): readonly Gate[] {
    return this.gate.gates;
  }

  urgency(campaign: SnapshotCampaign): number {
    const urgency = this.gate.urgency(campaign);
    this.urgencies.push([campaign.id, urgency]);
    return urgency;
  }
}

/** A decision as it fell: what may change before its fates are worked out is copied. */
interface Pending {
  decisionId: string;
  decidedAtMs: number;
  test: boolean;
  weight: number;
  snapshot: Snapshot;
  states: readonly Uint8Array[];
  context: DecisionContext;
  decision: Decision;
  urgencies: readonly [number, number][];
}

function inputsOf({ context, snapshot, urgencies }: Pending, version: number): TraceInputs {
  const { origin, client, language, keywords, address, exclude, random, zone, reserveMicros } = context;
  return {
    country: countryCode(countryOf(origin)),
    region: regionCode(regionOf(origin)),
    device: client.device,
    os: client.os,
    osVersion: client.osVersion,
    browser: client.browser,
    language: languageCode(language),
    keywords,
    addressMattered: snapshot.indexes.some(({ contexts }) => contexts.ipRanges.match(address).key !== ''),
    // A browser that does not measure is no other market.
    narrowed: zone.narrowing !== null && zone !== unmeasuredZone(zone.narrowing.base),
    unmeasured: zone.narrowing?.among.unmeasured ?? false,
    exclude,
    random,
    floorMicros: zone.floorMicros,
    reserveMicros,
    snapshot: version,
    campaigns: campaignCount(snapshot),
    urgency: urgencies,
  };
}

const bytesOf = ({ fates }: Trace) => fates.reduce((sum, { length }) => sum + length, 0);

/**
 * Looks over the shoulder of some decisions: what they were made from, what was answered and how every campaign of the
 * index fared. A decision that is not taken costs a look at a counter. Of one that is, the gate is copied at once and
 * the rest worked out when the event loop comes round, one decision a turn, before the index can change.
 */
export class DecisionTracer {
  readonly tally = new FateTally();
  /** For the metrics; `dropped` found no room. */
  readonly counts = { traced: 0, dropped: 0 };
  private pending: Pending[] = [];
  private finished: Trace[] = [];
  private finishedBytes = 0;
  private watched: WatchedGate | null = null;
  private readonly views = new WeakMap<CampaignIndex, IndexView>();
  private version = 0;
  private isOn = false;

  constructor(private readonly sampler: DecisionSampler = new TraceSampler()) {}

  /** Before it nothing is traced: somebody has to take what is. */
  start(): void {
    this.isOn = true;
  }

  stop(): void {
    this.isOn = false;
  }

  /** Whether the decision of a zone is to be traced. */
  takes(zoneId: number, isTest: boolean, nowMs: number): boolean {
    return this.isOn && this.sampler.takes(zoneId, isTest, nowMs);
  }

  /** The gate for a decision that is. */
  watch(gate: DeliveryGate): DeliveryGate {
    this.watched = new WatchedGate(gate);
    return this.watched;
  }

  /** To be told right behind that decision, before it changes the gate. */
  note(
    decisionId: string,
    decidedAtMs: number,
    test: boolean,
    snapshot: Snapshot,
    context: DecisionContext,
    decision: Decision,
  ): void {
    const { watched } = this;
    this.watched = null;
    if (watched === null || this.pending.length >= MOST_PENDING) {
      this.counts.dropped += 1;
      return;
    }
    if (this.pending.length === 0) setImmediate(this.settleOne);
    this.pending.push({
      decisionId,
      decidedAtMs,
      test,
      weight: this.sampler.weight,
      snapshot,
      states: watched.gates.map(({ states }) => states.slice()),
      context: { ...context, exclude: context.exclude.slice() },
      decision,
      urgencies: watched.urgencies,
    });
  }

  /** One in each turn of the event loop, so that the ads that have come meanwhile are answered in between. */
  private readonly settleOne = (): void => {
    const first = this.pending.shift();
    if (this.pending.length > 0) setImmediate(this.settleOne);
    if (first) this.finish(first);
  };

  /** Works out what is pending; to be called before an index changes. */
  settle(): void {
    const { pending } = this;
    if (pending.length === 0) return;
    this.pending = [];
    for (const each of pending) this.finish(each);
  }

  /** The index is about to be another one, of so many campaigns. */
  change(campaigns: number): void {
    this.settle();
    this.version += 1;
    this.sampler.setCampaigns(campaigns);
  }

  /** The traces that are finished; they are the caller's from now on. */
  take(): Trace[] {
    const { finished } = this;
    this.finished = [];
    this.finishedBytes = 0;
    return finished;
  }

  private finish(pending: Pending): void {
    const { context, decision, snapshot, states, weight } = pending;
    const { zone } = context;
    const isAsked = zone.refusal === null;
    const look = lookAt(snapshot.indexes, states, context, decision);
    const first = decision.candidates.find(({ campaign }) => campaign.priority === 'auction');
    if (isAsked && weight > 0) {
      this.tally.begin(pending.decidedAtMs, weight);
      const price = {
        firstEcpmMicros: first?.campaign.ecpmMicros ?? 0,
        firstAdvertiserId: first?.campaign.advertiserId ?? 0,
        floorMicros: zone.floorMicros,
      };
      for (const { index, fates } of look.indexes)
        this.tally.add(index, fates, this.viewOf(index).slots, weight, price);
    }
    this.keep({
      decisionId: pending.decisionId,
      decidedAtMs: pending.decidedAtMs,
      zoneId: zone.id,
      propertyId: zone.propertyId,
      publisherId: zone.publisherId,
      test: pending.test,
      weight,
      reason: decision.reason,
      inputs: inputsOf(pending, this.version),
      answer: {
        candidates: decision.candidates.map(presentCandidate),
        runnerUpEcpmMicros: look.runnerUpEcpmMicros,
        bids: bidsOf(look),
      },
      fates: [
        FATES_HEAD,
        ...look.indexes.flatMap(({ index, fates }) => encodeFates(this.viewOf(index), fates)),
      ],
    });
  }

  private keep(trace: Trace): void {
    const bytes = bytesOf(trace);
    if (this.finished.length >= MOST_WAITING || this.finishedBytes + bytes > MOST_BYTES) {
      this.counts.dropped += 1;
      return;
    }
    this.finished.push(trace);
    this.finishedBytes += bytes;
    this.counts.traced += 1;
  }

  /** What traces need of an index again and again, made when it is first asked for. */
  viewOf(index: CampaignIndex): IndexView {
    const known = this.views.get(index);
    if (known) return known;
    const made = makeView(index, this.tally.slots);
    this.views.set(index, made);
    return made;
  }
}
