import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CAMPAIGN_GROUP_STATES, CAMPAIGN_STATES, type ErrorBody, LEAST_IMPRESSIONS } from '@ezdash/contracts';
import type { Answer } from '../../testing';
import { type FilterWorld, makeFilterWorld } from '../../testing/filterWorld';
import { openTestApi, type TestApi } from './testApi';
import {
  type Body,
  days,
  type Effect,
  type Item,
  is,
  type Key,
  keeps,
  orders,
  type Parameter,
  type Query,
  type Read,
  says,
} from './testFilterEffects';

interface Call {
  id?: string;
  /** What is always sent, so that there is something to see. */
  query?: Query;
  body?: () => unknown;
  type?: string;
  items?: (answer: Answer<Body>) => Item[];
  parameters: Record<string, Effect>;
}

const PAGING = ['cursor', 'before', 'limit', 'offset'];
const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-api-'));
let api: TestApi;
let world: FilterWorld;
let paths: Record<string, Record<string, { operationId: string; parameters: Parameter[] }>>;
const tokens: Record<string, string> = {};
const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => world.ids[name] ?? '');
const importedFile = () => Buffer.from(fill('id,name\n{imported},Imported\n'));

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

const NOVEMBER: Query = { from: '2026-11-01', to: '2026-11-21' };
const LAST_TWO: Query = { from: '2026-11-20', to: '2026-11-21' };
const impressions: Read = ({ body }) => body.totals.impressions;
const ownImpressions: Read = ({ body }) => (body.property ?? body).figures.impressions;
/** Of the buyer; of the seller, with the ads of others; of the first campaign; of the second property and zone. */
const ofBuyer = (read: Read) => days(read, ['2026-11-19', 1_003], ['2026-11-19', 500]);
const OF_SELLER = days(impressions, ['2026-11-19', 7_003], ['2026-11-19', 5_500]);
const OF_CAMPAIGN = days(ownImpressions, ['2026-11-21', 3], ['2026-11-19', 0]);
const OF_SECOND = days(ownImpressions, ['2026-11-19', 5_000], ['2026-11-18', 500]);

/** Of a CSV file by its header; no value here has a comma. */
function csvRows({ text }: Answer<Body>): Item[] {
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])));
}
const sum = (values: unknown[]) => values.reduce<number>((all, value) => all + Number(value), 0);
const inFile =
  (column: string): Read =>
  (answer) =>
    sum(csvRows(answer).map((row) => row[column]));
const countRows: Read = (answer) => csvRows(answer).length;

const of = (column: string) => (row: Item) => Number(row[column]);
const rate = (above: string, below: string, least: number) => (row: Item) =>
  Number(row[below]) < least ? null : Number(row[above]) / Number(row[below]);
const CAMPAIGN_SORTS: Record<string, (row: Item) => Key> = {
  name: ({ name }) => name,
  id: (row) => Number.parseInt(row.id.slice(2), 36),
  pricing: ({ pricing }) => pricing,
  state: ({ state }) => CAMPAIGN_STATES.indexOf(state),
  daily: of('daily_budget'),
  today: of('spend_today'),
  ctr: rate('clicks', 'impressions', LEAST_IMPRESSIONS),
  perConversion: rate('spend', 'conversions', 1),
  ecpm: rate('spend', 'impressions', LEAST_IMPRESSIONS),
};
const inGroup = ({ state }: Item, group: string) =>
  group === 'all'
    ? state !== 'archived'
    : (CAMPAIGN_GROUP_STATES as Record<string, readonly string[]>)[group]?.includes(state) === true;
/** A file does not say it. */
function formatOf({ name, state }: Item) {
  if (!/boots|Coats/.test(name)) return null;
  return /boots/.test(name) ? 'image' : ['draft', 'rejected', 'archived'].includes(state) ? 'html5' : 'video';
}
const CAMPAIGN_FILTERS: Record<string, Effect> = {
  pricing: is('pricing'),
  state: is('state'),
  format: keeps((item, value) => formatOf(item) === value),
  q: keeps(({ name, id }, value) => name.includes(value) || id === value, ['boots', '{campaign}']),
};

const BUYERS = ['campaign', 'creative', 'country', 'device', 'os', 'browser', 'language'];
/** The nearer days and the farther ones differ in all that is known of an impression. */
const VALUES: Record<string, [near: string, far: string]> = {
  campaign: ['{campaign}', '{campaign2}'],
  creative: ['{creative}', '{creative2}'],
  property: ['{property}', '{property2}'],
  zone: ['{zone}', '{zone2}'],
  advertiser: ['{advertiser1}', '{advertiser2}'],
  category: ['news', 'sports'],
  country: ['DE', 'FR'],
  device: ['desktop', 'phone'],
  os: ['windows', 'ios'],
  browser: ['chrome', 'safari'],
  language: ['de', 'fr'],
  sub_id: ['mailing', 'partner'],
  invalid_reason: ['counted', 'kept'],
};
const isListed = (value: string, key: string) =>
  value.startsWith('!') !== value.replace('!', '').split(',').includes(key);

/** Of a report and of its file; `rows` reads them with `keys` and figures. */
function metricFilters(rows: (answer: Answer<Body>) => Item[], before: Read): Record<string, Effect> {
  const total: Read = (answer) => sum(rows(answer).map(of('impressions')));
  const figures = ['requests', 'filled', 'below_floor', 'earnings_micros'];
  return {
    ...ofBuyer(total),
    period: says(total, {
      ...{ today: 3, yesterday: 1_000, last7: 1_503, last28: 1_503, last90: 1_593, last365: 1_593 },
      ...{ month: 1_503, previousMonth: 90 },
    }),
    compare: says(before, { previous: 500, year: 70 }, LAST_TWO),
    timezone: says(total, { 'Europe/Berlin': 1_003, 'America/New_York': 3 }, { from: '2026-11-21' }),
    group: says((answer) => rows(answer).map(({ keys }) => keys[0]), {
      country: ['FR', 'DE'],
      'sub_id,campaign': ['partner', 'mailing'],
    }),
    ...Object.fromEntries(
      Object.entries(VALUES).map(([group, [near, far]]) => [
        group,
        keeps(
          ({ keys }, value) => isListed(value, keys[0]),
          [near, far, `!${near}`, `!${far}`],
          BUYERS.includes(group) ? { group } : { group, as: 'seller' },
        ),
      ]),
    ),
    sort: orders(
      (row, value) => (value === 'key' ? row.keys[0] : Number(row[value])),
      (value): Query =>
        figures.includes(value) ? { as: 'seller', group: 'zone' } : { group: 'campaign', period: 'last7' },
      (value) => value === 'key',
    ),
    order: orders(
      of('clicks'),
      () => ({ group: 'country', sort: 'clicks' }),
      (value) => value === 'asc',
    ),
  };
}
const metricRows = (answer: Answer<Body>) =>
  csvRows(answer).map((row) => ({
    ...row,
    ...{ keys: Object.values(row), earnings_micros: row.earnings },
    ...{ spend_micros: row.spend, revenue_micros: row.revenue },
  }));

/** Requests that found no ad and those that did. */
function noFillFilters(requests: Read, before: Read): Record<string, Effect> {
  return {
    ...days(requests, ['2026-11-19', 15], ['2026-11-19', 9]),
    period: says(requests, {
      ...{ today: 0, yesterday: 15, last7: 24, last28: 24, last90: 24, last365: 24 },
      ...{ month: 24, previousMonth: 0 },
    }),
    compare: says(before, { previous: 7, year: 4 }, LAST_TWO),
    timezone: says(requests, { 'Europe/Berlin': 15 }, { from: '2026-11-21' }),
    ...Object.fromEntries(
      ['property', 'zone', 'category', 'country', 'device'].map((group) => {
        const [near, far] = VALUES[group] ?? [];
        return [group, says(requests, { [`${near}`]: 17, [`!${near}`]: 7, [`${near},${far}`]: 24 })];
      }),
    ),
  };
}
const reasons = (read: Read, near: number, far: number) => ({
  ...days(read, ['2026-11-19', near], ['2026-11-19', far]),
  timezone: says(read, { 'Europe/Berlin': near }, { from: '2026-11-21' }),
});
const decisions: Read = ({ body }) => body.decisions;
const clicks: Read = ({ body }) => body.totals.clicks;
const count: Read = ({ body }) => body.count;
const SHELVES: Record<string, string> = { ad_spend: 'spend', correction: 'corrections' };
const OUTCOMES: Record<string, string> = { null: 'refused', attributed: 'counted', test: 'test' };
const GROUPS = {
  all: ['draft', 'inReview', 'pausedByUser', 'rejected', 'running', 'running', 'scheduled', 'stopped'],
  running: ['running', 'running'],
  needsYou: ['rejected', 'stopped'],
  paused: ['pausedByUser'],
  drafts: ['draft'],
  archived: ['archived'],
};

const TABLE: Record<string, Call> = {
  getDashboard: { parameters: ofBuyer(impressions) },
  listTransactions: {
    items: ({ body }) => body.lines,
    parameters: {
      filter: keeps(({ kind }, value) => value === 'all' || (SHELVES[kind] ?? 'deposits') === value),
    },
  },
  exportTransactions: {
    query: { from: '2026-01-01', to: '2026-11-21' },
    parameters: days(countRows, ['2026-11-11', 2], ['2026-11-10', 2]),
  },
  listDocuments: { items: ({ body }) => body.documents, parameters: { kind: is('kind') } },
  listPayments: { items: ({ body }) => body.payments, parameters: {} },
  listDeductions: { items: ({ body }) => body.deductions, parameters: {} },
  listPayouts: { items: ({ body }) => body.payouts, parameters: {} },
  listReferralBanners: {
    id: '{link}',
    parameters: {
      locale: says(({ body }) => body.banners[0].html.includes('lang=de'), { de: true, en: false }),
    },
  },
  readReferralFunnel: {
    query: NOVEMBER,
    parameters: {
      ...days(clicks, ['2026-11-19', 10], ['2026-11-19', 3]),
      link: says(clicks, { '{link}': 5 }),
    },
  },
  listReferralEarnings: { items: ({ body }) => body.earnings, parameters: { state: is('state') } },
  exportCampaigns: {
    items: csvRows,
    parameters: {
      ...ofBuyer(inFile('impressions')),
      ...CAMPAIGN_FILTERS,
      group: says(
        (answer) =>
          csvRows(answer)
            .map(({ state }) => state)
            .sort(),
        GROUPS,
      ),
      sort: orders((row, value) => (CAMPAIGN_SORTS[value] ?? of(value))(row)),
      direction: orders(
        of('clicks'),
        () => ({ sort: 'clicks' }),
        (value) => value === 'ascending',
      ),
    },
  },
  importCampaigns: {
    query: { plan: '{plan}' },
    ...{ body: importedFile, type: 'text/csv' },
    parameters: { plan: says(({ status }) => status, { another: 409 }) },
  },
  findPlaces: {
    query: { kind: 'zones' },
    items: ({ body }) => body.places,
    parameters: {
      kind: says(
        ({ body }) => [body.places.length, body.regions?.length > 0],
        { properties: [1, false], zones: [1, false], regions: [0, true] },
        { search: 'bay' },
      ),
      search: keeps(({ name }) => name === 'Top', ['top']),
      ids: keeps(({ id }, value) => value.split(',').includes(id), ['{zone},{zone2}']),
      fits: keeps(
        ({ zone: { kind, width, height } }, value) =>
          value.split(',').includes(kind === 'banner' ? `banner-${width}x${height}` : kind),
        ['native', 'native,banner-300x250'],
      ),
    },
  },
  listCampaigns: {
    items: ({ body }) => body.campaigns,
    parameters: { ...ofBuyer(impressions), ...CAMPAIGN_FILTERS, group: keeps(inGroup) },
  },
  getCampaign: { id: '{campaign}', parameters: OF_CAMPAIGN },
  updateCampaign: { id: '{campaign}', body: () => ({ name: 'Alpha boots' }), parameters: OF_CAMPAIGN },
  listCampaignHistory: { id: '{campaign}', items: ({ body }) => body.changes, parameters: {} },
  listGoals: { items: ({ body }) => body.goals, parameters: {} },
  listConversions: {
    id: '{goal}',
    items: ({ body }) => body.conversions,
    parameters: { verdict: is('verdict') },
  },
  listPostbackLog: {
    items: ({ body }) => body.entries,
    parameters: {
      goal: keeps(({ goal }, value) => goal.id === value, ['{goal}', '{goal2}']),
      source: is('source'),
      outcome: keeps(({ verdict }, value) => (OUTCOMES[`${verdict}`] ?? 'kept') === value),
    },
  },
  listPostbackCalls: {
    items: ({ body }) => body.calls,
    parameters: {
      state: is('state'),
      outgoing: keeps(({ outgoing }, value) => outgoing.id === value, ['{outgoing}']),
    },
  },
  sendPart: {
    id: '{dropped}',
    query: { offset: '0' },
    ...{ body: () => Buffer.alloc(10), type: 'application/octet-stream' },
    parameters: { offset: says(({ status }) => status, { 7: 409 }) },
  },
  listProperties: { items: ({ body }) => body.properties, parameters: OF_SELLER },
  getProperty: { id: '{property2}', parameters: OF_SECOND },
  updateProperty: { id: '{property2}', body: () => ({}), parameters: OF_SECOND },
  updateZone: { id: '{zone2}', body: () => ({}), parameters: OF_SECOND },
  listAds: {
    items: ({ body }) => body.ads,
    parameters: {
      ...days(count, ['2026-11-21', 1], ['2026-11-19', 2]),
      property: says(count, { '{property}': 2, '{property2}': 2 }),
      zone: says(count, { '{zone}': 2, '{zone2}': 2 }),
      advertiser: keeps(
        ({ advertiser }, value) => advertiser.id === value,
        ['{advertiser1}', '{advertiser2}'],
      ),
      category: keeps(({ category }, value) => (category ?? 'none') === value),
      blocked: keeps(({ blocked_on: on }, value) => on.length > 0 === (value === 'yes')),
      sort: orders(
        (ad, value) => ad[{ earnings: 'earnings_micros', last_shown: 'last_shown_at' }[value] ?? value],
      ),
    },
  },
  reportDelivery: {
    query: NOVEMBER,
    parameters: {
      ...ofBuyer(impressions),
      by: says(({ body }) => body.rows.length, { day: 21, campaign: 2 }),
    },
  },
  reportEarnings: {
    query: NOVEMBER,
    parameters: { ...OF_SELLER, by: says(({ body }) => body.rows.length, { day: 21, property: 2, zone: 2 }) },
  },
  getMetrics: {
    items: ({ body }) => body.rows,
    parameters: metricFilters(
      ({ body }) => body.rows,
      ({ body }) => sum(body.rows.map(({ previous }: Item) => previous?.impressions ?? 0)),
    ),
  },
  exportMetrics: { items: metricRows, parameters: metricFilters(metricRows, inFile('previous_impressions')) },
  getNoFill: {
    parameters: noFillFilters(
      ({ body }) => body.requests,
      ({ body }) => body.compared?.requests,
    ),
  },
  exportNoFill: { parameters: noFillFilters(inFile('requests'), inFile('previous_requests')) },
  getDecision: {
    id: '{decision}',
    items: ({ body }) => body.outcome.campaigns,
    parameters: {
      fate: is('fate'),
      campaign: keeps(({ campaign }, value) => campaign === value, ['{campaign}']),
    },
  },
  reportReasons: { id: '{campaign}', parameters: reasons(decisions, 100, 80) },
  reportNoFill: { id: '{zone}', parameters: reasons(({ body }) => body.requests, 15, 2) },
  troubleshootCampaign: { id: '{campaign}', parameters: reasons(decisions, 100, 80) },
  listRuleRuns: {
    id: '{rule}',
    items: ({ body }) => body.runs,
    parameters: { matched: keeps(({ matched }) => matched > 0) },
  },
  listNews: {
    items: ({ body }) => body.articles,
    parameters: { category: is('category'), unread: keeps(({ read }) => !read) },
  },
};

const operationOf = (operationId: string) => {
  for (const [address, methods] of Object.entries(paths))
    for (const [method, each] of Object.entries(methods))
      if (each.operationId === operationId)
        return { address, method, parameters: each.parameters.filter((one) => one.in === 'query') };
  throw new Error(`There is no operation ${operationId}`);
};

const filled = (query: Query = {}) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, fill(value)]));

function askerOf(operationId: string, { id = '', query, body, type, items }: Call) {
  const { address, method, parameters } = operationOf(operationId);
  const role = api.api.operations.find((each) => each.id === operationId)?.role;
  const ask = ({ as, ...given }: Query) =>
    api.call<Body>(
      fill(`${address.replace('{id}', id)}?`) + new URLSearchParams({ ...filled(query), ...given }),
      {
        ...{ method: method.toUpperCase(), body: body?.() },
        secret: tokens[as === 'seller' ? 'publisher' : (role ?? 'advertiser')],
        headers: type === undefined ? {} : { 'Content-Type': type, 'Idempotency-Key': randomUUID() },
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
    await effect({ parameter, ask, all, fill });
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
