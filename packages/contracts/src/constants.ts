/** Constants and rules both sides know; no zod here, so that pages may import them for the price of their bytes. */

export * from './adReviewRules';
export * from './adsTxtRules';
export * from './autoRuleChoices';
export * from './bidRules';
export * from './campaignRules';
export * from './channelNames';
export * from './draftRules';
export * from './estimateRules';
export * from './features';
export * from './formats';
export * from './historyRules';
export * from './holdRules';
export * from './ids';
export * from './instants';
export * from './isNameOf';
export * from './landingRules';
export * from './macros';
export * from './metricRates';
export * from './metricRules';
export * from './moneyRules';
export * from './newsRules';
export * from './opportunityRules';
export * from './parseUrl';
export * from './placeRules';
export * from './postbackRules';
export * from './propertyRules';
export * from './rateBounds';
export * from './reasons';
export * from './referralRules';
export * from './reportRules';
export * from './reversalRules';
export * from './safeNext';
export * from './sentence';
export * from './sight';
export * from './supportRules';
export * from './trackers';
export * from './troubles';
export * from './webAddress';
export * from './weekHours';
export * from './zoneRules';

/** Told on `window` right before another release takes the place of what a remote has in the page: last chance to keep something. */
export const TAKEOVER_EVENT = 'ezdash:takeover';

/** The shell's page that asks before a browser uses a release of an override link, and lists what it uses. No remote runs there. */
export const TRY_RELEASE_PATH = '/try-release';

/** Of a release's archive. */
export const MOST_RELEASE_BYTES = 30_000_000;

/** IAB fixed sizes the network sells, widest first; `name` is a key of the `ui` namespace (`size.<name>`). */
export const AD_SIZES = [
  { width: 970, height: 250, name: 'billboard' },
  { width: 970, height: 90, name: 'largeLeaderboard' },
  { width: 728, height: 90, name: 'leaderboard' },
  { width: 468, height: 60, name: 'banner' },
  { width: 336, height: 280, name: 'largeRectangle' },
  { width: 320, height: 50, name: 'phoneBanner' },
  { width: 300, height: 600, name: 'halfPage' },
  { width: 300, height: 250, name: 'rectangle' },
  { width: 300, height: 50, name: 'smallPhoneBanner' },
  { width: 160, height: 600, name: 'skyscraper' },
] as const;
export type AdSize = (typeof AD_SIZES)[number];

export const DEVICES = ['desktop', 'phone', 'tablet', 'tv'] as const;
export type Device = (typeof DEVICES)[number];
/** Stored as its number (`ad_event.device`). */
export const DEVICE_CODES: Readonly<Record<Device, number>> = { desktop: 1, phone: 2, tablet: 3, tv: 4 };

/** What the ad server tells apart in a User-Agent. */
export const OPERATING_SYSTEMS = [
  'windows',
  'macos',
  'linux',
  'chromeos',
  'ios',
  'android',
  'other',
] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];
export const BROWSERS = ['chrome', 'safari', 'firefox', 'edge', 'samsung', 'opera', 'other'] as const;
export type Browser = (typeof BROWSERS)[number];
/** Stored as their numbers (`ad_event.os`, `.browser`), 0 is unknown: never renumber, only add. */
export const OS_CODES: Readonly<Record<OperatingSystem, number>> = {
  windows: 1,
  macos: 2,
  linux: 3,
  chromeos: 4,
  ios: 5,
  android: 6,
  other: 7,
};
export const BROWSER_CODES: Readonly<Record<Browser, number>> = {
  chrome: 1,
  safari: 2,
  firefox: 3,
  edge: 4,
  samsung: 5,
  opera: 6,
  other: 7,
};

/** Longest lists of a campaign's targeting, each for what is included and for what is excluded. */
export const TARGETING_MOST = {
  countries: 250,
  regions: 500,
  os: 20,
  languages: 100,
  keywords: 200,
  keywordLength: 60,
  properties: 500,
  zones: 500,
  ipRanges: 500,
} as const;

/** A campaign that is shown to everybody, everywhere, around the clock: a whole `Targeting`. */
export const NO_TARGETING = {
  countries: { include: [], exclude: [] },
  regions: { include: [], exclude: [] },
  devices: { include: [], exclude: [] },
  os: { include: [], exclude: [] },
  browsers: { include: [], exclude: [] },
  languages: { include: [], exclude: [] },
  categories: { include: [], exclude: [] },
  keywords: { include: [], exclude: [] },
  properties: { include: [], exclude: [] },
  zones: { include: [], exclude: [] },
  ip_ranges: { include: [], exclude: [] },
  hours: null,
};

export const ROLES = ['advertiser', 'publisher', 'admin'] as const;
export const ACCOUNT_STATUSES = ['pending', 'active', 'suspended', 'ADK rejected'] as const;
export const ACCOUNT_TYPES = ['Regular', 'Premium', 'VIP1', 'VIP2', 'VIP3'] as const;
export const THEMES = ['light', 'dark', 'system'] as const;
/** What a person may choose; `en-XA` is the pseudo-locale that shows untranslated and tight texts. */
export const LOCALES = ['en', 'de', 'en-XA'] as const;
export const DEFAULT_LOCALE = 'en';
/** What is paid for: a thousand impressions, a click, a conversion. */
export const PRICINGS = ['CPM', 'CPC', 'CPA'] as const;
/** Stored as their numbers (journal, tokens, `waiting_event.pricing`): never renumber, only add. */
export const PRICING_CODES = { CPM: 0, CPC: 1, CPA: 2 } as const;
export type PricingCode = (typeof PRICING_CODES)[(typeof PRICINGS)[number]];
export const PACINGS = ['even', 'asap'] as const;
export const BIDDINGS = ['max', 'fixed'] as const;
/** In the order they are served: what is guaranteed, what the auction decides, what fills the rest. */
export const PRIORITIES = ['guaranteed', 'auction', 'house'] as const;

/** What a property is about; a key of the `ui` namespace (`category.<name>`). */
export const CATEGORIES = [
  'arts',
  'automotive',
  'business',
  'careers',
  'education',
  'family',
  'finance',
  'food',
  'games',
  'health',
  'hobbies',
  'home',
  'news',
  'pets',
  'realEstate',
  'science',
  'shopping',
  'sports',
  'style',
  'technology',
  'travel',
  'weather',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** ISO 3166-1 alpha-2; names come from `Intl.DisplayNames`. */
export const COUNTRIES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

/** States a campaign shows. The stored ones are fewer: the rest follow from the clock and the money. */
export const CAMPAIGN_STATES = [
  'draft',
  'inReview',
  'rejected',
  'scheduled',
  'running',
  'pausedByUser',
  'pausedBySystem',
  'unfunded',
  'budgetReached',
  'completed',
  'archived',
  'stopped',
] as const;
export const PROPERTY_STATES = [
  'pending',
  'verified',
  'approved',
  'rejected',
  'archived',
  'stopped',
] as const;
export const ZONE_STATES = ['active', 'paused', 'archived', 'stopped'] as const;
/** What an operator can stop. */
export const STOP_KINDS = ['campaign', 'creative', 'property', 'zone'] as const;

/** What programs and systems call these types, too. */
export const TYPE_ALIASES = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-zip-compressed': 'application/zip',
  'application/x-zip': 'application/zip',
} as const;
const aliases: Readonly<Record<string, string>> = TYPE_ALIASES;
/** A media type by the name that is meant. */
export const toMediaType = (type: string): string =>
  Object.hasOwn(aliases, type.toLowerCase()) ? (aliases[type.toLowerCase()] ?? type) : type;
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
/** IAB's heaviest initial load for a display creative. */
export const IMAGE_MAX_BYTES = 150 * 1024;
/** A picture that moves comes to rest in this time, all its rounds together. */
export const ANIMATION = { mostMs: 30_000 } as const;
export const PASSWORD_MIN_LENGTH = 10;
export const PASSWORD_MAX_LENGTH = 256;
export const TERMS_VERSION = '2026-11';
/** One unit of currency in micros. */
export const MICROS = 1_000_000;
export const MOST = {
  bidMicros: 1_000 * MICROS,
  budgetMicros: 100_000_000 * MICROS,
  impressionLimit: 2_000_000_000,
  clickLimit: 2_000_000_000,
} as const;
/** Default share of the price that goes to a publisher, in basis points. */
export const DEFAULT_REVENUE_SHARE_BPS = 8_000;

export const STORAGE_KEYS = {
  debugToken: 'debug_token',
  debugVisible: 'debug_tool_visible',
  appearance: 'appearance',
  locale: 'ezdash_locale',
  selectedLocale: 'selectedLocale',
  /** In the browser's session: the id of who put off complete-profile. */
  profileLater: 'ezdash_profile_later',
} as const;
/** `?reason=` of the log-in page: who was signed in is so no more, and did not ask for it. */
export const SIGNED_OUT_REASON = 'signed-out';
export const APPEARANCE_COOKIE_DAYS = 365;

/** From one archive of a person's data to the next, unless it failed. */
export const EXPORT_PAUSE_HOURS = 24;

/** What a token of the public API may open: reading, changing, balances. */
export const API_SCOPES = ['read', 'write', 'finance'] as const;
export const API_TOKENS = { most: 20, longestDays: 365, mostAddresses: 20 } as const;

/** What may be asked for after the password. */
export const SECOND_FACTORS = ['totp', 'recovery'] as const;
export const RECOVERY_CODES = 10;
export const PASSKEYS_MOST = 20;

/** What an account may be told of, in the order of its page; who is asked to choose: `ALERT_ROLES`. */
export const ALERT_EVENTS = [
  'campaign_approved',
  'campaign_rejected',
  'campaign_stopped',
  'campaign_started',
  'campaign_paused',
  'landing_broken',
  'rule_acted',
  'funds_low',
  'funds_out',
  'property_approved',
  'property_rejected',
  'property_stopped',
  'verification_lost',
  'earnings_held',
  'payout_paid',
  'payout_failed',
  'new_login',
  'token_expiring',
  'support_answered',
  'support_asked',
  'release_stopped',
  'news_published',
] as const;
const CUSTOMERS = ['advertiser', 'publisher'] as const;
export const ALERT_ROLES: Readonly<Record<(typeof ALERT_EVENTS)[number], readonly (typeof ROLES)[number][]>> =
  {
    campaign_approved: ['advertiser'],
    campaign_rejected: ['advertiser'],
    campaign_stopped: ['advertiser'],
    campaign_started: ['advertiser'],
    campaign_paused: ['advertiser'],
    landing_broken: ['advertiser'],
    rule_acted: ['advertiser'],
    funds_low: ['advertiser'],
    funds_out: ['advertiser'],
    property_approved: ['publisher'],
    property_rejected: ['publisher'],
    property_stopped: ['publisher'],
    verification_lost: ['publisher'],
    earnings_held: ['publisher'],
    payout_paid: ['publisher'],
    payout_failed: ['publisher'],
    new_login: ROLES,
    token_expiring: CUSTOMERS,
    support_answered: CUSTOMERS,
    support_asked: ['admin'],
    release_stopped: ['admin'],
    news_published: CUSTOMERS,
  };
/** Ways an alert is told: in the app (bell), by mail, by a signed call to the owner's own address. */
export const ALERT_CHANNELS = ['app', 'mail', 'webhook'] as const;
/** When mails of alerts go: each at once, or all of a day together. */
export const ALERT_DIGESTS = ['off', 'daily'] as const;

export const PAYMENT_METHOD_KINDS = ['card', 'bank_account'] as const;
export const PAYMENT_METHODS_MOST = 10;
export const EXPORT_STATES = ['waiting', 'ready', 'failed', 'expired'] as const;

/** What becomes of a reported conversion. Stored: only add. */
export const CONVERSION_VERDICTS = [
  /** Counted. */
  'attributed',
  /** Its click has not come in yet. */
  'waiting',
  'duplicate',
  /** There is no such click. */
  'no-click',
  /** The click was not counted itself. */
  'invalid-click',
  /** Beyond the goal's window. */
  'late',
  /** The click led to somebody else's campaign. */
  'other-advertiser',
  /** A robot asked for the pixel. */
  'bot',
  /** Its price does not fit into what the campaign may still spend. */
  'over-budget',
  /** A browser prepared the page of the pixel, which may never be seen. */
  'prefetch',
  /** The pixel was asked for from the operator's own network. */
  'internal',
  /** The pixel was asked for from a network of rented computers. */
  'data-centre',
  /** Reported as one that may still be approved. */
  'pending',
  /** Reported as one that is not to count, or no longer. */
  'rejected',
  /** Of a click that nobody made, to try the goal. */
  'test',
] as const;
export const CONVERSION_DUPLICATES = ['once', 'every'] as const;
export const CONVERSION_GOALS = {
  most: 100,
  longestWindowDays: 90,
  defaultWindowDays: 30,
  mostValueMicros: 10_000_000 * MICROS,
  /** How many of them one campaign may pay for. */
  mostOfCampaign: 20,
} as const;

const DECIMALS = 6;
const AMOUNT = /^(\d{1,8})(?:\.(\d{1,6}))?$/;

/** `12.34` as micros, by its digits alone; null when it is no amount or more than a conversion may be worth. */
export function conversionValue(text: string): number | null {
  const [match, whole = '', fraction = ''] = AMOUNT.exec(text) ?? [];
  if (match === undefined) return null;
  const value = Number(whole) * MICROS + Number(fraction.padEnd(DECIMALS, '0'));
  return value <= CONVERSION_GOALS.mostValueMicros ? value : null;
}
