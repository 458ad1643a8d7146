import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NO_FILL_REASONS, publicId } from '@ezdash/contracts';
import { z } from 'zod';
import {
  type MadeUser,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
} from '../../testing';
import { pngImage } from '../creatives/testImages';
import { mp4Of } from '../creatives/testVideo';
import { packedTrace } from '../decisions/testDecisions';
import { insertTraces } from '../decisions/traces.repo';
import { openTestApi, type TestApi } from './testApi';
import { makeDeadCall, makeDelivery, makeMoneyThings, makeOtherThings, makeOutgoing } from './testThings';

type Json = Record<string, unknown>;
interface Described {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json>; responses: Json; headers: Json };
}

const VIP1 = { account_type_id: 3 };
const UPLOADED = mp4Of();
/** A file that gives a campaign another name. */
const csv = (name: string) => Buffer.from(`id,name\n${ids.imported},${name}\n`);
const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-api-'));
let api: TestApi;
let description: Described;
let buyer: MadeUser;
let seller: MadeUser;
/** Placeholders of the paths and examples → rows that exist. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApi(dataDir);
  const { db } = api.test;
  [buyer, seller] = [await makeAdvertiser(db, VIP1), await makePublisher(db, VIP1)];
  const campaign = await makeCampaign(db, { advertiser_id: buyer.id });
  const creative = await makeCreative(db, { campaign_id: campaign.id });
  const property = await makeProperty(db, { publisher_id: seller.id });
  const zone = await makeZone(db, { property_id: property.id });
  const places = { creative_id: creative.id, zone_id: zone.id, property_id: property.id };
  const owners = { advertiser_id: buyer.id, publisher_id: seller.id };
  await makeDelivery(db, { campaign_id: campaign.id, ...places, ...owners });
  ids.campaign = publicId('campaign', campaign.id);
  const firstLink = { owner_id: buyer.id, code: 'abcd2345', created_at: new Date() };
  await db.insertInto('referral_link').values(firstLink).execute();
  const rule = await db
    .insertInto('auto_rule')
    .values({
      advertiser_id: buyer.id,
      name: 'Spends',
      definition: JSON.stringify({
        scope: 'campaign',
        campaigns: [],
        match: 'all',
        conditions: [{ metric: 'spend', comparison: 'above', value: 1, hours: 24 }],
        action: { kind: 'notify' },
        every: 'day',
        cooldown_hours: 24,
        most_per_day: 1,
      }),
      created_at: campaign.created_at,
      updated_at: campaign.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids.rule = publicId('rule', rule.id);
  const { id: change } = await db
    .insertInto('campaign_change')
    .values({
      campaign_id: campaign.id,
      at: new Date(),
      kind: 'changed',
      actor: 'system',
      changes: JSON.stringify({ name: { before: 'As it was', after: campaign.name } }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids.change = publicId('campaignChange', change);
  const { id: goal } = await db
    .insertInto('conversion_goal')
    .values({
      advertiser_id: buyer.id,
      name: 'Order',
      window_days: 30,
      duplicates: 'once',
      pixel: false,
      requires_key: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids.goal = publicId('conversionGoal', goal);
  const keyed = await api.call<{ id: string }>('/conversion-goals', {
    method: 'POST',
    secret: await api.makeToken(buyer.id, ['write']),
    body: { name: 'With a key', duplicates: 'once', window_days: 30 },
  });
  ids.keyed = keyed.body.id;
  ids.outgoing = publicId('outgoingPostback', await makeOutgoing(api.test.db, buyer.id, api.clock.now()));
  ids.removed = publicId('outgoingPostback', await makeOutgoing(api.test.db, buyer.id, api.clock.now()));
  ids.call = await makeDeadCall(api.test.db, buyer.id, api.clock.now());
  ids.asset = publicId('asset', (await makeAsset(db, { owner_id: buyer.id })).id);
  ids.upload = randomUUID();
  await db
    .insertInto('asset_upload')
    .values({
      id: ids.upload,
      owner_id: buyer.id,
      name: 'film.mp4',
      content_type: 'video/mp4',
      byte_count: UPLOADED.length,
      sha256: createHash('sha256').update(UPLOADED).digest('hex'),
      created_at: new Date(),
    })
    .execute();
  ids.property = publicId('property', property.id);
  ids.zone = publicId('zone', zone.id);
  const trace = await packedTrace({
    decidedAtMs: Date.parse('2026-11-21T11:00:00Z'),
    zoneId: zone.id,
    publisherId: seller.id,
    fates: [[campaign.id, 'budget']],
    reason: NO_FILL_REASONS.budget,
  });
  await insertTraces(db, [trace]);
  ids.decision = trace.decisionId;
  const reports = ['Mine', 'Another'].map((name) => ({
    advertiser_id: buyer.id,
    name,
    query: 'group=campaign',
    created_at: '2026-11-20T10:00:00Z',
  }));
  const made = await db.insertInto('metrics_report').values(reports).returning('id').execute();
  [ids.report, ids.otherReport] = made.map(({ id }) => publicId('metricsReport', id));
  const now = api.clock.now();
  Object.assign(ids, await makeMoneyThings(db, buyer.id, now), await makeOtherThings(db, buyer.id, now));
  const seen = await api.call<{ plan: string }>('/campaigns/import/preview', {
    method: 'POST',
    secret: await api.makeToken(buyer.id, ['write']),
    body: csv('Imported'),
    headers: { 'Content-Type': 'text/csv' },
  });
  ids.plan = seen.body.plan;
  description = (await api.call<Described>('/openapi.json')).body;
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});

/** What the description itself says of a schema, as a check. */
function described(name: string): z.ZodType {
  const text = JSON.stringify(description.components.schemas).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: JSON.parse(text) });
}

const references = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target);

function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((part, step) => (part as Json | undefined)?.[step], description);
}

it('is open to everybody, may be kept for a while and needs nobody’s cookie', async () => {
  const { status, headers } = await api.call('/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('Cache-Control')).toBe('public, max-age=300');
  expect(headers.get('Vary')).toContain('Accept-Language');
  expect(headers.getSetCookie()).toEqual([]);
});

it('describes every operation once, and nothing points nowhere', () => {
  expect(description.openapi).toBe('3.1.1');
  expect(description.servers).toEqual([{ url: 'https://ads.example.test/api/v1' }]);
  const found = Object.values(description.paths).flatMap((each) => Object.values(each));
  const names = found.map(({ operationId }) => operationId);
  expect(names.sort()).toEqual(api.api.operations.map(({ id }) => id).sort());
  expect(new Set(names).size).toBe(names.length);
  const targets = references(description);
  expect(targets.length).toBeGreaterThan(50);
  for (const target of targets) expect([target, typeof resolve(target)]).toEqual([target, 'object']);
});

it('names the parameters of every path', () => {
  for (const [address, methods] of Object.entries(description.paths))
    for (const each of Object.values(methods)) {
      const inPath = (each.parameters as Json[]).filter((parameter) => parameter.in === 'path');
      const placeholders = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([address, inPath.map(({ name }) => name)]).toEqual([address, placeholders]);
      for (const parameter of inPath) expect(parameter.required).toBe(true);
    }
});

it('lets programs go on in every list by a cursor', () => {
  for (const [path, operations] of Object.entries(description.paths)) {
    const { get } = operations;
    if (!get) continue;
    const { responses, parameters = [] } = get as { responses: Json; parameters?: { name?: string }[] };
    const name = /schemas\/(\w+)/.exec(JSON.stringify(responses['200']))?.[1];
    const fields = (description.components.schemas[name ?? '']?.properties ?? {}) as Record<string, Json>;
    // Of a payment it says what is to be done.
    const goesOn =
      'next_cursor' in fields || JSON.stringify(fields.next)?.startsWith('{"type":["string","null"]');
    const takes = parameters.some((one) => one.name === 'cursor');
    if (goesOn) expect([path, takes, 'next_cursor' in fields]).toEqual([path, true, true]);
  }
});

it('asks for bodies as the server does: slips of the pen are refused, examples are taken', () => {
  for (const { id, body, example } of api.api.operations) {
    if (!body) continue;
    expect([id, body.schema.safeParse(example).success]).toEqual([id, true]);
    expect([id, described(body.name).safeParse(example).success]).toEqual([id, true]);
    const slip = { ...(example as Json), unheard_of: 1 };
    expect([id, body.schema.safeParse(slip).success]).toEqual([id, false]);
    expect([id, described(body.name).safeParse(slip).success]).toEqual([id, false]);
  }
});

it('says how a report leaves values out, in the reader’s language', async () => {
  const found = async (language: string) => {
    const { body } = await api.call<Described>('/openapi.json', { headers: { 'Accept-Language': language } });
    const metrics = body.paths['/metrics']?.get as { parameters?: Json[] } | undefined;
    return metrics?.parameters?.find(({ name }) => name === 'country')?.description;
  };
  expect(await found('en')).toMatch(/with ! in front everything but these/);
  expect(await found('de')).toMatch(/mit ! davor alles außer diesen/);
});

it('speaks the reader’s language', async () => {
  const { body } = await api.call<Described>('/openapi.json', { headers: { 'Accept-Language': 'de' } });
  for (const [address, methods] of Object.entries(body.paths))
    for (const [method, { summary }] of Object.entries(methods)) {
      const english = description.paths[address]?.[method]?.summary;
      expect(summary).not.toBe(english);
    }
  const texts = (of: Described) =>
    Object.values(of.components.responses).map((each) => (each as Json).description);
  const english = new Set(texts(description));
  expect(texts(body).filter((text) => english.has(text))).toEqual([]);
});

describe('what it promises is what comes', () => {
  const example = (id: string) => api.api.operations.find((each) => each.id === id)?.example as Json;
  const undone = (before_micros: number, after_micros: number) => ({
    body: { changed: [{ id: ids.campaign, before_micros, after_micros }] },
  });
  /** What each operation is sent; a new one needs a line here. */
  const calls: Record<
    string,
    () => { id?: string; query?: string; body?: unknown; type?: string; key?: string }
  > = {
    getAccount: () => ({}),
    getBalance: () => ({}),
    listTransactions: () => ({ query: '?filter=deposits&limit=5' }),
    getDashboard: () => ({ query: '?from=2026-11-20&to=2026-11-21' }),
    dismissCallOut: () => ({ body: example('dismissCallOut') }),
    restoreCallOut: () => ({ body: example('restoreCallOut') }),
    listOpportunities: () => ({}),
    getFunds: () => ({}),
    getNoFill: () => ({ query: '?period=last7&timezone=UTC' }),
    exportNoFill: () => ({ query: '?period=last7&timezone=UTC' }),
    getFloorAdvice: () => ({ id: ids.zone }),
    getEarnings: () => ({}),
    listDeductions: () => ({}),
    listPayouts: () => ({}),
    getTransaction: () => ({ id: ids.transaction }),
    exportTransactions: () => ({ query: '?from=2026-11-20&to=2026-11-21' }),
    getCredit: () => ({}),
    listDocuments: () => ({ query: '?kind=proforma' }),
    getDocument: () => ({ id: ids.document }),
    listPayments: () => ({}),
    getPayment: () => ({ id: ids.payment }),
    createDeposit: () => ({ body: example('createDeposit') }),
    cancelPayment: () => ({ id: ids.payment }),
    endAutoTopUp: () => ({}),
    listPromoCodes: () => ({}),
    previewPromoCode: () => ({ body: example('previewPromoCode') }),
    redeemPromoCode: () => ({ body: example('redeemPromoCode') }),
    exportCampaigns: () => ({ query: '?group=running' }),
    previewCampaignImport: () => ({ body: csv('Tried'), type: 'text/csv' }),
    importCampaigns: () => ({
      query: `?plan=${ids.plan}`,
      body: csv('Imported'),
      type: 'text/csv',
      key: 'one-import',
    }),
    findPlaces: () => ({ query: '?kind=zones' }),
    listCampaignViews: () => ({}),
    createCampaignView: () => ({ body: example('createCampaignView') }),
    replaceCampaignView: () => ({
      id: ids.view,
      body: { ...example('replaceCampaignView'), name: 'Renamed' },
    }),
    deleteCampaignView: () => ({ id: ids.view }),
    listCampaigns: () => ({ query: '?from=2026-11-20&to=2026-11-21' }),
    getCampaign: () => ({ id: ids.campaign }),
    listCreatives: () => ({ id: ids.campaign }),
    listCampaignHistory: () => ({ id: ids.campaign }),
    undoCampaignChange: () => ({ id: ids.campaign }),
    createCampaign: () => ({ body: example('createCampaign') }),
    updateCampaign: () => ({ id: ids.campaign, body: example('updateCampaign') }),
    replaceCreatives: () => ({
      id: ids.campaign,
      body: { creatives: [{ asset_id: ids.asset, name: 'Wide', alt: 'A field' }] },
    }),
    setBudgets: () => ({ body: { ids: [ids.campaign], change: { percent: 20 } } }),
    undoBudgets: () => undone(50_000_000, 60_000_000),
    setBids: () => ({ body: { ids: [ids.campaign], change: { percent: 10 } } }),
    undoBids: () => undone(2_000_000, 2_200_000),
    cloneCampaign: () => ({ id: ids.campaign, body: example('cloneCampaign') }),
    actOnCampaigns: () => ({ body: { ids: [ids.campaign], action: 'archive' } }),
    listGoals: () => ({}),
    createGoal: () => ({ body: example('createGoal') }),
    getGoal: () => ({ id: ids.goal }),
    updateGoal: () => ({ id: ids.goal, body: example('updateGoal') }),
    archiveGoal: () => ({ id: ids.goal }),
    showGoalKey: () => ({ id: ids.keyed }),
    renewGoalKey: () => ({ id: ids.keyed, body: example('renewGoalKey') }),
    listConversions: () => ({ id: ids.goal, query: '?verdict=attributed' }),
    testGoal: () => ({ id: ids.goal, body: example('testGoal') }),
    listPostbackLog: () => ({ query: `?goal=${ids.goal}&outcome=refused` }),
    listOutgoingPostbacks: () => ({}),
    createOutgoingPostback: () => ({ body: example('createOutgoingPostback') }),
    updateOutgoingPostback: () => ({ id: ids.outgoing, body: example('updateOutgoingPostback') }),
    renewOutgoingSecret: () => ({ id: ids.outgoing }),
    removeOutgoingPostback: () => ({ id: ids.removed }),
    listPostbackCalls: () => ({ query: `?state=dead&outgoing=${ids.outgoing}` }),
    sendCallAgain: () => ({ id: ids.call }),
    sendAllCallsAgain: () => ({ body: example('sendAllCallsAgain') }),
    openUpload: () => ({ body: example('openUpload') }),
    listUploads: () => ({}),
    getAssetFile: () => ({ id: ids.asset }),
    getUpload: () => ({ id: ids.upload }),
    sendPart: () => ({
      id: ids.upload,
      query: '?offset=0',
      body: UPLOADED,
      type: 'application/octet-stream',
    }),
    finishUpload: () => ({ id: ids.upload }),
    dropUpload: () => ({ id: ids.dropped }),
    addNative: () => ({ body: example('addNative') }),
    addText: () => ({ body: example('addText') }),
    getLandingCheck: () => ({ id: ids.campaign }),
    checkLanding: () => ({ id: ids.campaign }),
    lookAtLanding: () => ({ body: example('lookAtLanding') }),
    uploadImage: () => ({ body: pngImage(300, 250), type: 'image/png' }),
    listProperties: () => ({}),
    createProperty: () => ({ body: example('createProperty') }),
    getProperty: () => ({ id: ids.property }),
    updateProperty: () => ({ id: ids.property, body: example('updateProperty') }),
    getPropertyVerification: () => ({ id: ids.property }),
    verifyProperty: () => ({ id: ids.property }),
    getAdsTxt: () => ({ id: ids.property }),
    checkAdsTxt: () => ({ id: ids.property }),
    getSeller: () => ({}),
    setSeller: () => ({ body: example('setSeller') }),
    listAds: () => ({ query: '?from=2026-11-20&to=2026-11-21&sort=impressions' }),
    listBlocks: () => ({ id: ids.property }),
    addBlock: () => ({ body: example('addBlock') }),
    removeBlock: () => ({ body: example('removeBlock') }),
    createZone: () => ({ id: ids.property, body: example('createZone') }),
    updateZone: () => ({ id: ids.zone, body: example('updateZone') }),
    reportDelivery: () => ({ query: '?by=campaign&from=2026-11-20&to=2026-11-21' }),
    reportEarnings: () => ({ query: '?by=zone&from=2026-11-20&to=2026-11-21' }),
    getMetrics: () => ({
      query: '?group=campaign,country,device,date&compare=previous&from=2026-11-19&to=2026-11-20&limit=1',
    }),
    exportMetrics: () => ({ query: '?group=campaign&from=2026-11-19&to=2026-11-20' }),
    listSavedReports: () => ({}),
    createSavedReport: () => ({ body: example('createSavedReport') }),
    updateSavedReport: () => ({
      id: ids.report,
      body: { ...example('updateSavedReport'), name: 'Renamed' },
    }),
    scheduleSavedReport: () => ({ id: ids.report, body: example('scheduleSavedReport') }),
    endReportSchedule: () => ({ id: ids.report }),
    deleteSavedReport: () => ({ id: ids.otherReport }),
    getDecision: () => ({ id: ids.decision }),
    listZoneDecisions: () => ({ id: ids.zone }),
    reportReasons: () => ({
      id: ids.campaign,
      query: '?from=2026-11-20&to=2026-11-21&timezone=Europe/Berlin',
    }),
    estimateCampaign: () => ({ body: example('estimateCampaign') }),
    troubleshootCampaign: () => ({ id: ids.campaign, query: '?timezone=Europe/Berlin' }),
    getReferrals: () => ({}),
    renameReferralLink: () => ({ id: ids.link, body: example('renameReferralLink') }),
    archiveReferralLink: () => ({ id: ids.link }),
    restoreReferralLink: () => ({ id: ids.link }),
    listReferralBanners: () => ({ id: ids.link, query: '?locale=de' }),
    listNews: () => ({ query: '?limit=5' }),
    getNewsArticle: () => ({ id: ids.article }),
    markNewsRead: () => ({ id: ids.article }),
    markAllNewsRead: () => ({}),
    listReferralLinks: () => ({}),
    createReferralLink: () => ({ body: example('createReferralLink') }),
    readReferralFunnel: () => ({ query: '?from=2026-11-20&to=2026-11-21' }),
    listReferralEarnings: () => ({ query: '?state=held' }),
    listRules: () => ({}),
    getRule: () => ({ id: ids.rule }),
    createRule: () => ({ body: example('createRule') }),
    replaceRule: () => ({ id: ids.rule, body: example('replaceRule') }),
    dryRunRule: () => ({ id: ids.rule }),
    commandRule: () => ({ id: ids.rule, body: example('commandRule') }),
    listRuleRuns: () => ({ id: ids.rule, query: '?matched=1' }),
    reportNoFill: () => ({ id: ids.zone, query: '?from=2026-11-20&to=2026-11-21' }),
  };

  /** One for each owner: an account may have 20. */
  const made = new Map<number, Promise<string>>();
  const tokenOf = (ownerId: number) => {
    const token = made.get(ownerId) ?? api.makeToken(ownerId);
    made.set(ownerId, token);
    return token;
  };

  it('covers every operation', () => {
    expect(Object.keys(calls).sort()).toEqual(api.api.operations.map(({ id }) => id).sort());
  });

  it.each(Object.keys(calls))('%s', async (id) => {
    const operation = api.api.operations.find((each) => each.id === id);
    if (!operation) throw new Error(`There is no operation ${id}`);
    const { id: row = '', query = '', body, type, key } = calls[id]?.() ?? {};
    const owner = operation.role === 'publisher' ? seller : buyer;
    const secret = await tokenOf(owner.id);
    const answer = await api.call(
      operation.path.replace('{id}', row).replace('{change}', ids.change ?? '') + query,
      {
        method: operation.method.toUpperCase(),
        secret,
        body,
        headers: {
          ...(type !== undefined && { 'Content-Type': type }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
      },
    );
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([operation.status, expect.any(String)]);
    const said = operation.file ? answer.text : answer.body;
    expect(operation.answer.schema.safeParse(said).error?.issues).toBeUndefined();
    expect(described(operation.answer.name).safeParse(said).error?.issues).toBeUndefined();
  });

  it('refuses with the described error', async () => {
    const { body } = await api.call('/account');
    expect(described('Error').safeParse(body).success).toBe(true);
  });
});

describe('reports', () => {
  const figures = { impressions: 1_000, viewables: 0, clicks: 12 };
  const report = async (address: string, owner: MadeUser) =>
    (await api.call<Json>(address, { secret: await api.makeToken(owner.id, ['read']) })).body;

  it('by day show every day, silent ones with zeros', async () => {
    const body = await report('/reports/delivery?from=2026-11-19&to=2026-11-20', buyer);
    const delivered = { ...figures, conversions: 0, spend_micros: 3_000_000 };
    const nothing = Object.fromEntries(Object.keys(delivered).map((name) => [name, 0]));
    expect(body).toEqual({
      by: 'day',
      from: '2026-11-19',
      to: '2026-11-20',
      rows: [
        { key: '2026-11-19', ...nothing },
        { key: '2026-11-20', ...delivered },
      ],
      totals: delivered,
    });
  });

  it.each([
    ['property', () => ids.property],
    ['zone', () => ids.zone],
  ])('by %s name it by its id', async (by, key) => {
    const body = await report(`/reports/earnings?from=2026-11-20&to=2026-11-20&by=${by}`, seller);
    const earned = { ...figures, requests: 0, filled: 0, earnings_micros: 2_400_000 };
    expect(body).toMatchObject({ by, rows: [{ key: key(), ...earned }], totals: earned });
  });

  it('show nothing of others', async () => {
    const stranger = await makeAdvertiser(api.test.db);
    const address = '/reports/delivery?by=campaign&from=2026-11-20&to=2026-11-20';
    expect((await report(address, stranger)).rows).toEqual([]);
  });
});
