import type { NamedVisitor } from './claim';
import type { ClientClass } from './clientClass';
import type { NoFillCode } from './decision';
import type { SnapshotCreative, SnapshotZone } from './index/entries';
import type { Origin } from './index/region';
import type { VerifiedToken } from './token';
import type { NetworkKind } from './traffic/networkKind';
import type { EventOrigin } from './traffic/TrafficRules';

/** Who asks, as the fast path (or the simulator) has found out. */
export interface Visitor {
  /** Country and region; `countryNumber` alone will do. */
  origin: Origin;
  client: ClientClass;
  /** `languageNumber` of the first language asked for; 0 is unknown. */
  language: number;
  /** Only looked at when a campaign targets addresses; kept nowhere. Empty when nobody knows. */
  address: string;
  bot: boolean;
  /** The browser only prepares a page that may never be seen; HEAD counts as such too. */
  prefetch: boolean;
  /** What is known of the address' network; missing when nothing is. */
  network?: NetworkKind;
  /** Global Privacy Control or Do Not Track: neither region nor address come with the visitor. */
  private?: boolean;
  /** `sourceOf` the address; missing when nothing is set aside for one visitor more than for another. */
  source?: number;
  /** Somebody else says who this is; missing when they ask themselves. */
  named?: NamedVisitor;
}

/** What an event is judged by on arrival. */
export type EventVisitor = Pick<Visitor, 'bot' | 'prefetch' | 'network' | 'source'> &
  EventOrigin & {
    /** The publisher's own word for where the visitor came from, as `subOf` reads it; missing or empty without one. */
    sub?: string;
    /** What the tag measured (`sightText`), as it came; missing or empty without. */
    sight?: string;
    /** A publisher's server reports it and says whose it is; then `address` is its word, and this is its own. */
    reporter?: string;
  };

export interface AdRequest {
  /** Public ids in the order of the page; the same one may come twice. */
  zones: readonly string[];
  visitor: Visitor;
  /** Row ids of creatives that the page shows already. */
  exclude: readonly number[];
  /** What the page says it is about: lower case, each once. */
  keywords: readonly string[];
  /** A publisher tries the tag: answered as always, recorded and billed never. */
  test: boolean;
  /** Whoever shows the ad measures whether a person sees it; missing is false. */
  measured?: boolean;
}

export interface AnsweredCandidate {
  creative: SnapshotCreative;
  token: string;
}
/** The answer for one zone. */
export interface AnsweredAd {
  /** Null for an unknown zone. */
  zone: SnapshotZone | null;
  requestedZone: string;
  /** A code of NO_FILL_REASONS; 0 is filled. */
  reason: NoFillCode;
  candidates: AnsweredCandidate[];
  /** Of a trial that was traced: the id under which it can be looked into. Empty otherwise. */
  decisionId: string;
}

/** What became of an event's token. `failed`: nothing was recorded; ask again. */
export type EventOutcome = 'recorded' | 'test' | 'forged' | 'failed';
export interface EventResult {
  outcome: EventOutcome;
  /** Null when forged. */
  token: VerifiedToken | null;
}
