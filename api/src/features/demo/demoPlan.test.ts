import {
  AD_SIZES,
  completeProfileRequest,
  conversationInput,
  LEAST,
  NO_TARGETING,
  nativeInput,
  newsInput,
  type TargetingDimension,
  textInput,
  zoneInput,
} from '@ezdash/contracts';
import { sparseTargeting } from '../campaigns';
import { inspectBundle } from '../creatives';
import { BRANDS } from './brands';
import { DEMO_CAMPAIGNS, sizeOf } from './demoCampaigns';
import { DEMO_NEWS } from './demoNews';
import { DEMO_PAYMENTS, DEMO_PEOPLE, DEMO_SIGN_INS } from './demoPeople';
import { planOf, viewsOfDay } from './demoPlan';
import { DEMO_PROPERTIES } from './demoProperties';
import { DEMO_CONVERSATIONS } from './demoSupport';
import { drawBundle } from './drawBundle';
import { nativeWords, textWords } from './seedAssets';
import { targetingOf } from './seedRows';
import { seedTimes } from './seedTimes';

const roleOf = (email: string) => DEMO_PEOPLE.find((person) => person.email === email)?.role;
const isSold = (size: { width: number; height: number }) =>
  AD_SIZES.some(({ width, height }) => width === size.width && height === size.height);
const isZone = ({ kind, width, height }: (typeof DEMO_PROPERTIES)[number]['zones'][number]) =>
  zoneInput.safeParse({ name: 'x', kind, size: { width, height }, floor_micros: 0, fallback: 'keep' })
    .success;

test('the plan obeys the rules of the forms', () => {
  for (const campaign of DEMO_CAMPAIGNS) {
    expect(roleOf(campaign.email)).toBe('advertiser');
    expect(campaign.bidMicros).toBeGreaterThanOrEqual(LEAST.bidMicros[campaign.pricing]);
    expect(campaign.dailyBudgetMicros).toBeGreaterThanOrEqual(LEAST.dailyBudgetMicros);
    expect(campaign.sizes.map(sizeOf).every(isSold)).toBe(true);
    expect(() => targetingOf(campaign)).not.toThrow();
    expect(campaign.approvedDaysAgo ?? 0).toBeLessThan(campaign.createdDaysAgo);
  }
  for (const payment of DEMO_PAYMENTS) expect(roleOf(payment.email)).toBe('advertiser');
  for (const property of DEMO_PROPERTIES) {
    expect(roleOf(property.email)).toBe('publisher');
    expect(property.zones.every(isZone)).toBe(true);
    const keys = property.zones.map((zone) => zone.key);
    for (const page of property.pages) for (const key of page.zones) expect(keys).toContain(key);
  }
});

test('articles obey the rules of their form, and lead to pages that there are', () => {
  for (const { daysAgo, readBy, pinned = false, ...article } of DEMO_NEWS) {
    expect(newsInput.parse({ ...article, pinned })).toEqual({ ...article, pinned });
    expect(daysAgo).toBeGreaterThan(0);
    for (const email of readBy) expect(article.audiences).toContain(roleOf(email));
    const links = [...article.body.matchAll(/\]\((\S+)\)/g)].map(([, href]) => href);
    const pages = ['/advertiser/campaigns', '/advertiser/campaigns/new', '/settings/alerts', '/help'];
    for (const href of links) expect(pages).toContain(href);
  }
});

test('conversations with support obey the rules of their form, and go on in time', () => {
  for (const now of ['2026-11-21T15:00:00Z', '2026-11-21T00:05:00Z']) {
    const times = seedTimes(new Date(now));
    for (const { email, subject, messages } of DEMO_CONVERSATIONS) {
      expect(['advertiser', 'publisher']).toContain(roleOf(email));
      expect(messages[0]?.from).toBe('customer');
      const moments = messages.map(({ at }) => at(times).getTime());
      expect(moments).toEqual([...moments].sort((a, b) => a - b));
      expect(moments.at(-1)).toBeLessThan(times.now.getTime());
      for (const { from, body = '' } of messages)
        if (from === 'customer' || from === 'support')
          conversationInput.parse({ client_id: '00000000-0000-4000-8000-000000000000', subject, body });
    }
  }
});

test.each([3, 30, 90, 366])(
  'a past of %d days has its accounts, places and money before its campaigns',
  (days) => {
    const { campaigns, payments, properties, accountAgeDays, busyness } = planOf(days);
    const ageOf = (email: string) => {
      const index = DEMO_PEOPLE.findIndex((person) => person.email === email);
      return DEMO_PEOPLE[index]?.joinedDaysAgo ?? accountAgeDays - index * 3;
    };
    for (const { email, createdDaysAgo, approvedDaysAgo = 0 } of campaigns) {
      expect(approvedDaysAgo).toBeLessThan(createdDaysAgo);
      expect(createdDaysAgo).toBeLessThan(ageOf(email));
    }
    for (const { email, createdDaysAgo } of properties) expect(createdDaysAgo).toBeLessThan(ageOf(email));
    for (const { email, daysAgo } of payments) expect(daysAgo).toBeLessThan(ageOf(email));
    const moments = payments.map(({ daysAgo }) => -daysAgo);
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
    // Somebody buys from the first day on, and the last weeks are as busy as ever.
    if (days > 60) {
      expect(campaigns.some(({ approvedDaysAgo }) => approvedDaysAgo === days)).toBe(true);
      expect(payments[0]?.daysAgo).toBe(days);
    }
    expect([busyness(0), busyness(30)]).toEqual([1, 1]);
    expect(viewsOfDay(60_000, days)).toBe(60_000 / Math.min(30, days));
  },
);

test('every size is sold somewhere and bought by someone', () => {
  for (const size of AD_SIZES) {
    const same = (other: { width: number; height: number }) =>
      other.width === size.width && other.height === size.height;
    expect(DEMO_PROPERTIES.some((property) => property.zones.some(same))).toBe(true);
    expect(DEMO_CAMPAIGNS.some((campaign) => campaign.sizes.map(sizeOf).some(same))).toBe(true);
  }
});

test('the campaigns show what targeting can do, and every size has a buyer who takes everybody', () => {
  const used = new Set(
    DEMO_CAMPAIGNS.flatMap((campaign) => Object.keys(sparseTargeting(targetingOf(campaign)))),
  );
  const unused = Object.keys(NO_TARGETING).filter((dimension) => !used.has(dimension));
  // Ids of places are given when the rows are made; no demo has a customer's network.
  expect(unused).toEqual(['properties', 'zones', 'ip_ranges'] satisfies TargetingDimension[]);
  const open = DEMO_CAMPAIGNS.filter(
    (campaign) =>
      campaign.state === 'approved' &&
      !campaign.startsInDays &&
      !campaign.endsDaysAgo &&
      Object.keys(sparseTargeting(targetingOf(campaign))).length === 0,
  );
  const bought = new Set(open.flatMap(({ sizes }) => sizes));
  expect(AD_SIZES.filter(({ width, height }) => !bought.has(`${width}x${height}`))).toEqual([]);
});

test('every format is bought by somebody who takes everybody, and the words fit', async () => {
  for (const format of ['native', 'text'] as const)
    expect(
      DEMO_CAMPAIGNS.some(
        (campaign) =>
          campaign.words?.includes(format) &&
          campaign.state === 'approved' &&
          Object.keys(sparseTargeting(targetingOf(campaign))).length === 0,
      ),
    ).toBe(true);
  for (const brand of Object.values(BRANDS)) {
    expect(() => textInput.parse(textWords(brand))).not.toThrow();
    const native = { ...nativeWords(brand), image_asset_id: null, icon_asset_id: null };
    expect(() => nativeInput.parse(native)).not.toThrow();
    expect(await inspectBundle(drawBundle(brand, { width: 300, height: 250 }))).toMatchObject({ ok: true });
    expect(drawBundle(brand, { width: 300, height: 250 })).toEqual(
      drawBundle(brand, { width: 300, height: 250 }),
    );
  }
});

test('three people sign in, one a role', () => {
  expect(DEMO_SIGN_INS.map(roleOf)).toEqual(['advertiser', 'publisher', 'admin']);
});

test.each(DEMO_PEOPLE.map((person) => [person.email, person] as const))(
  '%s has a full profile',
  (_, person) => {
    const profile = {
      first_name: person.firstName,
      last_name: person.lastName,
      company_name: person.company,
      phone_number: person.phone,
      country: person.country,
      tax_id: person.taxId,
    };
    expect(completeProfileRequest.parse(profile)).toEqual(profile);
  },
);
