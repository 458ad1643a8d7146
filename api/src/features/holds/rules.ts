import { HOLD_REASONS, HOLD_RULES, type HoldReason, type HoldSum } from '@ezdash/contracts';

/** What counts of the views and clicks of one property and source, or of all that its publisher has of them. */
export type Counts = Required<Omit<HoldSum, 'source' | 'from' | 'to' | 'held_micros'>>;

/** What is known of one property and source since its last decision; times in epoch milliseconds. */
export interface SourceFigures {
  /** Null of players, whose document anybody may fetch. */
  madeAtMs: number | null;
  /** An operator has released it since the key or the seat was made. */
  isTrusted: boolean;
  /** The last decision about it, or about this source of its publisher, took it back. */
  wasTakenBack: boolean;
  own: Counts;
  /** Of this source over all properties of the publisher. */
  ofSource: Counts;
  /** Of all sources and properties of the publisher. */
  ofPublisher: Counts;
}

const DAY_MS = 86_400_000;
const { leastEvents } = HOLD_RULES;

const isCrowded = (events: number, addresses: number) =>
  events >= leastEvents && events > HOLD_RULES.mostEventsOfAddress * addresses;
const isFew = (events: number, ofBusiestDay: number) =>
  events >= leastEvents && ofBusiestDay < HOLD_RULES.leastNetworks;

type Rule = (source: SourceFigures, nowMs: number) => boolean;

/** A reason that holds for a publisher's sum holds for each of its places: else nobody who splits traffic is judged. */
const inAny =
  (isOdd: (counts: Counts) => boolean): Rule =>
  ({ own, ofSource, ofPublisher }) =>
    [own, ofSource, ofPublisher].some(isOdd);

/** Views and clicks of which is known where they came from. */
const known = ({ views, clicks, counted_origins }: Counts) => Math.min(views + clicks, counted_origins);

/** Each reason with its rule: `docs/invalid-traffic.md` says the same in words. */
const RULES: Readonly<Record<HoldReason, Rule>> = {
  'young-key': ({ madeAtMs, isTrusted }, nowMs) =>
    madeAtMs !== null && !isTrusted && nowMs - madeAtMs < HOLD_RULES.youngDays * DAY_MS,
  'little-known': ({ isTrusted, ofSource }) => !isTrusted && known(ofSource) < leastEvents,
  'taken-back-before': ({ wasTakenBack }) => wasTakenBack,
  'odd-share': inAny(({ views, clicks, confirmed_views, confirmed_clicks, elsewhere }) => {
    const events = views + clicks + elsewhere;
    const confirmed = confirmed_views + confirmed_clicks;
    return events >= leastEvents && confirmed * 100 < HOLD_RULES.leastConfirmedPercent * events;
  }),
  'odd-clicks': inAny(({ views, clicks, confirmed_views, confirmed_clicks }) => {
    const unconfirmed = views - confirmed_views;
    const clicked = clicks - confirmed_clicks;
    return unconfirmed >= leastEvents && clicked * 100 > HOLD_RULES.mostClickPercent * unconfirmed;
  }),
  // Addresses of two days cannot be compared, so that a machine is another one every day: the busiest day bounds it.
  'one-machine': inAny(
    ({ counted_origins, senders, most_senders }) =>
      isCrowded(counted_origins, senders) || isFew(counted_origins, most_senders),
  ),
  'few-visitors': inAny(
    ({ counted_origins, visitors, networks }) =>
      isCrowded(counted_origins, visitors) || isFew(counted_origins, networks),
  ),
};

/** Why a person has to look at these earnings; empty when time may release them. */
export const reasonsOf = (source: SourceFigures, nowMs: number): HoldReason[] =>
  HOLD_REASONS.filter((reason) => RULES[reason](source, nowMs));
