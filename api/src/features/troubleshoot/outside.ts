import {
  type Campaign,
  checkBidAmount,
  LEAST,
  neverOpens,
  type OutsideCause,
  opensAt,
  playerLimit,
  readWebAddress,
  TROUBLES,
  type Trouble,
  type TroubleCure,
  ZONE_FORMATS,
} from '@ezdash/contracts';
import { DIMENSION_FIELDS, edit, fund, goals, resume, rulePage, submit } from './cures';
import { emptyDimension } from './emptyDimension';
import type { Place } from './troubleshoot.repo';

/** What is known beside what the owner's page shows of the campaign. */
export interface Known {
  now: Date;
  balanceMicros: number;
  submittedAt: Date | null;
  /** When it was paused last; null when its history does not say. */
  pausedAt: Date | null;
  /** The rule that paused it. */
  hold: { ruleId: string; name: string; pausedAt: Date } | null;
  /** That its targeting does not leave out. */
  places: readonly Place[];
}

type Facts = OutsideCause['facts'];
const DAY_MS = 86_400_000;
const HOURS_OF_WEEK = 168;
const MOST_SIZES = 3;
const IMPRESSIONS_PER_MILLE = 1_000;

const cause = (code: Trouble, stops: boolean, facts: Facts, cure: TroubleCure | null): OutsideCause => ({
  code,
  stops,
  facts,
  cure,
});

const nextDay = (now: Date) => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS).toISOString();

function completed(campaign: Campaign): OutsideCause {
  const { id, state_reason, ends_at, total_budget_micros, impression_limit, click_limit } = campaign;
  if (state_reason === 'total-spent')
    return cause(
      'total-spent',
      true,
      { budget_micros: total_budget_micros },
      edit(id, 'limits', 'total_budget_micros'),
    );
  if (state_reason === 'impression-limit')
    return cause(
      'impression-limit',
      true,
      { limit: impression_limit },
      edit(id, 'limits', 'impression_limit'),
    );
  if (state_reason === 'click-limit')
    return cause('click-limit', true, { limit: click_limit ?? null }, edit(id, 'limits', 'click_limit'));
  return cause('ended', true, { ended_at: ends_at }, edit(id, 'limits', 'ends_at'));
}

function pausedBySystem({ id, state_reason }: Campaign): OutsideCause {
  if (state_reason === 'no-goal') return cause('no-goal', true, {}, edit(id, 'overview', 'goal_ids'));
  return cause(state_reason === 'account-leaving' ? 'account-leaving' : 'account-inactive', true, {}, null);
}

/** A bid that comes to nothing an event, or to more than a budget is: saved before that was refused. The auction lowers it. */
function ofBid(campaign: Campaign): OutsideCause[] {
  const { id, priority, pricing, bid_micros } = campaign;
  if (priority === 'house') return [];
  const cure = edit(id, 'limits', 'bid_micros');
  const problem = checkBidAmount(campaign);
  if (problem && problem.code !== 'least')
    return [
      cause('bid-over-budget', priority !== 'auction', { bid_micros, budget_micros: problem.micros }, cure),
    ];
  if (bid_micros >= (pricing === 'CPM' ? IMPRESSIONS_PER_MILLE : 1)) return [];
  return [cause('no-bid', true, { bid_micros, least_micros: LEAST.bidMicros[pricing] }, cure)];
}

/** What was saved before addresses were checked leads nowhere. */
function ofLanding({ id, landing_url }: Campaign): OutsideCause[] {
  const read = readWebAddress(landing_url);
  if ('url' in read) return [];
  const facts = { address: landing_url, problem: read.problem };
  return [cause('landing-address', true, facts, edit(id, 'overview', 'landing_url'))];
}

/** It runs, at a bid that is lowered to what is left. */
function ofShortage({ id, bid_micros: whole_micros, shortage }: Campaign): OutsideCause | null {
  if (!shortage) return null;
  const { of: limit, bid_micros, left_micros } = shortage;
  const cure =
    limit === 'balance'
      ? fund()
      : edit(id, 'limits', limit === 'daily-budget' ? 'daily_budget_micros' : 'total_budget_micros');
  return cause('bid-lowered', false, { whole_micros, bid_micros, left_micros }, cure);
}

/** The state it is in, when that alone keeps it from being shown. */
function ofState(campaign: Campaign, known: Known): OutsideCause | null {
  const { id, updated_at } = campaign;
  switch (campaign.state) {
    case 'archived':
      return cause('archived', true, {}, null);
    case 'draft':
      return cause('draft', true, {}, submit(id));
    case 'rejected':
      return cause('rejected', true, { reason: campaign.state_reason }, edit(id, 'creatives'));
    case 'stopped':
      return cause('stopped', true, { reason: campaign.state_reason }, edit(id, 'creatives'));
    case 'inReview':
      return cause('in-review', true, { submitted_at: known.submittedAt?.toISOString() ?? updated_at }, null);
    case 'completed':
      return completed(campaign);
    case 'pausedBySystem':
      return pausedBySystem(campaign);
    case 'pausedByUser': {
      const { hold, pausedAt } = known;
      const since = pausedAt?.toISOString() ?? updated_at;
      if (!hold) return cause('paused-by-user', true, { paused_at: since }, resume(id));
      const facts = { rule: hold.name, paused_at: hold.pausedAt.toISOString() };
      return cause('paused-by-rule', true, facts, rulePage(hold.ruleId));
    }
    case 'scheduled':
      return cause('scheduled', true, { starts_at: campaign.starts_at }, edit(id, 'limits', 'starts_at'));
    case 'unfunded': {
      const facts = {
        balance_micros: known.balanceMicros,
        lowest_micros: campaign.shortage?.lowest_micros ?? 0,
      };
      return cause('unfunded', true, facts, fund());
    }
    case 'budgetReached': {
      // Of a bid that no budget pays for once `ofBid` says more.
      if (ofBid(campaign).some(({ stops }) => stops)) return null;
      const { of: limit, bid_micros: _, ...rest } = campaign.shortage ?? {};
      if (limit === 'total-budget')
        return cause('total-budget', true, rest, edit(id, 'limits', 'total_budget_micros'));
      const facts = { ...rest, resumes_at: nextDay(known.now) };
      return cause('daily-budget', true, facts, edit(id, 'limits', 'daily_budget_micros'));
    }
    case 'running':
      return ofShortage(campaign);
  }
}

const sizeOf = ({ width, height }: Pick<Place, 'width' | 'height'>) => `${width}×${height}`;

/** Whether a creative fits a place: banners by their size, the rest by what they are made of. */
function fits(place: Place, { image }: Campaign['creatives'][number]): boolean {
  const formats: readonly string[] = ZONE_FORMATS[place.kind];
  if (!formats.includes(image.format)) return false;
  return place.kind !== 'banner' || (image.width === place.width && image.height === place.height);
}

/** Of a campaign whose creatives are all videos, what keeps these out of players. */
function outOfPlayers(campaign: Campaign): OutsideCause {
  return playerLimit(campaign) === 'frequency_cap'
    ? cause('capped-video', true, {}, edit(campaign.id, 'targeting', 'frequency_cap'))
    : cause('measured-video', true, {}, edit(campaign.id, 'limits', 'measured_only'));
}

/** What its creatives are, and whether anybody has a place for them. */
function ofCreatives(campaign: Campaign, { places }: Known): OutsideCause[] {
  const { id, creatives, state } = campaign;
  if (creatives.length === 0) return [cause('no-creative', true, {}, edit(id, 'creatives'))];
  // Nothing of a campaign that nobody has looked at yet is approved: its state says so.
  const isJudged = !['draft', 'inReview', 'rejected', 'stopped', 'archived'].includes(state);
  const approved = creatives.filter((creative) => creative.state === 'approved');
  const inState = (wanted: string) => creatives.filter((creative) => creative.state === wanted).length;
  const [rejected, stopped] = [inState('rejected'), inState('stopped')];
  const found: OutsideCause[] = [];
  if (isJudged && approved.length === 0)
    found.push(cause('no-approved-creative', true, { count: creatives.length }, edit(id, 'creatives')));
  else if (isJudged) {
    const of = creatives.length;
    if (rejected > 0)
      found.push(cause('some-creatives-rejected', false, { count: rejected, of }, edit(id, 'creatives')));
    if (stopped > 0)
      found.push(cause('some-creatives-stopped', false, { count: stopped, of }, edit(id, 'creatives')));
  }
  const judged = approved.length > 0 ? approved : creatives;
  const isPlayed = playerLimit(campaign) === null;
  const shown = judged.filter(({ image }) => isPlayed || image.format !== 'video');
  if (shown.length === 0) return [...found, outOfPlayers(campaign)];
  const matching = places.filter((place) => shown.some((creative) => fits(place, creative)));
  if (matching.length === 0) {
    const facts = { sizes: shown.map(({ image }) => sizeOf(image)).join(', '), zones: 0 };
    found.push(cause('no-matching-zone', true, facts, edit(id, 'creatives')));
    return found;
  }
  const banners = places.filter(({ kind }) => kind === 'banner');
  const missing = banners.filter((place) => !matching.includes(place));
  const isBanner = shown.some(({ image }) => ZONE_FORMATS.banner.some((format) => format === image.format));
  if (isBanner && missing.length > 0) {
    const zones = missing.reduce((sum, place) => sum + place.zones, 0);
    const facts = {
      sizes: missing.slice(0, MOST_SIZES).map(sizeOf).join(', '),
      more: Math.max(0, missing.length - MOST_SIZES),
      zones,
      of: banners.reduce((sum, place) => sum + place.zones, 0),
    };
    found.push(cause('missing-sizes', false, facts, edit(id, 'creatives')));
  }
  return found;
}

function ofTargeting({ id, targeting }: Campaign): OutsideCause[] {
  const dimension = emptyDimension(targeting);
  return dimension === null
    ? []
    : [cause('targets-nobody', true, { dimension }, edit(id, ...DIMENSION_FIELDS[dimension]))];
}

function ofHours(campaign: Campaign, { now }: Known): OutsideCause[] {
  const { id, targeting, starts_at: startsAt, ends_at: endsAt } = campaign;
  const { hours } = targeting;
  if (hours === null || hours.hours.length >= HOURS_OF_WEEK) return [];
  // Of what has ended its state says so.
  if (campaign.state !== 'completed' && neverOpens({ hours, startsAt, endsAt }, now)) {
    const facts = { hours: hours.hours.length, timezone: hours.timezone, ends_at: endsAt };
    return [cause('hours-never', true, facts, edit(id, 'targeting', 'targeting.hours'))];
  }
  const next = opensAt(hours, now);
  // It is one of its hours.
  if (next !== null && next.getTime() <= now.getTime()) return [];
  const facts = {
    hours: hours.hours.length,
    timezone: hours.timezone,
    opens_at: next?.toISOString() ?? null,
  };
  return [cause('hours-closed', true, facts, edit(id, 'targeting', 'targeting.hours'))];
}

/**
 * Causes that no auction knows of, what stops everything first. Of what is not asked to be shown (a draft, an archived
 * campaign) only that is said, and what would stop it next. Pure.
 */
export function outsideCauses(campaign: Campaign, known: Known): OutsideCause[] {
  const state = ofState(campaign, known);
  if (campaign.state === 'archived' && state) return [state];
  const found = [
    ...(state ? [state] : []),
    ...ofLanding(campaign),
    ...ofBid(campaign),
    ...ofTargeting(campaign),
    ...ofCreatives(campaign, known),
    ...ofHours(campaign, known),
  ];
  const needsGoal = campaign.pricing === 'CPA' && campaign.priority !== 'house';
  if (needsGoal && campaign.goal_ids.length === 0 && state?.code !== 'no-goal')
    found.push(
      cause(
        'no-goal',
        true,
        {},
        campaign.state === 'draft' ? edit(campaign.id, 'overview', 'goal_ids') : goals(),
      ),
    );
  const rank = ({ code, stops }: OutsideCause) => (stops ? 0 : TROUBLES.length) + TROUBLES.indexOf(code);
  return found.sort((a, b) => rank(a) - rank(b));
}
