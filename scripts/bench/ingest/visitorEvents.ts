import { BROWSER_CODES, EVENT_KINDS, INVALID_REASONS, OS_CODES } from '@ezdash/contracts';
import { seededRandom } from '../../../api/src/features/demo/visitsModel';
import type { IngestEvent } from '../../../api/src/features/events';
import type { Market } from '../database/makeMarket';

/** Visitors a second that the stream stands for: it decides how many batches an hour's row meets. */
const DECISIONS_PER_SECOND = 10_000;
const COUNTRIES = 'US DE GB FR AT CH NL ES IT PL CA AU SE DK BE CZ PT IE NO FI'.split(' ');
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv'];
/** Of the countries, in their order. */
const SPOKEN = 'en de en fr de de nl es it pl en en sv da nl cs pt en no fi'.split(' ');
/** Device, operating system, browser as they come together, the most frequent first. */
const CLIENTS = [
  [2, 'android', 'chrome'],
  [2, 'ios', 'safari'],
  [1, 'windows', 'chrome'],
  [1, 'macos', 'safari'],
  [1, 'windows', 'edge'],
  [2, 'android', 'samsung'],
  [1, 'macos', 'chrome'],
  [1, 'windows', 'firefox'],
  [3, 'ios', 'safari'],
  [1, 'linux', 'firefox'],
  [3, 'android', 'chrome'],
  [4, 'other', 'other'],
] as const;

/** A campaign runs on so many zones. */
const ZONES_OF_CAMPAIGN = 10;
/** Visitors of the property's own country, and those who speak the country's language. */
const HOME_SHARE = 0.85;
/** What becomes of an impression. */
const VIEWABLE_SHARE = 0.6;
const CLICK_SHARE = 0.008;
const REPLAY_SHARE = 0.01;
const BOT_SHARE = 0.01;
/** Viewables that overtake their impression by a batch. */
const EARLY_SHARE = 0.002;

const hex = (random: () => number, digits: number) =>
  Math.floor(random() * 16 ** digits)
    .toString(16)
    .padStart(digits, '0');

/** A UUIDv7 of that millisecond. */
function uuid(timeMs: number, random: () => number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`;
}

/** Events of visitors as the journal of a busy node has them, from `startMs` on: an endless stream in order of arrival. */
export function* visitorEvents(market: Market, startMs: number, seed: number): Generator<IngestEvent> {
  const random = seededRandom(seed);
  /** Few are large and many are small: the share of the n-th falls with n. */
  const few = (count: number, steepness: number) => Math.floor(count * random() ** steepness);
  const pick = <Item>(items: readonly Item[], first: Item, steepness: number): Item =>
    items[few(items.length, steepness)] ?? first;
  /** Viewables and clicks come later than their impression. */
  let later: { atDecision: number; event: IngestEvent }[] = [];
  for (let decision = 0; ; decision += 1) {
    const decidedAtMs = startMs + Math.floor((decision / DECISIONS_PER_SECOND) * 1_000);
    const [device, os, browser] = pick(CLIENTS, CLIENTS[0], 2);
    const campaignId = 1 + few(market.size.campaigns, 1.8);
    const zoneId = 1 + ((campaignId * 37 + few(ZONES_OF_CAMPAIGN, 1.5) * 53) % market.size.zones);
    const home = COUNTRIES[zoneId % COUNTRIES.length] ?? 'US';
    const country = random() < HOME_SHARE ? home : pick(COUNTRIES, 'US', 2);
    const { creativesPerCampaign } = market.size;
    const isCpc = campaignId % 4 === 0;
    const impression: IngestEvent = {
      type: 'event',
      kind: EVENT_KINDS.impression,
      invalidReason: random() < BOT_SHARE ? INVALID_REASONS.bot : INVALID_REASONS.counted,
      happenedAtMs: decidedAtMs + 300,
      decisionId: uuid(decidedAtMs, random),
      decidedAtMs,
      pricing: isCpc ? 1 : 0,
      zoneId,
      creativeId: (campaignId - 1) * creativesPerCampaign + 1 + Math.floor(random() * creativesPerCampaign),
      campaignId,
      country,
      device,
      os: OS_CODES[os],
      browser: BROWSER_CODES[browser],
      language:
        random() < HOME_SHARE ? (SPOKEN[COUNTRIES.indexOf(country)] ?? 'en') : pick(LANGUAGES, 'en', 2),
      priceMicros: isCpc ? 250_000 : 2_000 + Math.floor(random() * 1_000),
      payoutMicros: isCpc ? 200_000 : 1_600,
      claimed: true,
    };
    const follow = (kind: number, afterDecisions: number, afterMs: number) =>
      later.push({
        atDecision: decision + afterDecisions,
        event: { ...impression, kind, happenedAtMs: decidedAtMs + afterMs },
      });
    if (random() < EARLY_SHARE) {
      yield { ...impression, kind: EVENT_KINDS.viewable };
      follow(EVENT_KINDS.impression, 6_000, 900);
      continue;
    }
    yield impression;
    if (random() < REPLAY_SHARE) follow(EVENT_KINDS.impression, 2_000, 500);
    if (random() < VIEWABLE_SHARE) follow(EVENT_KINDS.viewable, 1_000, 1_400);
    if (random() < CLICK_SHARE) follow(EVENT_KINDS.click, 4_000, 6_000);
    if (decision % 100 === 0) {
      for (const { event } of later.filter(({ atDecision }) => atDecision <= decision)) yield event;
      later = later.filter(({ atDecision }) => atDecision > decision);
    }
  }
}
