import {
  AD_SIZES,
  BROWSERS,
  campaignInput as campaignForm,
  DEVICES,
  NO_FILL_REASONS,
  type NoFillReason,
  OPERATING_SYSTEMS,
  type Pricing,
  publicId,
  type Targeting,
} from '@ezdash/contracts';
import { completeTargeting } from '../../campaigns';
import { fieldsOf, refuseDeadSchedule } from '../../campaigns/campaignChange';
import { presentCampaign } from '../../campaigns/campaigns.presenter';
import type { CampaignRow, CreativeRow } from '../../campaigns/campaigns.repo';
import { outsideCauses } from '../../troubleshoot/outside';
import { Budgets } from './budgets';
import { decide } from './decide';
import { buildSnapshot } from './index/buildSnapshot';
import type { Snapshot } from './index/Snapshot';
import { playerZone } from './narrowing';
import type { SnapshotInput } from './snapshotInput';
import { campaignInput, creativeInput, zoneInput } from './testFixtures';
import {
  chooser,
  contextOf,
  DAY_START_MS,
  NOW_MS,
  type Person,
  type Random,
  randomTargeting,
  reprice,
  seeded,
} from './testMarket';

const OWNER = 1001;
const DAY_MS = 86_400_000;
const ADDRESSES = [
  'https://shop.example/?c={click_id}',
  'https:/shop.example/',
  'https:\\\\shop.example',
  'https://käse.example',
  'HTTP://SHOP.example:80/a b',
  'https://203.0.113.7:8443/',
  'https://me:secret@shop.example/',
  'https://{site}/',
  'https://shop..example/',
  'https://shop.example:22/',
  'shop.example',
  '',
];

/** Every place of the network, all of them asked for ads: two properties with a zone of each size, one for texts and one for videos. */
const VIDEO = { width: 640, height: 360 };
const kindOf = (width: number) => (width === 0 ? 'text' : width === VIDEO.width ? 'video' : 'banner');
const ZONES = [201, 202].flatMap((propertyId, property) =>
  [...AD_SIZES, { width: 0, height: 90 }, VIDEO].map(({ width, height }, index) =>
    zoneInput({
      id: 401 + property * 100 + index,
      propertyId,
      category: property === 0 ? 'news' : 'sports',
      kind: kindOf(width),
      width,
      height,
    }),
  ),
);

function randomRow(random: Random): CampaignRow {
  const { one, chance } = chooser(random);
  const time = () => (chance(0.75) ? null : new Date(NOW_MS + one([-3, -1, 0, 0.01, 1, 9]) * DAY_MS));
  const targeting = completeTargeting(chance(0.6) ? randomTargeting(random) : {});
  if (chance(0.1)) targeting.hours = { timezone: 'Europe/Berlin', hours: one([[], [0], [86], [100]]) };
  const cap = chance(0.2);
  return {
    id: 1,
    advertiser_id: OWNER,
    name: 'One',
    pricing: one<Pricing>(['CPM', 'CPC', 'CPA']),
    bid_micros: BigInt(one([0, 999, 50_000, 1_000_000, 6_000_000, 20_000_000, 1_000_000_000])),
    daily_budget_micros: BigInt(one([0, 5_000_000, 10_000_000, 100_000_000])),
    total_budget_micros: chance(0.3) ? BigInt(one([5_000_000, 10_000_000, 500_000_000])) : null,
    pacing: one(['even', 'asap']),
    measured_only: chance(0.2),
    landing_url: chance(0.7) ? 'https://shop.example/?c={click_id}' : one(ADDRESSES),
    starts_at: time(),
    ends_at: time(),
    targeting,
    priority: chance(0.8) ? 'auction' : one(['guaranteed', 'house']),
    bidding: one(['max', 'fixed']),
    impression_limit: chance(0.15) ? 10 : null,
    click_limit: chance(0.15) ? 10 : null,
    category: null,
    goal_ids: chance(0.8) ? [1] : [],
    cap_impressions: cap ? 1 : null,
    cap_window_seconds: cap ? 60 : null,
    state: chance(0.85)
      ? 'approved'
      : one(['draft', 'in_review', 'rejected', 'paused', 'archived', 'stopped']),
    state_reason: null,
    submitted_at: null,
    reviewed_at: null,
    created_at: new Date(0),
    updated_at: new Date(0),
  };
}

const PARTS = {
  text: { headline: 'H', description: 'D', display_url: 'shop.example', click_chain: null },
  video: { duration_ms: 15_000, bitrate_kbps: 1_000 },
  image: null,
};

function randomCreatives(random: Random): CreativeRow[] {
  const { one, chance, below } = chooser(random);
  return Array.from({ length: chance(0.1) ? 0 : 1 + below(2) }, (_, index) => {
    const isText = chance(0.2);
    const isVideo = !isText && chance(0.25);
    const { width, height } = isVideo ? VIDEO : chance(0.1) ? { width: 123, height: 45 } : one(AD_SIZES);
    const format = isText ? 'text' : isVideo ? 'video' : 'image';
    return {
      id: 11 + index,
      campaign_id: 1,
      name: 'Ad',
      alt: '',
      state: chance(0.85) ? 'approved' : one(['in_review', 'rejected', 'stopped']),
      state_reason: null,
      review_note: null,
      share: null,
      asset_id: 11 + index,
      sha256: Buffer.alloc(32),
      content_type: isText ? 'text/plain' : isVideo ? 'video/mp4' : 'image/png',
      byte_count: 1,
      width: isText ? 0 : width,
      height: isText ? 0 : height,
      format,
      parts: PARTS[format],
    } as unknown as CreativeRow;
  });
}

function randomMoney(row: CampaignRow, random: Random) {
  const { one, chance } = chooser(random);
  const today = Math.round(Number(row.daily_budget_micros) * one([0, 0, 0.5, 0.9999, 1]));
  const lacksGoal = row.pricing === 'CPA' && row.priority !== 'house' && row.goal_ids.length === 0;
  const halt = lacksGoal ? ('no-goal' as const) : null;
  return {
    spentTodayMicros: today,
    spentTotalMicros: today + one([0, 0, 4_999_999]),
    impressions: one([0, 9, 10]),
    clicks: one([0, 9, 10]),
    balanceMicros: one([0, 1, 1e9, 1e12, 1e12]),
    halt: chance(0.03) ? ('account-inactive' as const) : halt,
  };
}
type Money = ReturnType<typeof randomMoney>;

/** Whether the form would have taken it; what stands in the database may be older than its rules. */
function isTaken(row: CampaignRow): boolean {
  const parsed = campaignForm.safeParse({ ...fieldsOf(row), creatives: [], submit: false });
  if (!parsed.success) return false;
  try {
    refuseDeadSchedule(parsed.data, new Date(NOW_MS));
    return true;
  } catch {
    return false;
  }
}

/** The campaign alone in a market, as the server's own reading makes it. */
function worldOf(row: CampaignRow, creatives: readonly CreativeRow[], money: Money): SnapshotInput {
  return {
    campaigns: [
      campaignInput({
        id: row.id,
        advertiserId: OWNER,
        pricing: row.pricing,
        bidMicros: Number(row.bid_micros),
        bidding: row.bidding,
        priority: row.priority,
        dailyBudgetMicros: Number(row.daily_budget_micros),
        totalBudgetMicros: row.total_budget_micros === null ? null : Number(row.total_budget_micros),
        impressionLimit: row.impression_limit,
        clickLimit: row.click_limit,
        pacing: row.pacing,
        landingUrl: row.landing_url,
        startsAtMs: row.starts_at?.getTime() ?? null,
        endsAtMs: row.ends_at?.getTime() ?? null,
        targeting: row.targeting,
        cap: row.cap_impressions === null ? null : { count: 1, seconds: 60 },
        measuredOnly: row.measured_only,
        running: row.state === 'approved' && money.halt === null,
      }),
    ],
    creatives: creatives.map((creative) =>
      creativeInput({
        id: creative.id,
        campaignId: row.id,
        width: creative.width,
        height: creative.height,
        approved: creative.state === 'approved',
        content: {
          format: creative.format,
          contentType: creative.content_type,
          parts: creative.parts,
        } as never,
      }),
    ),
    zones: ZONES,
  };
}

const ANYBODY: Person = {
  country: 'DE',
  region: '',
  device: 'desktop',
  os: 'windows',
  osVersion: '10',
  browser: 'chrome',
  language: 'de',
  keywords: [],
  address: '',
};

/** Who else may come when a reason says what of the visitor does not fit. */
function* othersFor(reason: NoFillReason, { regions, os, keywords }: Targeting): Generator<Partial<Person>> {
  if (reason === 'no-country' || reason === 'no-region') {
    for (const region of regions.include) yield { country: region.slice(0, 2), region };
    for (const country of ['DE', 'US', 'FR', 'JP', 'ZZ']) yield { country, region: '' };
  } else if (reason === 'no-device') for (const device of DEVICES) yield { device };
  else if (reason === 'no-client') {
    const bounds = [...os.include, ...os.exclude].flatMap(({ min, max }) => [min, max]);
    for (const osVersion of new Set([null, '0', '17.10', '999', ...bounds]))
      for (const name of [null, ...OPERATING_SYSTEMS])
        for (const browser of [null, ...BROWSERS]) yield { os: name, osVersion, browser };
  } else if (reason === 'no-language')
    for (const language of ['', 'de', 'en', 'fr', 'pl']) yield { language };
  else if (reason === 'no-keyword')
    for (const keyword of ['', ...keywords.include]) yield { keywords: keyword === '' ? [] : [keyword] };
  else if (reason === 'no-ip')
    for (const address of ['', '203.0.113.7', '203.0.113.200', '198.51.100.1', '2001:db8::7', '9.9.9.9'])
      yield { address };
}

const NAMES = new Map(Object.entries(NO_FILL_REASONS).map(([name, code]) => [code, name as NoFillReason]));

/** Of reasons that lie with the place, the farthest from being shown first; all others are nearer than these. */
const FAR: readonly string[] = ['no-campaign', 'no-size', 'unsupported', 'no-placement'];
const nearness = (reason: string) => (FAR.includes(reason) ? FAR.indexOf(reason) : FAR.length);

/** Looks for a zone and a visitor to whom it is shown; answers what stood in the way of the one who came nearest. */
function lookForPlace(snapshot: Snapshot, budgets: Budgets, targeting: Targeting): NoFillReason | 'shown' {
  const reasonFor = (id: number, person: Person): NoFillReason | 'shown' => {
    const found = snapshot.zones.byId.get(id);
    if (!found) throw new Error('no zone');
    // Our tag asks for banners and texts, players for videos.
    const zone = found.kind === 'video' ? playerZone(found) : found;
    const decision = decide(snapshot, budgets, contextOf(zone, { person, exclude: [], random: 0 }));
    return decision.candidates.length > 0 ? 'shown' : (NAMES.get(decision.reason) ?? 'no-campaign');
  };
  let nearest: NoFillReason | 'shown' = 'no-campaign';
  for (const { id } of ZONES) {
    let person = ANYBODY;
    let reason = reasonFor(id, person);
    // Each dimension is independent of the others, and the engine says which one fails first.
    for (let failed = reason; ; failed = reason) {
      for (const other of failed === 'shown' ? [] : othersFor(failed, targeting)) {
        const tried = { ...person, ...other };
        const answer = reasonFor(id, tried);
        const isSame = answer === failed || (failed === 'no-region' && answer === 'no-country');
        if (isSame || (failed === 'no-country' && answer === 'no-region')) continue;
        person = tried;
        reason = answer;
        break;
      }
      if (reason === failed) break;
    }
    if (reason === 'shown') return reason;
    if (nearness(reason) >= nearness(nearest)) nearest = reason;
  }
  return nearest;
}

function placesFor({ properties, zones }: Targeting) {
  const takes = ({ include, exclude }: Targeting['zones'], id: string) =>
    (include.length === 0 || include.includes(id)) && !exclude.includes(id);
  return ZONES.filter(
    (zone) =>
      takes(properties, publicId('property', zone.propertyId)) && takes(zones, publicId('zone', zone.id)),
  ).map(({ kind = 'banner', width, height }) => ({ kind, width, height, zones: 1 }));
}

/** Told beside by the auctions of the day: an even pace holds everybody back now and then. */
const TOLD_BY_AUCTIONS: readonly string[] = ['paced-out', 'no-placement'];

test('a campaign is shown to somebody somewhere, or Troubleshoot says why not', () => {
  const found = new Map<string, number>();
  const silent: unknown[] = [];
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= 4_000; seed += 1) {
    const random = seeded(seed);
    const row = randomRow(random);
    const creatives = randomCreatives(random);
    const money = randomMoney(row, random);
    const input = worldOf(row, creatives, money);
    const read = buildSnapshot(input);
    const budgets = new Budgets();
    budgets.tick(NOW_MS);
    budgets.attach(read, NOW_MS);
    budgets.load(
      {
        dayStartMs: DAY_START_MS,
        campaigns: [
          {
            id: row.id,
            todayMicros: money.spentTodayMicros,
            totalMicros: money.spentTotalMicros,
            shown: money.impressions,
            clicked: money.clicks,
          },
        ],
        advertisers: [{ id: OWNER, balanceMicros: money.balanceMicros }],
      },
      NOW_MS,
    );
    const targeting = completeTargeting(row.targeting);
    const fate = lookForPlace(reprice(read, budgets, input), budgets, targeting);
    const now = new Date(NOW_MS);
    const figures = { impressions: 0, viewables: 0, clicks: 0, conversions: 0, spend_micros: 0 };
    const campaign = presentCampaign({ row, creatives, figures, money, due: () => 0 }, now);
    const causes = outsideCauses(campaign, {
      now,
      balanceMicros: money.balanceMicros,
      submittedAt: null,
      pausedAt: null,
      hold: null,
      places: placesFor(targeting),
    });
    const stops = causes.filter((cause) => cause.stops).map(({ code }) => code);
    for (const code of stops) found.set(code, (found.get(code) ?? 0) + 1);
    if (fate === 'shown') {
      if (isTaken(row)) found.set('shown', (found.get('shown') ?? 0) + 1);
      if (campaign.state === 'running' && stops.length > 0)
        wrong.push({ seed, stops, targeting: row.targeting });
    } else if (stops.length === 0 && !TOLD_BY_AUCTIONS.includes(fate))
      silent.push({
        seed,
        fate,
        state: campaign.state,
        reason: campaign.state_reason,
        landing: row.landing_url,
      });
  }
  expect({ silent: silent.slice(0, 5), wrong: wrong.slice(0, 5) }).toEqual({ silent: [], wrong: [] });
  const told = [
    'shown',
    'landing-address',
    'targets-nobody',
    'hours-never',
    'bid-over-budget',
    'hours-closed',
    'capped-video',
    'measured-video',
  ];
  expect(told.filter((code) => !found.has(code))).toEqual([]);
});
