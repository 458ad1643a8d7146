import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CAMPAIGN_GROUP_STATES, CAMPAIGN_STATES, type ErrorBody } from '@ezdash/contracts';
import type { Answer } from '../../testing';
import { openTestApi, type TestApi } from './testApi';
import { type FilterWorld, makeFilterWorld } from './testFilterWorld';

// biome-ignore lint/suspicious/noExplicitAny: answers of every call, looked at by one table.
type Item = any;
type Body = Item;
/** Parameters of a call; `as` is who makes it. */
type Query = Record<string, string> & { as?: 'seller' };
interface Parameter {
  name: string;
  in: string;
  schema: { enum?: string[]; const?: string };
}
interface Asked {
  parameter: Parameter;
  ask(query: Query): Promise<Answer<Body>>;
  /** All items, over all pages. */
  all(query: Query): Promise<Item[]>;
}
/** What a parameter has to do. */
type Effect = (asked: Asked) => Promise<void>;
interface Call {
  id?: () => string;
  /** What is always sent, so that there is something to see. */
  query?: () => Query;
  body?: () => unknown;
  headers?: () => Record<string, string>;
  items?: (answer: Answer<Body>) => Item[];
  parameters: Record<string, Effect>;
}

const PAGING = ['cursor', 'before', 'limit', 'offset'];
const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-api-'));
let api: TestApi;
let world: FilterWorld;
let paths: Record<string, Record<string, { operationId: string; parameters: Parameter[] }>>;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApi(dataDir, { callsPerMinute: 100_000 });
  world = await makeFilterWorld(api);
  tokens.advertiser = await api.makeToken(world.buyer.id);
  tokens.publisher = await api.makeToken(world.seller.id);
  const preview = await api.call<{ plan: string }>('/campaigns/import/preview', {
    ...{ method: 'POST', secret: tokens.advertiser, body: importedFile() },
    headers: { 'Content-Type': 'text/csv' },
  });
  world.ids.plan = preview.body.plan;
  paths = (await api.call<{ paths: typeof paths }>('/openapi.json')).body.paths;
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});

const importedFile = () => Buffer.from(`id,name\n${world.ids.imported},Imported\n`);
const id = (name: string) => () => world.ids[name] ?? name;
const valuesOf = ({ schema }: Parameter) =>
  schema.enum ?? (schema.const === undefined ? null : [schema.const]);

/**
 * A list: every value of the document, or else these, leaves exactly what it keeps, and one at least leaves some and takes
 * some.
 */
const keeps =
  (
    keep: (item: Item, value: string) => boolean,
    values: () => string[] = () => [],
    base: Query = {},
  ): Effect =>
  async ({ parameter, all }) => {
    const every = await all(base);
    const told: string[] = [];
    for (const value of valuesOf(parameter) ?? values()) {
      const found = await all({ ...base, [parameter.name]: value });
      expect([value, found]).toEqual([value, every.filter((item) => keep(item, value))]);
      if (found.length > 0 && found.length < every.length) told.push(value);
    }
    expect(told).not.toEqual([]);
  };

/** A figure: what is read of the answer is this with each value, and without any it is not always the same. */
const says =
  (
    read: (answer: Answer<Body>) => unknown,
    expected: () => Record<string, unknown>,
    base: () => Query = () => ({}),
  ): Effect =>
  async ({ parameter, ask }) => {
    const usual = read(await ask(base()));
    const wanted = Object.entries(expected());
    for (const [value, figure] of wanted)
      expect([value, read(await ask({ ...base(), [parameter.name]: value }))]).toEqual([value, figure]);
    const values = valuesOf(parameter);
    if (values) expect(wanted.map(([value]) => value).sort()).toEqual([...values].sort());
    expect(wanted.filter(([, figure]) => !isDeepStrictEqual(figure, usual))).not.toEqual([]);
  };

type Key = number | string | null;
/** An order: with each value what `by` reads of the items goes down (or up), what it does not know comes last. */
const orders =
  (
    by: (item: Item, value: string) => Key,
    base: (value: string) => Query,
    isUp: (value: string) => boolean = () => false,
  ): Effect =>
  async ({ parameter, all }) => {
    const changed: string[] = [];
    for (const value of valuesOf(parameter) ?? []) {
      const found = await all({ ...base(value), [parameter.name]: value });
      const keys = found.map((item) => by(item, value));
      const known = keys.filter((key) => key !== null);
      const sorted = known.toSorted((a, b) => (a === b ? 0 : a < b === isUp(value) ? -1 : 1));
      expect([value, keys]).toEqual([value, [...sorted, ...keys.slice(known.length)]]);
      if (!isDeepStrictEqual(found, await all(base(value)))) changed.push(value);
    }
    expect(changed).not.toEqual([]);
  };

/** Impressions of the buyer's campaigns in some days. */
const shown = (from: string, to = '9999') =>
  Object.entries(world.shown).reduce(
    (sum, [day, count]) => (day >= from && day <= to ? sum + count : sum),
    0,
  );

type Read = (answer: Answer<Body>) => unknown;
/** What a figure is from a day on, and up to one. */
const days = (read: Read, from: () => Record<string, unknown>, to: () => Record<string, unknown>) => ({
  from: says(read, from),
  to: says(read, to),
});
const ofBuyer = (read: Read) =>
  days(
    read,
    () => ({ '2026-11-19': 1_003 }),
    () => ({ '2026-11-19': 500 }),
  );
/** With the ads of others: of all places, or of the second. */
const ofSeller = (read: Read) =>
  days(
    read,
    () => ({ '2026-11-19': 7_003 }),
    () => ({ '2026-11-19': 5_500 }),
  );
const ofSecond = (read: Read) =>
  days(
    read,
    () => ({ '2026-11-19': 5_000 }),
    () => ({ '2026-11-18': 500 }),
  );
const ofCampaign = (read: Read) =>
  days(
    read,
    () => ({ '2026-11-21': 3 }),
    () => ({ '2026-11-19': 0 }),
  );

/** Of a CSV file by its header; no value here has a comma. */
function csvRows({ text }: Answer<Body>): Item[] {
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])));
}

const CAMPAIGN_SORTS: Record<string, (row: Item) => Key> = {
  name: ({ name }) => name,
  id: (row) => Number.parseInt(row.id.slice(2), 36),
  pricing: ({ pricing }) => pricing,
  state: ({ state }) => CAMPAIGN_STATES.indexOf(state),
  bid: ({ bid }) => Number(bid),
  daily: (row) => Number(row.daily_budget),
  today: (row) => Number(row.spend_today),
  spend: ({ spend }) => Number(spend),
  impressions: ({ impressions }) => Number(impressions),
  ctr: (row) => (Number(row.impressions) < 100 ? null : Number(row.clicks) / Number(row.impressions)),
  clicks: ({ clicks }) => Number(clicks),
  conversions: ({ conversions }) => Number(conversions),
  perConversion: (row) => (row.conversions === '0' ? null : Number(row.spend) / Number(row.conversions)),
  ecpm: (row) => (Number(row.impressions) < 100 ? null : Number(row.spend) / Number(row.impressions)),
};
const inGroup = ({ state }: Item, group: string) =>
  group === 'all'
    ? state !== 'archived'
    : (CAMPAIGN_GROUP_STATES as Record<string, readonly string[]>)[group]?.includes(state) === true;
/** Which formats a file does not say. */
const FORMAT_OF = ({ name, state }: Item) => {
  if (!/boots|Coats/.test(name)) return null;
  return /boots/.test(name) ? 'image' : ['draft', 'rejected', 'archived'].includes(state) ? 'html5' : 'video';
};
const campaignFilters: Record<string, Effect> = {
  pricing: keeps((item, value) => item.pricing === value),
  state: keeps((item, value) => item.state === value),
  format: keeps((item, value) => FORMAT_OF(item) === value),
  q: keeps(
    (item, value) => item.name.includes(value) || item.id === value,
    () => ['boots', world.ids.campaign ?? ''],
  ),
};

const ADVERTISERS = ['campaign', 'creative', 'country', 'device', 'os', 'browser', 'language'];
const metricValues: Record<string, () => (string | undefined)[]> = {
  campaign: () => [world.ids.campaign, world.ids.campaign2],
  creative: () => [world.ids.creative, world.ids.creative2],
  property: () => [world.ids.property, world.ids.property2],
  zone: () => [world.ids.zone, world.ids.zone2],
  advertiser: () => [world.ids.advertiser1, world.ids.advertiser2],
  category: () => ['news', 'sports'],
  country: () => ['DE', 'FR'],
  device: () => ['desktop', 'phone'],
  os: () => ['windows', 'ios'],
  browser: () => ['chrome', 'safari'],
  language: () => ['de', 'fr'],
  sub_id: () => ['mailing', 'partner'],
};
const sum = (values: unknown[]) => values.reduce<number>((all, value) => all + Number(value), 0);
const isListed = (value: string, key: string) =>
  value.startsWith('!') !== value.replace('!', '').split(',').includes(key);
const PERIODS: Record<string, [from: string, to: string]> = {
  today: ['2026-11-21', '2026-11-21'],
  yesterday: ['2026-11-20', '2026-11-20'],
  last7: ['2026-11-15', '2026-11-21'],
  last28: ['2026-10-25', '2026-11-21'],
  last90: ['2026-08-24', '2026-11-21'],
  last365: ['2025-11-22', '2026-11-21'],
  month: ['2026-11-01', '2026-11-21'],
  previousMonth: ['2026-10-01', '2026-10-31'],
};
const LAST_TWO = () => ({ from: '2026-11-20', to: '2026-11-21' });

/** Of a report and of its file; `rows` reads them with `keys` and figures. */
function metricFilters(rows: (answer: Answer<Body>) => Item[], before: (answer: Answer<Body>) => unknown) {
  const total = (answer: Answer<Body>) => sum(rows(answer).map(({ impressions }) => impressions));
  const sideOf = (value: string): Query =>
    ['requests', 'filled', 'below_floor', 'earnings_micros'].includes(value)
      ? { as: 'seller', group: 'zone', period: 'last90' }
      : { group: 'campaign', period: 'last7' };
  return {
    ...ofBuyer(total),
    period: says(total, () =>
      Object.fromEntries(Object.entries(PERIODS).map(([name, each]) => [name, shown(...each)])),
    ),
    compare: says(before, () => ({ previous: 500, year: 70 }), LAST_TWO),
    timezone: says(
      total,
      () => ({ 'Europe/Berlin': 1_003, 'America/New_York': 3 }),
      () => ({ from: '2026-11-21' }),
    ),
    group: says(
      (answer) =>
        rows(answer)
          .map(({ keys }) => keys[0])
          .sort(),
      () => ({ country: ['DE', 'FR'], 'sub_id,campaign': ['mailing', 'partner'] }),
    ),
    ...Object.fromEntries(
      Object.entries(metricValues).map(([group, values]) => [
        group,
        keeps(
          ({ keys }, value) => isListed(value, keys[0]),
          () => values().flatMap((value) => [`${value}`, `!${value}`]),
          ADVERTISERS.includes(group) ? { group } : { group, as: 'seller' },
        ),
      ]),
    ),
    sort: orders(
      (row, value) => (value === 'key' ? row.keys[0] : Number(row[value])),
      sideOf,
      (value) => value === 'key',
    ),
    order: orders(
      ({ clicks }) => Number(clicks),
      () => ({ group: 'country', sort: 'clicks' }),
      (value) => value === 'asc',
    ),
  };
}

/** What a request found no ad for; `requests` reads how many there were. */
const noFillFilters = (
  requests: (answer: Answer<Body>) => unknown,
  before: (answer: Answer<Body>) => unknown,
) => ({
  ...days(
    requests,
    () => ({ '2026-11-19': 15 }),
    () => ({ '2026-11-19': 9 }),
  ),
  period: says(requests, () => ({
    ...{
      today: 0,
      yesterday: 15,
      last7: 24,
      last28: 24,
      last90: 24,
      last365: 24,
      month: 24,
      previousMonth: 0,
    },
  })),
  compare: says(before, () => ({ previous: 7, year: 4 }), LAST_TWO),
  timezone: says(
    requests,
    () => ({ 'Europe/Berlin': 15 }),
    () => ({ from: '2026-11-21' }),
  ),
  ...Object.fromEntries(
    ['property', 'zone', 'category', 'country', 'device'].map((group) => [
      group,
      says(requests, () => {
        const [near, far] = metricValues[group]?.() ?? [];
        return { [`${near}`]: 17, [`!${near}`]: 7, [`${far}`]: 7, [`${near},${far}`]: 24 };
      }),
    ]),
  ),
});
const fileFigures = (answer: Answer<Body>, column: string) => sum(csvRows(answer).map((row) => row[column]));
const metricRows = (answer: Answer<Body>) =>
  csvRows(answer).map((row) => ({
    ...row,
    ...{ keys: Object.values(row), earnings_micros: row.earnings },
    ...{ spend_micros: row.spend, revenue_micros: row.revenue },
  }));
const zoneReasons = (read: (answer: Answer<Body>) => unknown, far: number, near: number) => ({
  ...days(
    read,
    () => ({ '2026-11-19': near }),
    () => ({ '2026-11-19': far }),
  ),
  timezone: says(
    read,
    () => ({ 'Europe/Berlin': near }),
    () => ({ from: '2026-11-21' }),
  ),
});

const TABLE: Record<string, Call> = {
  getDashboard: { parameters: ofBuyer(({ body }) => body.totals.impressions) },
  listTransactions: {
    items: ({ body }) => body.lines,
    parameters: {
      filter: keeps(({ kind }, value) =>
        value === 'all' || { ad_spend: 'spend', correction: 'corrections' }[kind as string] === value
          ? true
          : value === 'deposits' && !['ad_spend', 'correction'].includes(kind),
      ),
    },
  },
  exportTransactions: {
    query: () => ({ from: '2026-01-01', to: '2026-11-21' }),
    parameters: {
      from: says(
        (answer) => csvRows(answer).length,
        () => ({ '2026-11-01': 3, '2026-11-21': 1 }),
      ),
      to: says(
        (answer) => csvRows(answer).length,
        () => ({ '2026-01-01': 1, '2026-11-10': 2 }),
      ),
    },
  },
  listDocuments: {
    items: ({ body }) => body.documents,
    parameters: { kind: keeps((item, value) => item.kind === value) },
  },
  listPayments: { items: ({ body }) => body.payments, parameters: {} },
  listDeductions: { items: ({ body }) => body.deductions, parameters: {} },
  listPayouts: { items: ({ body }) => body.payouts, parameters: {} },
  listReferralBanners: {
    id: id('link'),
    parameters: {
      locale: says(
        ({ body }) => body.banners[0].html.includes('lang=de'),
        () => ({ de: true, en: false }),
      ),
    },
  },
  readReferralFunnel: {
    query: () => ({ from: '2026-11-01', to: '2026-11-21' }),
    parameters: {
      from: says(
        ({ body }) => body.totals.clicks,
        () => ({ '2026-11-19': 10 }),
      ),
      to: says(
        ({ body }) => body.totals.clicks,
        () => ({ '2026-11-19': 3 }),
      ),
      link: says(
        ({ body }) => body.totals.clicks,
        () => ({ [world.ids.link ?? '']: 5 }),
      ),
    },
  },
  listReferralEarnings: {
    items: ({ body }) => body.earnings,
    parameters: { state: keeps((item, value) => item.state === value) },
  },
  exportCampaigns: {
    items: csvRows,
    parameters: {
      ...ofBuyer((answer) => fileFigures(answer, 'impressions')),
      ...campaignFilters,
      group: says(
        (answer) =>
          csvRows(answer)
            .map(({ state }) => state)
            .sort(),
        () => {
          const states = [
            'draft',
            'inReview',
            'pausedByUser',
            'rejected',
            'running',
            'running',
            'scheduled',
            'stopped',
          ];
          const of = (group: string) => [...states, 'archived'].filter((state) => inGroup({ state }, group));
          return Object.fromEntries(
            ['all', 'running', 'needsYou', 'paused', 'drafts', 'archived'].map((name) => [name, of(name)]),
          );
        },
      ),
      sort: orders(
        (row, value) => CAMPAIGN_SORTS[value]?.(row) ?? null,
        () => ({}),
      ),
      direction: orders(
        ({ clicks }) => Number(clicks),
        () => ({ sort: 'clicks' }),
        (value) => value === 'ascending',
      ),
    },
  },
  importCampaigns: {
    query: () => ({ plan: world.ids.plan ?? '' }),
    body: importedFile,
    headers: () => ({ 'Content-Type': 'text/csv', 'Idempotency-Key': randomUUID() }),
    parameters: {
      plan: says(
        ({ status }) => status,
        () => ({ another: 409 }),
      ),
    },
  },
  findPlaces: {
    query: () => ({ kind: 'zones' }),
    items: ({ body }) => body.places,
    parameters: {
      kind: says(
        ({ body }) => [body.places.length, body.regions?.length > 0],
        () => ({ properties: [1, false], zones: [1, false], regions: [0, true] }),
        () => ({ search: 'bay' }),
      ),
      search: keeps(
        ({ name }) => name === 'Top',
        () => ['top'],
      ),
      ids: keeps(
        (place, value) => value.split(',').includes(place.id),
        () => [`${world.ids.zone},${world.ids.zone2}`],
      ),
      fits: keeps(
        ({ zone: { kind, width, height } }, value) =>
          value.split(',').includes(kind === 'banner' ? `banner-${width}x${height}` : kind),
        () => ['native', 'native,banner-300x250'],
      ),
    },
  },
  listCampaigns: {
    items: ({ body }) => body.campaigns,
    parameters: {
      ...ofBuyer(({ body }) => body.totals.impressions),
      ...campaignFilters,
      group: keeps(inGroup),
    },
  },
  getCampaign: {
    id: id('campaign'),
    parameters: ofCampaign(({ body }) => body.figures.impressions),
  },
  updateCampaign: {
    id: id('campaign'),
    body: () => ({ name: 'Alpha boots' }),
    parameters: ofCampaign(({ body }) => body.figures.impressions),
  },
  listCampaignHistory: { id: id('campaign'), items: ({ body }) => body.changes, parameters: {} },
  listGoals: { items: ({ body }) => body.goals, parameters: {} },
  listConversions: {
    id: id('goal'),
    items: ({ body }) => body.conversions,
    parameters: { verdict: keeps((item, value) => item.verdict === value) },
  },
  listPostbackLog: {
    items: ({ body }) => body.entries,
    parameters: {
      goal: keeps(
        (item, value) => item.goal.id === value,
        () => [world.ids.goal ?? '', world.ids.goal2 ?? ''],
      ),
      source: keeps((item, value) => item.source === value),
      outcome: keeps(
        ({ verdict }, value) =>
          (({ null: 'refused', attributed: 'counted', test: 'test' })[`${verdict}`] ?? 'kept') === value,
      ),
    },
  },
  listPostbackCalls: {
    items: ({ body }) => body.calls,
    parameters: {
      state: keeps((item, value) => item.state === value),
      outgoing: keeps(
        (item, value) => item.outgoing.id === value,
        () => [world.ids.outgoing ?? ''],
      ),
    },
  },
  sendPart: {
    id: id('dropped'),
    query: () => ({ offset: '0' }),
    body: () => Buffer.alloc(10),
    headers: () => ({ 'Content-Type': 'application/octet-stream' }),
    parameters: {
      offset: says(
        ({ status }) => status,
        () => ({ 7: 409 }),
      ),
    },
  },
  listProperties: {
    items: ({ body }) => body.properties,
    parameters: ofSeller(({ body }) => body.totals.impressions),
  },
  getProperty: { id: id('property2'), parameters: ofSecond(({ body }) => body.property.figures.impressions) },
  updateProperty: {
    id: id('property2'),
    body: () => ({}),
    parameters: ofSecond(({ body }) => body.figures.impressions),
  },
  updateZone: {
    id: id('zone2'),
    body: () => ({}),
    parameters: ofSecond(({ body }) => body.figures.impressions),
  },
  listAds: {
    items: ({ body }) => body.ads,
    parameters: {
      from: says(
        ({ body }) => body.count,
        () => ({ '2026-11-20': 2, '2026-11-21': 1 }),
      ),
      to: says(
        ({ body }) => body.count,
        () => ({ '2026-11-19': 2, '2026-11-17': 0 }),
      ),
      property: says(
        ({ body }) => body.count,
        () => ({ [world.ids.property ?? '']: 2, [world.ids.property2 ?? '']: 2 }),
      ),
      zone: says(
        ({ body }) => body.count,
        () => ({ [world.ids.zone ?? '']: 2 }),
      ),
      advertiser: keeps(
        (ad, value) => ad.advertiser.id === value,
        () => [world.ids.advertiser1 ?? '', world.ids.advertiser2 ?? ''],
      ),
      category: keeps((ad, value) => (ad.category ?? 'none') === value),
      blocked: keeps((ad, value) => (ad.blocked_on.length > 0 ? 'yes' : 'no') === value),
      sort: orders(
        (ad, value) =>
          value === 'last_shown' ? ad.last_shown_at : ad[value === 'earnings' ? 'earnings_micros' : value],
        () => ({}),
      ),
    },
  },
  reportDelivery: {
    query: () => ({ from: '2026-11-01', to: '2026-11-21' }),
    parameters: {
      ...ofBuyer(({ body }) => body.totals.impressions),
      by: says(
        ({ body }) => body.rows.length,
        () => ({ day: 21, campaign: 2 }),
      ),
    },
  },
  reportEarnings: {
    query: () => ({ from: '2026-11-01', to: '2026-11-21' }),
    parameters: {
      ...ofSeller(({ body }) => body.totals.impressions),
      by: says(
        ({ body }) => body.rows.length,
        () => ({ day: 21, property: 2, zone: 2 }),
      ),
    },
  },
  getMetrics: {
    items: ({ body }) => body.rows,
    parameters: metricFilters(
      ({ body }) => body.rows,
      ({ body }) => sum(body.rows.map(({ previous }: Item) => previous?.impressions ?? 0)),
    ),
  },
  exportMetrics: {
    items: metricRows,
    parameters: metricFilters(metricRows, (answer) => fileFigures(answer, 'previous_impressions')),
  },
  getNoFill: {
    parameters: noFillFilters(
      ({ body }) => body.requests,
      ({ body }) => body.compared?.requests,
    ),
  },
  exportNoFill: {
    parameters: noFillFilters(
      (answer) => fileFigures(answer, 'requests'),
      (answer) => fileFigures(answer, 'previous_requests'),
    ),
  },
  getDecision: {
    id: id('decision'),
    items: ({ body }) => body.outcome.campaigns,
    parameters: {
      fate: keeps((item, value) => item.fate === value),
      campaign: keeps(
        (item, value) => item.campaign === value,
        () => [world.ids.campaign ?? ''],
      ),
    },
  },
  reportReasons: { id: id('campaign'), parameters: zoneReasons(({ body }) => body.decisions, 80, 100) },
  reportNoFill: { id: id('zone'), parameters: zoneReasons(({ body }) => body.requests, 2, 15) },
  troubleshootCampaign: {
    id: id('campaign'),
    parameters: zoneReasons(({ body }) => body.decisions, 80, 100),
  },
  listRuleRuns: {
    id: id('rule'),
    items: ({ body }) => body.runs,
    parameters: { matched: keeps(({ matched }) => matched > 0) },
  },
  listNews: {
    items: ({ body }) => body.articles,
    parameters: {
      category: keeps((item, value) => item.category === value),
      unread: keeps(({ read }) => !read),
    },
  },
};

const operationOf = (operationId: string) => {
  for (const [address, methods] of Object.entries(paths))
    for (const [method, each] of Object.entries(methods))
      if (each.operationId === operationId)
        return { address, method, parameters: each.parameters.filter((one) => one.in === 'query') };
  throw new Error(`There is no operation ${operationId}`);
};

function askerOf(operationId: string, { id: rowId, query = () => ({}), body, headers, items }: Call) {
  const { address, method, parameters } = operationOf(operationId);
  const role = api.api.operations.find((each) => each.id === operationId)?.role;
  const ask = ({ as, ...given }: Query) =>
    api.call<Body>(
      `${address.replace('{id}', rowId?.() ?? '')}?${new URLSearchParams({ ...query(), ...given })}`,
      {
        ...{ method: method.toUpperCase(), body: body?.(), headers: headers?.() },
        secret: tokens[as === 'seller' ? 'publisher' : (role ?? 'advertiser')],
      },
    );
  const listed = async (given: Query) => {
    const answer = await ask(given);
    expect([given, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([given, 200, '']);
    return { items: items?.(answer) ?? [], next: answer.body?.next_cursor ?? null, body: answer.body };
  };
  async function pages(given: Query) {
    const found: Item[][] = [];
    for (let cursor: string | null = null; cursor !== null || found.length === 0; ) {
      const page = await listed(cursor === null ? given : { ...given, cursor });
      found.push(page.items);
      cursor = page.next;
    }
    return found;
  }
  return { parameters, ask, listed, pages, all: async (given: Query) => (await pages(given)).flat() };
}

it('every call with parameters is in the table, and the table has no others', () => {
  const documented = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ parameters }) => parameters.some((one) => one.in === 'query'));
  expect(Object.keys(TABLE).sort()).toEqual(documented.map(({ operationId }) => operationId).sort());
});

it('every documented parameter is in the table, and the table has no others', () => {
  for (const [operationId, { parameters }] of Object.entries(TABLE)) {
    const names = operationOf(operationId).parameters.map(({ name }) => name);
    const isOwn = (name: string) => !PAGING.includes(name) || parameters[name] !== undefined;
    expect([operationId, Object.keys(parameters).sort()]).toEqual([operationId, names.filter(isOwn).sort()]);
  }
});

const EFFECTS = Object.entries(TABLE).flatMap(([operationId, call]) =>
  Object.entries(call.parameters).map(([name, effect]) => ({ operationId, name, call, effect })),
);
it.each(EFFECTS)(
  '$operationId: $name changes the answer as it says',
  async ({ operationId, name, call, effect }) => {
    const { parameters, ask, all } = askerOf(operationId, call);
    const parameter = parameters.find((one) => one.name === name);
    if (!parameter) throw new Error(`${operationId} has no ${name}`);
    await effect({ parameter, ask, all });
  },
);

const LISTS = Object.entries(TABLE).filter(([, { items }]) => items !== undefined);
it.each(LISTS)('%s goes on by what it documents of pages', async (operationId, call) => {
  const { parameters, listed, pages, all } = askerOf(operationId, call);
  const paging = parameters.filter(({ name }) => PAGING.includes(name)).map(({ name }) => name);
  const every = await all({});
  const one: Query = paging.includes('limit') ? { limit: '1' } : {};
  if (paging.includes('cursor')) {
    const found = await pages(one);
    expect(found.length).toBeGreaterThan(1);
    if (one.limit) expect(found.every((page) => page.length === 1)).toBe(true);
    const texts = (items: Item[]) => items.map((item) => JSON.stringify(item)).sort();
    expect(texts(found.flat())).toEqual(texts(every));
    expect(new Set(texts(every)).size).toBe(every.length);
  }
  if (paging.includes('before')) {
    const { next, body } = await listed(one);
    const behind = await listed({ ...one, before: body.next });
    expect(behind.items).toEqual((await listed({ ...one, cursor: next })).items);
  }
  if (paging.includes('offset'))
    expect((await listed({ limit: '1', offset: '1' })).items).toEqual(every.slice(1, 2));
});

it('no call takes a parameter that it does not document', async () => {
  for (const { path: address, method, role } of api.api.operations) {
    const { status, body } = await api.call<ErrorBody>(`${address.replace(/\{\w+\}/g, 'x')}?stat=running`, {
      method: method.toUpperCase(),
      secret: tokens[role ?? 'advertiser'],
    });
    expect([method, address, status, body.errors]).toEqual([
      method,
      address,
      422,
      { stat: [expect.any(String)] },
    ]);
  }
  const german = await api.call<ErrorBody>('/campaigns?stat=running', {
    secret: tokens.advertiser,
    headers: { 'Accept-Language': 'de' },
  });
  expect(german.body.errors).toEqual({ stat: ['Dieser Aufruf hat keinen solchen Parameter'] });
});
