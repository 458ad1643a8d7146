import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServeAnswer, serveAnswer } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { deposit } from '../ledger';
import { LeanRequest } from './hot/LeanRequest';

/** Rows for tests of the whole thread: an advertiser with money, a campaign, a property with a zone. */
export interface World {
  advertiserId: number;
  publisherId: number;
  propertyId: number;
  zoneId: number;
  campaignId: number;
  creativeId: number;
}

export interface WorldFields {
  cashMicros?: bigint;
  pricing?: 'CPM' | 'CPC';
  bidMicros?: number;
  dailyBudgetMicros?: number;
  totalBudgetMicros?: number | null;
  pacing?: 'even' | 'asap';
  floorMicros?: number;
}

async function insertUser(db: Db, role: 'advertiser' | 'publisher'): Promise<number> {
  const { id } = await db
    .insertInto('app_user')
    .values({
      email: `${role}-${randomBytes(6).toString('hex')}@example.test`,
      role,
      username: role,
      verified: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertCampaign(db: Db, advertiserId: number, fields: WorldFields = {}) {
  const campaign = await db
    .insertInto('campaign')
    .values({
      advertiser_id: advertiserId,
      name: 'Shoes',
      pricing: fields.pricing ?? 'CPM',
      bid_micros: BigInt(fields.bidMicros ?? 5_000_000),
      daily_budget_micros: BigInt(fields.dailyBudgetMicros ?? 100_000_000),
      total_budget_micros: fields.totalBudgetMicros == null ? null : BigInt(fields.totalBudgetMicros),
      pacing: fields.pacing ?? 'asap',
      landing_url: 'https://shop.example/shoes?c={click_id}&s={site}',
      state: 'approved',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const asset = await db
    .insertInto('creative_asset')
    .values({
      owner_id: advertiserId,
      sha256: randomBytes(32).toString('hex'),
      content_type: 'image/png',
      byte_count: 10,
      width: 300,
      height: 250,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const creative = await db
    .insertInto('creative')
    .values({
      campaign_id: campaign.id,
      asset_id: asset.id,
      name: 'Shoes',
      alt: 'Shoes für alle',
      state: 'approved',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { campaignId: campaign.id, creativeId: creative.id };
}

export async function makeWorld(db: Db, fields: WorldFields = {}): Promise<World> {
  const advertiserId = await insertUser(db, 'advertiser');
  const publisherId = await insertUser(db, 'publisher');
  const cash = fields.cashMicros ?? 1_000_000_000n;
  if (cash > 0n)
    await deposit(db, {
      advertiserId,
      amountMicros: cash,
      reference: `test-${advertiserId}`,
      occurredAt: new Date(),
    });
  const { id: propertyId } = await db
    .insertInto('property')
    .values({ publisher_id: publisherId, name: 'News', domain: 'news.example', category: 'news' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: zoneId } = await db
    .insertInto('zone')
    .values({
      property_id: propertyId,
      name: 'Top',
      width: 300,
      height: 250,
      floor_micros: BigInt(fields.floorMicros ?? 2_000_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    advertiserId,
    publisherId,
    propertyId,
    zoneId,
    ...(await insertCampaign(db, advertiserId, fields)),
  };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';

/** A server on a free port with nothing but the handler, and a client that looks like a browser. */
export async function listen(
  handle: (req: import('node:http').IncomingMessage, res: import('node:http').ServerResponse) => boolean,
) {
  const server: Server = createServer({ IncomingMessage: LeanRequest }, (req, res) => {
    if (!handle(req, res)) {
      res.writeHead(404, { 'x-fell-through': '1' });
      res.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  function ask(
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = { 'user-agent': BROWSER, 'x-forwarded-for': '85.214.132.117', ...options.headers };
      const call = request(
        { host: '127.0.0.1', port, path, method: options.method ?? 'GET', headers },
        (res) => {
          const parts: Buffer[] = [];
          res.on('data', (part: Buffer) => parts.push(part));
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              text: Buffer.concat(parts).toString(),
            }),
          );
        },
      );
      call.on('error', reject);
      call.end(options.body);
    });
  }
  async function serve(query: string, headers?: Record<string, string>): Promise<ServeAnswer['ads']> {
    const answer = await ask(`/serve?${query}`, { headers });
    return serveAnswer.parse(JSON.parse(answer.text)).ads;
  }
  return {
    port,
    ask,
    serve,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export async function temporaryDir(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'ezdash-serving-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

export interface StoredRow {
  kind: number;
  invalid_reason: number;
  price_micros: bigint;
  payout_micros: bigint;
  bonus_micros: bigint;
}
export async function storedEvents(db: Db, campaignId: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`SELECT kind, invalid_reason, price_micros, payout_micros, bonus_micros
    FROM ad_event WHERE campaign_id = ${campaignId} ORDER BY happened_at, kind`.execute(db);
  return rows;
}
