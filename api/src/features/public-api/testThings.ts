import { randomBytes, randomUUID } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { makeCampaign } from '../../testing';
import { deposit } from '../ledger';

/** What an advertiser's money is made of, one of each; for the calls that read and change it. */
export async function makeMoneyThings(db: Db, userId: number, at: Date): Promise<Record<string, string>> {
  const { id: transaction } = await deposit(db, {
    advertiserId: userId,
    amountMicros: 1_000_000n,
    reference: randomUUID(),
    occurredAt: at,
  });
  const { id: payment } = await db
    .insertInto('payment')
    .values({
      user_id: userId,
      type: 'deposit',
      state: 'created',
      origin: 'person',
      client_key: randomUUID(),
      amount_micros: 100_000_000n,
      gateway: 'bank-transfer',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const party = { name: 'EzDash', address: [], tax_id: null };
  const { id: document } = await db
    .insertInto('document')
    .values({
      number: 'INV-1',
      kind: 'invoice',
      user_id: userId,
      subject: 'INV-1',
      total_micros: 1_000_000n,
      content: JSON.stringify({
        version: 1,
        locale: 'en',
        title: 'Invoice',
        status: null,
        seller: party,
        buyer: party,
        facts: [],
        lines: [],
        totals: [],
        box: null,
        notes: [],
      }),
      issued_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: method } = await db
    .insertInto('payment_method')
    .values({
      user_id: userId,
      kind: 'card',
      gateway: 'test',
      token_sealed: randomBytes(60),
      brand: 'visa',
      last4: '4242',
      expires: '2031-04',
      is_default: true,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('auto_top_up')
    .values({
      user_id: userId,
      enabled: true,
      below_micros: 10_000_000n,
      amount_micros: 50_000_000n,
      month_most_micros: 500_000_000n,
      method_id: method,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto('promo_code')
    .values({
      code: 'WELCOME',
      name: 'Welcome',
      discount_type: 'bonus_balance',
      discount_micros: 5_000_000n,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return {
    transaction: publicId('transaction', Number(transaction)),
    payment: publicId('payment', payment),
    document: publicId('document', document),
  };
}

/** A sub-link behind the first one, an article that is out, a saved view, and a campaign that no other call changes. */
export async function makeOtherThings(db: Db, userId: number, at: Date): Promise<Record<string, string>> {
  const { id: link } = await db
    .insertInto('referral_link')
    .values({ owner_id: userId, code: 'efgh2345', label: 'A blog', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: article } = await db
    .insertInto('news_article')
    .values({
      title: 'An article',
      category: 'product',
      audiences: ['advertiser', 'publisher'],
      pinned: false,
      body: 'Words',
      summary: 'Words',
      author_id: userId,
      created_at: at,
      changed_at: at,
      changed_by: userId,
      published_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: view } = await db
    .insertInto('campaign_view')
    .values({
      user_id: userId,
      name: 'A view',
      settings: JSON.stringify({
        group: 'all',
        pricing: null,
        q: '',
        sort: 'name',
        direction: 'ascending',
        columns: null,
      }),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: campaign } = await makeCampaign(db, { advertiser_id: userId });
  const dropped = randomUUID();
  await db
    .insertInto('asset_upload')
    .values({
      id: dropped,
      owner_id: userId,
      name: 'not-wanted.mp4',
      content_type: 'video/mp4',
      byte_count: 1_000,
      sha256: '0'.repeat(64),
      // What is left lying for long is gone, by the server's own clock.
      created_at: new Date(),
    })
    .execute();
  return {
    dropped,
    link: publicId('referralLink', link),
    article: publicId('newsArticle', article),
    view: publicId('campaignView', view),
    imported: publicId('campaign', campaign),
  };
}

interface DeliveredOf {
  campaign_id: number;
  creative_id: number;
  zone_id: number;
  advertiser_id: number;
  publisher_id: number;
  property_id: number;
}

/** An hour of figures. */
export async function makeDelivery(db: Db, of: DeliveredOf): Promise<void> {
  await db
    .insertInto('rollup_hourly')
    .values({
      ...of,
      hour: '2026-11-20T10:00:00Z',
      country: 'DE',
      device: 1,
      impressions: 1_000n,
      clicks: 12n,
      spend_micros: 3_000_000n,
      payout_micros: 2_400_000n,
    })
    .execute();
}

/** An outgoing postback; answers its number. */
export async function makeOutgoing(db: Db, advertiserId: number, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('outgoing_postback')
    .values({
      advertiser_id: advertiserId,
      name: 'Our tracker',
      method: 'GET',
      url: 'https://tracker.example/?id={click_id}',
      events: ['approved'],
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A call of one that nobody tries again; answers its public id. */
export async function makeDeadCall(db: Db, advertiserId: number, at: Date): Promise<string> {
  const { id } = await db
    .insertInto('postback_call')
    .values({
      outgoing_id: await makeOutgoing(db, advertiserId, at),
      advertiser_id: advertiserId,
      conversion_id: 1n,
      event: 'approved',
      data: JSON.stringify({ is_test: false }),
      state: 'dead',
      since: at,
      due_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return publicId('postbackCall', Number(id));
}
