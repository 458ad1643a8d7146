import { BROWSER_CODES, DEVICE_CODES, OS_CODES } from '@ezdash/contracts';
import { clientClass } from '../clientClass';
import { decide } from '../decide';
import { type DecisionContext, type DeliveryGate, GATE, type Gate } from '../decision';
import type { Engine } from '../engine';
import { Bitset } from '../index/Bitset';
import type { CampaignIndex } from '../index/CampaignIndex';
import { countryNumber } from '../index/country';
import type { SnapshotCampaign, SnapshotZone } from '../index/entries';
import { originOf, regionNumber } from '../index/region';
import { languageNumber } from '../language';
import { unmeasuredZone } from '../narrowing';
import { CampaignFates } from './CampaignFates';
import { type IndexView, inOrder } from './fateBytes';
import { gateOfFate } from './fates';
import { bidsOf, lookAt, presentCandidate } from './look';
import type { Trace, TraceAnswer, TraceInputs } from './Trace';

/** What of the ad server it takes to decide. */
export type Decider = Pick<Engine, 'tick' | 'snapshot' | 'budgets' | 'tracer'>;

/** A stored decision, its fates decoded. */
export type Stored = Pick<Trace, 'zoneId' | 'inputs'> & { fates: CampaignFates };

/** What of them tells who asked for an ad, and where. */
export interface RecordedInputs {
  inputs: Pick<
    TraceInputs,
    | 'country'
    | 'region'
    | 'device'
    | 'os'
    | 'osVersion'
    | 'browser'
    | 'language'
    | 'keywords'
    | 'exclude'
    | 'random'
    | 'reserveMicros'
    | 'unmeasured'
  >;
}

/** What a decision comes to when it is made again. */
export interface Replayed extends TraceAnswer {
  /** A code of NO_FILL_REASONS; 0 filled. */
  reason: number;
  fates: CampaignFates;
}

export interface Replay {
  /** With the index of now and the gate of then: who might deliver, as the trace knows it. */
  repeated: Replayed;
  /** With index and gate of now. */
  today: Replayed;
}

const codeWithin = (codes: Readonly<Record<string, number>>, code: number) =>
  Object.values(codes).includes(code) ? code : 0;

/** The address was not kept: ranges of addresses are asked as of an unknown one. */
export function contextOf(zone: SnapshotZone, { inputs }: RecordedInputs): DecisionContext {
  const region = inputs.region === '' ? 0 : regionNumber(inputs.region);
  return {
    zone: inputs.unmeasured ? unmeasuredZone(zone) : zone,
    origin: originOf(countryNumber(inputs.country), region),
    client: clientClass(
      codeWithin(DEVICE_CODES, inputs.device) || DEVICE_CODES.desktop,
      codeWithin(OS_CODES, inputs.os),
      inputs.osVersion,
      codeWithin(BROWSER_CODES, inputs.browser),
    ),
    language: languageNumber(inputs.language),
    keywords: inputs.keywords,
    address: '',
    exclude: inputs.exclude,
    random: inputs.random,
    reserveMicros: inputs.reserveMicros,
  };
}

/** The gate as the fates tell it: whom it was not asked about then is as they are now, who was not there then is out. */
function gateOfThen(
  index: CampaignIndex,
  { order, sorted }: IndexView,
  now: Gate | undefined,
  fates: CampaignFates,
): Gate {
  const live = new Bitset(index.size);
  const states = new Uint8Array(index.size);
  let at = 0;
  // Both are in the order of ids.
  sorted.forEach((id, place) => {
    while (at < fates.ids.length && (fates.ids[at] ?? 0) < id) at += 1;
    const position = order[place] ?? 0;
    const told = fates.ids[at] === id ? gateOfFate(fates.codes[at] ?? 0) : GATE.SCHEDULE;
    const isLiveNow = now?.live.has(position) ?? false;
    const state = told ?? (isLiveNow ? GATE.LIVE : (now?.states[position] ?? GATE.SCHEDULE));
    states[position] = state;
    if (state === GATE.LIVE && !index.gone.has(position)) live.set(position);
  });
  return { live, states };
}

function decideWith(engine: Decider, gate: DeliveryGate, context: DecisionContext): Replayed {
  const { indexes } = engine.snapshot;
  const decision = decide(engine.snapshot, gate, context);
  const states = gate.gates.map((each) => each.states);
  const look = lookAt(indexes, states, context, decision);
  const parts = look.indexes.map(({ index, fates }) => {
    const view = engine.tracer.viewOf(index);
    return new CampaignFates(view.sorted, inOrder(view, fates));
  });
  return {
    reason: decision.reason,
    candidates: decision.candidates.map(presentCandidate),
    runnerUpEcpmMicros: look.runnerUpEcpmMicros,
    bids: bidsOf(look),
    fates: CampaignFates.merge(parts),
  };
}

/**
 * Makes a stored decision again from its inputs, with the same random bits; nothing is set aside and nothing signed.
 * Null when its zone is served no more.
 */
export function replay(engine: Decider, stored: Stored): Replay | null {
  engine.tick();
  const zone = engine.snapshot.zones.byId.get(stored.zoneId);
  if (!zone) return null;
  const context = contextOf(zone, stored);
  const { budgets } = engine;
  const urgencies = new Map(stored.inputs.urgency);
  const gateThen: DeliveryGate = {
    gates: engine.snapshot.indexes.map((index, at) =>
      gateOfThen(index, engine.tracer.viewOf(index), budgets.gates[at], stored.fates),
    ),
    urgency: (campaign: SnapshotCampaign) => urgencies.get(campaign.id) ?? budgets.urgency(campaign),
  };
  return {
    repeated: decideWith(engine, gateThen, context),
    today: decideWith(engine, budgets, context),
  };
}
