import { HOLD_RULES, type HoldReason } from '@ezdash/contracts';

/** What is known of one property and source since its last decision; times in epoch milliseconds. */
export interface SourceFigures {
  /** Null of players, whose document anybody may fetch. */
  madeAtMs: number | null;
  /** An operator has released it since the key or the seat was made. */
  isTrusted: boolean;
  /** The last decision took it back. */
  wasTakenBack: boolean;
  views: number;
  clicks: number;
  confirmedViews: number;
  confirmedClicks: number;
  elsewhere: number;
  /** Views and clicks whose addresses were told apart, and how many different ones there were. */
  countedOrigins: number;
  senders: number;
  visitors: number;
  networks: number;
}

const DAY_MS = 86_400_000;
const { leastEvents } = HOLD_RULES;

type Rule = (figures: SourceFigures, nowMs: number) => boolean;

const isCrowded = (events: number, addresses: number) =>
  events >= leastEvents && events > HOLD_RULES.mostEventsOfAddress * addresses;

/** Each reason with its rule: `docs/invalid-traffic.md` says the same in words. */
const RULES: Readonly<Record<HoldReason, Rule>> = {
  'young-key': ({ madeAtMs, isTrusted }, nowMs) =>
    madeAtMs !== null && !isTrusted && nowMs - madeAtMs < HOLD_RULES.youngDays * DAY_MS,
  'taken-back-before': ({ wasTakenBack }) => wasTakenBack,
  'odd-share': ({ views, clicks, confirmedViews, confirmedClicks, elsewhere }) => {
    const events = views + clicks + elsewhere;
    const confirmed = confirmedViews + confirmedClicks;
    return events >= leastEvents && confirmed * 100 < HOLD_RULES.leastConfirmedPercent * events;
  },
  'odd-clicks': ({ views, clicks, confirmedViews, confirmedClicks }) => {
    const unconfirmed = views - confirmedViews;
    const clicked = clicks - confirmedClicks;
    return unconfirmed >= leastEvents && clicked * 100 > HOLD_RULES.mostClickPercent * unconfirmed;
  },
  'one-machine': ({ countedOrigins, senders }) => isCrowded(countedOrigins, senders),
  'few-visitors': ({ countedOrigins, visitors, networks }) =>
    countedOrigins >= leastEvents &&
    (isCrowded(countedOrigins, visitors) || networks < HOLD_RULES.leastNetworks),
};

/** Why a person has to look at these earnings; empty when time may release them. */
export const reasonsOf = (figures: SourceFigures, nowMs: number): HoldReason[] =>
  (Object.keys(RULES) as HoldReason[]).filter((reason) => RULES[reason](figures, nowMs));
