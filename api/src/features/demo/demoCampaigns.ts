import {
  AD_SIZES,
  type AdSize,
  type Device,
  type ReviewDecision,
  type TargetingInput,
} from '@ezdash/contracts';
import type { StoredCampaignState } from '../campaigns';
import type { BrandKey } from './brands';

type RejectionReason = ReviewDecision['reasons'][number];
type SizeText = `${AdSize['width']}x${AdSize['height']}`;

/** A campaign of the demo network and how it came to its present state. Days and hours count back from now. */
export interface DemoCampaign {
  /** E-mail of its advertiser. */
  email: string;
  name: string;
  brand: BrandKey;
  sizes: readonly SizeText[];
  /** Sizes it has an HTML5 banner of, too. */
  html5?: readonly SizeText[];
  /** What it says in words, too. */
  words?: readonly ('native' | 'text')[];
  pricing: 'CPM' | 'CPC';
  bidMicros: number;
  dailyBudgetMicros: number;
  totalBudgetMicros?: number;
  pacing: 'even' | 'asap';
  /** What it takes of these two; the rest of its targeting is in `targeting`. */
  countries?: readonly string[];
  devices?: readonly Device[];
  targeting?: Omit<TargetingInput, 'countries' | 'devices'>;
  cap?: { count: number; seconds: number };
  createdDaysAgo: number;
  /** From when on it delivered; without it, it never did. */
  approvedDaysAgo?: number;
  /** When it was paused or archived. */
  stoppedDaysAgo?: number;
  /** Its end; its start, when that lies ahead (negative). */
  endsDaysAgo?: number;
  startsInDays?: number;
  /** What is stored at the end of the past. */
  state: StoredCampaignState;
  /** Since when it has waited, in minutes; only in review. */
  submittedMinutesAgo?: number;
  /** Why it was rejected. Codes alone, without a reviewer's own words: every reader gets them in their language. */
  rejection?: readonly RejectionReason[];
}

const usd = (dollars: number) => Math.round(dollars * 1_000_000);
const DAY_SECONDS = 86_400;
/** Hours of the week, Monday first: from the first to before the last hour of these days. */
const hoursOf = (days: readonly number[], from: number, to: number): number[] =>
  days.flatMap((day) => Array.from({ length: to - from }, (_, hour) => day * 24 + from + hour));
const WORKDAYS = [0, 1, 2, 3, 4];
const EVERY_DAY = [...WORKDAYS, 5, 6];
const desktopOs = (name: 'windows' | 'macos') => ({ name, min: null, max: null });
const ALL_SIZES = AD_SIZES.map((size): SizeText => `${size.width}x${size.height}`);

/** `300x250` → its numbers. */
export function sizeOf(text: SizeText): { width: number; height: number } {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}

const HALDEN = 'advertiser@demo.test';

/** What the demo's main advertiser has: one campaign in every state a person meets. */
const HALDEN_CAMPAIGNS: readonly DemoCampaign[] = [
  {
    email: HALDEN,
    name: 'Summer packs',
    brand: 'trail',
    sizes: ['300x250', '728x90', '320x50'],
    pricing: 'CPM',
    bidMicros: usd(7.1),
    dailyBudgetMicros: usd(6),
    pacing: 'even',
    countries: ['DE', 'AT', 'CH', 'GB'],
    targeting: { keywords: { exclude: ['accident', 'avalanche'] } },
    createdDaysAgo: 61,
    approvedDaysAgo: 60,
    stoppedDaysAgo: 19,
    state: 'archived',
  },
  {
    email: HALDEN,
    name: 'Autumn rain, two weeks',
    brand: 'shells',
    sizes: ['970x250', '300x600', '300x250'],
    pricing: 'CPM',
    bidMicros: usd(10.2),
    dailyBudgetMicros: usd(6),
    pacing: 'even',
    countries: ['DE', 'AT', 'CH'],
    createdDaysAgo: 24,
    approvedDaysAgo: 22,
    endsDaysAgo: 8,
    state: 'approved',
  },
  {
    email: HALDEN,
    name: 'Winter shells, US and CA desktop',
    brand: 'shells',
    sizes: ['300x250', '970x250', '728x90', '300x600', '970x90'],
    html5: ['970x250'],
    pricing: 'CPM',
    bidMicros: usd(11.4),
    dailyBudgetMicros: usd(9),
    pacing: 'even',
    countries: ['US', 'CA'],
    devices: ['desktop'],
    cap: { count: 6, seconds: DAY_SECONDS },
    targeting: { os: { include: [desktopOs('windows'), desktopOs('macos')] } },
    createdDaysAgo: 29,
    approvedDaysAgo: 28,
    state: 'approved',
  },
  {
    email: HALDEN,
    name: 'Trail season, the Alps',
    brand: 'trail',
    sizes: ['728x90', '970x90', '336x280', '300x250', '320x50'],
    words: ['native'],
    pricing: 'CPM',
    bidMicros: usd(12.5),
    dailyBudgetMicros: usd(5),
    pacing: 'asap',
    countries: ['DE', 'AT', 'CH', 'FR'],
    targeting: {
      languages: { include: ['de', 'fr'] },
      categories: { exclude: ['finance', 'games'] },
      keywords: { exclude: ['avalanche'] },
    },
    createdDaysAgo: 27,
    approvedDaysAgo: 26,
    state: 'approved',
  },
  {
    email: HALDEN,
    name: 'Gift guide, phone sizes',
    brand: 'gift',
    sizes: ['320x50', '300x50', '300x250'],
    pricing: 'CPC',
    bidMicros: usd(1.9),
    dailyBudgetMicros: usd(8),
    pacing: 'even',
    devices: ['phone', 'tablet'],
    targeting: {
      os: {
        include: [
          { name: 'ios', min: '16', max: null },
          { name: 'android', min: '9', max: null },
        ],
      },
    },
    createdDaysAgo: 18,
    approvedDaysAgo: 17,
    state: 'approved',
  },
  {
    email: HALDEN,
    name: 'Boots clearance',
    brand: 'boots',
    sizes: ['336x280', '300x250', '160x600'],
    pricing: 'CPC',
    bidMicros: usd(1.9),
    dailyBudgetMicros: usd(6),
    pacing: 'even',
    countries: ['US', 'DE', 'GB', 'CA'],
    createdDaysAgo: 21,
    approvedDaysAgo: 20,
    stoppedDaysAgo: 4,
    state: 'paused',
  },
  {
    email: HALDEN,
    name: 'Rain covers, last hundred',
    brand: 'shells',
    sizes: ['300x250', '336x280', '320x50'],
    pricing: 'CPM',
    bidMicros: usd(9.8),
    dailyBudgetMicros: usd(6),
    totalBudgetMicros: usd(30),
    pacing: 'even',
    countries: ['GB', 'NL', 'FR'],
    createdDaysAgo: 12,
    approvedDaysAgo: 11,
    state: 'approved',
  },
  {
    email: HALDEN,
    name: 'Winter shells, returning visitors',
    brand: 'shells',
    sizes: ['160x600', '300x250'],
    pricing: 'CPC',
    bidMicros: usd(0.42),
    dailyBudgetMicros: usd(9),
    pacing: 'even',
    createdDaysAgo: 2,
    state: 'rejected',
    rejection: ['landing-page'],
  },
  {
    email: HALDEN,
    name: 'Alpine weather takeover',
    brand: 'shells',
    sizes: ['970x250', '300x600'],
    pricing: 'CPM',
    bidMicros: usd(11),
    dailyBudgetMicros: usd(30),
    pacing: 'asap',
    countries: ['CH', 'AT', 'DE'],
    targeting: {
      regions: { include: ['AT-7', 'CH-GR', 'DE-BY'] },
      categories: { include: ['weather', 'travel'] },
    },
    createdDaysAgo: 1,
    state: 'in_review',
    submittedMinutesAgo: 86,
  },
  {
    email: HALDEN,
    name: 'Gift guide, last week',
    brand: 'gift',
    sizes: ['970x250', '300x600', '300x250', '320x50'],
    pricing: 'CPM',
    bidMicros: usd(7.5),
    dailyBudgetMicros: usd(20),
    pacing: 'even',
    createdDaysAgo: 3,
    approvedDaysAgo: 2,
    startsInDays: 9,
    state: 'approved',
  },
  {
    email: HALDEN,
    name: 'Spring teaser',
    brand: 'trail',
    sizes: ['300x250'],
    pricing: 'CPM',
    bidMicros: usd(2.5),
    dailyBudgetMicros: usd(10),
    pacing: 'even',
    createdDaysAgo: 1,
    state: 'draft',
  },
];

const OTHER_CAMPAIGNS: readonly DemoCampaign[] = [
  {
    email: 'ads@morrow.test',
    name: 'Roasted Monday',
    brand: 'coffee',
    sizes: ['728x90', '300x250', '300x600', '320x50'],
    html5: ['300x250'],
    words: ['native', 'text'],
    pricing: 'CPM',
    bidMicros: usd(6.6),
    dailyBudgetMicros: usd(7),
    pacing: 'even',
    createdDaysAgo: 40,
    approvedDaysAgo: 39,
    state: 'approved',
  },
  {
    email: 'ads@morrow.test',
    name: 'A bag a week, phones',
    brand: 'coffee',
    sizes: ['320x50', '300x50', '300x250'],
    pricing: 'CPC',
    bidMicros: usd(1.2),
    dailyBudgetMicros: usd(5),
    pacing: 'asap',
    devices: ['phone'],
    countries: ['GB', 'DE', 'AT'],
    targeting: { hours: { timezone: 'Europe/London', hours: hoursOf(EVERY_DAY, 6, 22) } },
    createdDaysAgo: 15,
    approvedDaysAgo: 14,
    state: 'approved',
  },
  {
    email: 'media@tideline.test',
    name: 'Cover that moves',
    brand: 'cover',
    sizes: ALL_SIZES,
    words: ['native', 'text'],
    pricing: 'CPM',
    bidMicros: usd(4.8),
    dailyBudgetMicros: usd(6),
    pacing: 'even',
    createdDaysAgo: 45,
    approvedDaysAgo: 44,
    state: 'approved',
  },
  {
    email: 'media@tideline.test',
    name: 'Cover that moves, large sizes',
    brand: 'cover',
    sizes: ['970x250', '300x600', '160x600'],
    pricing: 'CPM',
    bidMicros: usd(9.9),
    dailyBudgetMicros: usd(5),
    pacing: 'even',
    countries: ['US', 'GB', 'CA', 'AU'],
    cap: { count: 4, seconds: DAY_SECONDS },
    targeting: { categories: { exclude: ['games'] }, keywords: { exclude: ['fire', 'flood', 'storm'] } },
    createdDaysAgo: 20,
    approvedDaysAgo: 19,
    state: 'approved',
  },
  {
    email: 'media@tideline.test',
    name: 'Cover that moves, students',
    brand: 'cover',
    sizes: ['728x90', '320x50'],
    pricing: 'CPM',
    bidMicros: usd(3.1),
    dailyBudgetMicros: usd(10),
    pacing: 'even',
    targeting: { languages: { include: ['en'] }, browsers: { exclude: ['other'] } },
    createdDaysAgo: 1,
    state: 'in_review',
    submittedMinutesAgo: 41,
  },
  {
    email: 'hej@velonord.test',
    name: 'Commuters, autumn',
    brand: 'ride',
    sizes: ['336x280', '468x60', '300x50', '320x50'],
    words: ['text'],
    pricing: 'CPM',
    bidMicros: usd(6.2),
    dailyBudgetMicros: usd(6),
    pacing: 'even',
    targeting: { languages: { exclude: ['ja', 'pt'] } },
    createdDaysAgo: 33,
    approvedDaysAgo: 32,
    state: 'approved',
  },
  {
    email: 'hej@velonord.test',
    name: 'Ride to work by Monday',
    brand: 'ride',
    sizes: ['300x250', '336x280'],
    pricing: 'CPM',
    bidMicros: usd(4.4),
    dailyBudgetMicros: usd(12),
    pacing: 'even',
    countries: ['DE', 'NL', 'AT'],
    targeting: {
      keywords: { include: ['bicycle', 'commute', 'traffic'], exclude: ['accident'] },
      hours: { timezone: 'Europe/Berlin', hours: hoursOf(WORKDAYS, 6, 10) },
    },
    createdDaysAgo: 1,
    state: 'in_review',
    submittedMinutesAgo: 192,
  },
  {
    email: 'hello@fernfield.test',
    name: 'Seeds that know your soil',
    brand: 'seeds',
    sizes: ['970x90', '160x600', '300x600'],
    pricing: 'CPM',
    bidMicros: usd(9.2),
    dailyBudgetMicros: usd(6),
    pacing: 'even',
    targeting: { categories: { include: ['food', 'home', 'news', 'weather'] } },
    createdDaysAgo: 16,
    approvedDaysAgo: 15,
    state: 'approved',
  },
  {
    email: 'hello@fernfield.test',
    name: 'Seed boxes for balconies',
    brand: 'seeds',
    sizes: ['160x600', '300x250'],
    html5: ['300x250'],
    words: ['native', 'text'],
    pricing: 'CPM',
    bidMicros: usd(3.6),
    dailyBudgetMicros: usd(6),
    pacing: 'even',
    createdDaysAgo: 1,
    state: 'in_review',
    submittedMinutesAgo: 58,
  },
];

export const DEMO_CAMPAIGNS: readonly DemoCampaign[] = [...HALDEN_CAMPAIGNS, ...OTHER_CAMPAIGNS];
