import {
  BROWSER_CODES,
  DEVICE_CODES,
  type DecisionOutcome,
  type DecisionQuery,
  type DecisionReplay,
  EVENT_KINDS,
  type EventKind,
  FATE_NAMES,
  FATES,
  type Fate,
  INVALID_REASONS,
  type InvalidReason,
  NO_FILL_REASONS,
  type NoFillReason,
  OS_CODES,
  publicId,
} from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import { publicRowId } from '../figures';
import type { Replayed, TraceCandidate, TraceInputs } from '../serving';
import type { StoredEvent } from './traces.repo';

/** Whose eyes see the answer. Campaigns of an advertiser by id, with their names. */
export type View =
  | { role: 'admin' }
  | { role: 'publisher' }
  | { role: 'advertiser'; userId: number; own: ReadonlyMap<number, string> };

const MINOR_VERSIONS = 10_000;

const nameOf = <Name extends string>(codes: Readonly<Record<Name, number>>, code: number): Name | null => {
  for (const name in codes) if (codes[name] === code) return name;
  return null;
};
export const deviceName = (code: number): string => nameOf(DEVICE_CODES, code) ?? 'desktop';
/** Null when it was filled. */
export function reasonName(code: number): NoFillReason | null {
  const name = nameOf(NO_FILL_REASONS, code);
  return name === 'filled' ? null : name;
}
export const fateName = (code: number): Fate | null => nameOf(FATES, code);
const versionText = (version: number): string | null => {
  if (version < 0) return null;
  const minor = version % MINOR_VERSIONS;
  const major = Math.floor(version / MINOR_VERSIONS);
  return minor === 0 ? String(major) : `${major}.${minor}`;
};

/** `ownCreatives`: which of those on the page are the advertiser's. */
export function presentInputs(
  inputs: TraceInputs,
  { role }: View,
  ownCreatives: readonly number[],
): NonNullable<DecisionReplay['inputs']> {
  const isAdmin = role === 'admin';
  const excluded = isAdmin ? inputs.exclude : inputs.exclude.filter((id) => ownCreatives.includes(id));
  return {
    country: inputs.country,
    region: inputs.region || null,
    device: deviceName(inputs.device),
    os: nameOf(OS_CODES, inputs.os),
    os_version: versionText(inputs.osVersion),
    browser: nameOf(BROWSER_CODES, inputs.browser),
    language: inputs.language || null,
    keywords: [...inputs.keywords],
    address_mattered: inputs.addressMattered,
    narrowed: inputs.narrowed,
    excluded_creatives: excluded.map((id) => publicId('creative', id)),
    floor_micros: role === 'advertiser' ? null : inputs.floorMicros,
    reserve_micros: isAdmin ? inputs.reserveMicros : null,
    random: isAdmin ? inputs.random : null,
    snapshot: isAdmin ? inputs.snapshot : null,
    campaigns: isAdmin ? inputs.campaigns : null,
  };
}

interface Listed {
  ids: readonly number[];
  count: number;
}

/** Best first. */
const RANKED = FATE_NAMES.map((name) => FATES[name]).reverse();

/**
 * The campaigns of an outcome that this reader asked for and may see, best fates first, of equal ones the higher bid,
 * then the older campaign; and how many there are on all pages. Of 100,000 campaigns only those are put in order that
 * come before the end of the page.
 */
export function listCampaigns({ fates, bids }: Replayed, view: View, query: DecisionQuery): Listed {
  if (view.role === 'publisher') return { ids: [], count: 0 };
  const wanted = query.campaign === undefined ? null : publicRowId('campaign', query.campaign);
  const isWanted = (id: number) =>
    (view.role === 'admin' || view.own.has(id)) && (query.campaign === undefined || id === wanted);
  const isNarrowed = view.role === 'advertiser' || query.campaign !== undefined;
  const bidOf = new Map(bids);
  const counts = fates.counts();
  const end = query.offset + query.limit;
  const found: number[] = [];
  let count = 0;
  for (const code of query.fate === undefined ? RANKED : [FATES[query.fate]]) {
    const all = counts.get(code) ?? 0;
    if (all === 0) continue;
    if (found.length >= end && !isNarrowed) {
      count += all;
      continue;
    }
    const ids = isNarrowed ? fates.withCode(code).filter(isWanted) : fates.withCode(code);
    ids.sort((a, b) => (bidOf.get(b) ?? 0) - (bidOf.get(a) ?? 0) || a - b);
    count += ids.length;
    for (const id of ids) {
      if (found.length >= end) break;
      found.push(id);
    }
  }
  return { ids: found.slice(query.offset, end), count };
}

function presentCandidate(
  candidate: TraceCandidate,
  index: number,
  view: View,
  names: ReadonlyMap<number, string>,
): DecisionOutcome['answer'][number] {
  const { campaignId } = candidate;
  const isOwn = view.role === 'advertiser' && view.own.has(campaignId);
  const isAdmin = view.role === 'admin';
  const isSeen = isAdmin || isOwn;
  return {
    place: index + 1,
    campaign: isSeen ? publicId('campaign', campaignId) : null,
    name: isSeen ? (names.get(campaignId) ?? null) : null,
    creative: isSeen ? publicId('creative', candidate.creativeId) : null,
    price_micros: isSeen ? candidate.priceMicros : null,
    payout_micros: isAdmin || view.role === 'publisher' ? candidate.payoutMicros : null,
    ecpm_micros: isSeen ? candidate.ecpmMicros : null,
    propensity_ppm: isAdmin ? candidate.propensityPpm : null,
  };
}

const OWN = FATES['outbid-by-own'];

/** How many campaigns fared how. Whom its own account outbid is that account's to know: everybody else is told `outbid`. */
export function fateCounts(fates: Replayed['fates'], tellsOwn: boolean): DecisionOutcome['fates'] {
  const counts: DecisionOutcome['fates'] = {};
  for (const [code, count] of fates.counts()) {
    const name = fateName(code === OWN && !tellsOwn ? FATES.outbid : code);
    if (name) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

/** All that its own account outbid in a decision are of one account. */
const seesOwn = (fates: Replayed['fates'], view: View) =>
  view.role === 'admin' || (view.role === 'advertiser' && fates.withCode(OWN).some((id) => view.own.has(id)));

/** How a decision came out, as far as the reader may see it. `names` has those of the campaigns that are shown. */
export function presentOutcome(
  outcome: Replayed,
  listed: Listed,
  view: View,
  names: ReadonlyMap<number, string>,
): DecisionOutcome {
  const bidOf = new Map(outcome.bids);
  return {
    reason: reasonName(outcome.reason),
    answer: outcome.candidates.map((candidate, index) => presentCandidate(candidate, index, view, names)),
    runner_up_ecpm_micros: view.role === 'admin' ? outcome.runnerUpEcpmMicros : null,
    fates: fateCounts(outcome.fates, seesOwn(outcome.fates, view)),
    campaigns: listed.ids.flatMap((id) => {
      const fate = fateName(outcome.fates.get(id));
      if (fate === null) return [];
      return {
        campaign: publicId('campaign', id),
        name: names.get(id) ?? '',
        fate,
        ecpm_micros: bidOf.get(id) ?? null,
      };
    }),
    campaign_count: listed.count,
  };
}

export function presentEvents(events: readonly StoredEvent[], view: View): DecisionReplay['events'] {
  const { role } = view;
  return events
    .filter(({ advertiser_id }) => view.role !== 'advertiser' || advertiser_id === view.userId)
    .map((event) => {
      const reason = nameOf(INVALID_REASONS, event.invalid_reason);
      return {
        kind: nameOf(EVENT_KINDS, event.kind) as EventKind,
        happened_at: event.happened_at.toISOString(),
        invalid_reason: reason === 'counted' ? null : (reason as InvalidReason | null),
        campaign: role === 'publisher' ? null : publicId('campaign', event.campaign_id),
        price_micros: role === 'publisher' ? null : toNumber(event.price_micros),
        payout_micros: role === 'advertiser' ? null : toNumber(event.payout_micros),
      };
    });
}
