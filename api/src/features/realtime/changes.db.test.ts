import { CHANNELS, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { silentLog } from '../../platform/log';
import {
  createTestDb,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  type TestDb,
} from '../../testing';
import { deposit, postAll } from '../ledger';
import { createListener } from './createListener';
import { createPublisher } from './createPublisher';
import { messageNote, readNote } from './notes';
import { sessionHash } from './sessionHash';
import { type HeardChanges, hearChanges } from './testChanges';

/** What the database's triggers tell, and in whose transaction. */

let test: TestDb;
let changes: HeardChanges;
beforeAll(async () => {
  test = await createTestDb();
  changes = await hearChanges(test);
});
afterAll(async () => {
  changes.stop();
  await test.drop();
});

const run =
  (text: string, values: unknown[] = []) =>
  () =>
    test.pool.query(text, values);
const occurredAt = new Date('2026-11-16T10:00:00Z');
let keys = 0;
const pay = (advertiserId: number) =>
  deposit(test.db, { advertiserId, amountMicros: 1_000_000n, reference: `change-${++keys}`, occurredAt });

describe('money', () => {
  it('tells whose balance moved', async () => {
    const { id } = await makeAdvertiser(test.db);
    expect(await changes.during(() => pay(id))).toEqual([`balance:${id}`]);
  });

  it('tells once of a batch, and names everybody in it once', async () => {
    const advertisers = await Promise.all([makeAdvertiser(test.db), makeAdvertiser(test.db)]);
    const publisher = await makePublisher(test.db);
    const spends = advertisers.flatMap(({ id }) =>
      [1, 2].map((number) => ({
        idempotencyKey: `spend:${id}:${number}`,
        kind: 'ad_spend' as const,
        occurredAt,
        postings: [
          { kind: 'advertiser_cash' as const, ownerId: id, amountMicros: -100n },
          { kind: 'publisher_pending' as const, ownerId: publisher.id, amountMicros: 80n },
          { kind: 'network_revenue' as const, ownerId: null, amountMicros: 20n },
        ],
      })),
    );
    const told = await changes.during(() => inTransaction(test.db, (trx) => postAll(trx, spends)));
    expect(told.map(readNote)).toEqual([{ topic: 'balance', users: expect.any(Array) }]);
    const [note] = told.map(readNote);
    const owners = [...advertisers.map(({ id }) => id), publisher.id];
    expect(note?.topic === 'balance' && note.users.toSorted((a, b) => a - b)).toEqual(
      owners.toSorted((a, b) => a - b),
    );
  });

  it('names many in more notifications than one, each of a size that the database takes', async () => {
    const made = await sql<{ id: number }>`
      INSERT INTO app_user (email, role, username)
      SELECT 'many' || n || '@people.test', 'advertiser', 'many' || n FROM generate_series(1, 1200) n RETURNING id`.execute(
      test.db,
    );
    const ids = made.rows.map(({ id }) => id);
    await sql`INSERT INTO ledger_account (kind, owner_id) SELECT 'advertiser_cash', unnest(${ids}::int[])`.execute(
      test.db,
    );
    const told = await changes.during(() =>
      sql`UPDATE ledger_account SET balance_micros = balance_micros + 1 WHERE owner_id = ANY(${ids}::int[])`.execute(
        test.db,
      ),
    );
    const users = told.map(readNote).flatMap((note) => (note?.topic === 'balance' ? note.users : []));
    expect(users.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    expect(told.length).toBeLessThan(10);
  });

  it('tells nothing that is rolled back', async () => {
    const { id } = await makeAdvertiser(test.db);
    const undone = inTransaction(test.db, async (trx) => {
      await deposit(trx, { advertiserId: id, amountMicros: 1n, reference: 'undone', occurredAt });
      throw new Error('undone');
    });
    expect(await changes.during(() => undone.catch(() => {}))).toEqual([]);
  });
});

describe('campaigns', () => {
  it('tells their advertiser of each change, and operators of what waits for a review', async () => {
    const { id: owner } = await makeAdvertiser(test.db);
    let campaignId = 0;
    const told = await changes.during(async () => {
      campaignId = (await makeCampaign(test.db, { advertiser_id: owner, state: 'draft' })).id;
    });
    expect(told).toEqual([`campaign:${owner}/${campaignId}`]);
    const to = (state: string) =>
      changes.during(run('UPDATE campaign SET state = $1 WHERE id = $2', [state, campaignId]));
    const own = `campaign:${owner}/${campaignId}`;
    expect((await to('in_review')).toSorted()).toEqual([own, 'review:campaign']);
    expect((await to('approved')).toSorted()).toEqual([own, 'review:campaign']);
    expect(await to('paused')).toEqual([own]);
    expect(await changes.during(() => makeCreative(test.db, { campaign_id: campaignId }))).toEqual([own]);
    expect(
      await changes.during(run('UPDATE creative SET name = $1 WHERE campaign_id = $2', ['x', campaignId])),
    ).toEqual([own]);
  });
});

describe('properties', () => {
  it('tells their publisher of them and of their zones', async () => {
    const { id: owner } = await makePublisher(test.db);
    const property = await makeProperty(test.db, { publisher_id: owner });
    const own = `property:${owner}/${property.id}`;
    const state = run("UPDATE property SET state = 'pending' WHERE id = $1", [property.id]);
    expect((await changes.during(state)).toSorted()).toEqual([own, 'review:property']);
    let zoneId = 0;
    const make = async () => {
      zoneId = (await makeZone(test.db, { property_id: property.id })).id;
    };
    expect(await changes.during(make)).toEqual([own]);
    const rename = run('UPDATE zone SET name = $1 WHERE id = $2', ['Side', zoneId]);
    expect(await changes.during(rename)).toEqual([own]);
  });

  it('tells when a tag is seen for the first time, not with every visit', async () => {
    const { id: owner } = await makePublisher(test.db);
    const property = await makeProperty(test.db, { publisher_id: owner });
    const zone = await makeZone(test.db, { property_id: property.id, first_request_at: null });
    const seen = run(
      'UPDATE zone SET first_request_at = coalesce(first_request_at, now()), last_request_at = now() WHERE id = $1',
      [zone.id],
    );
    expect(await changes.during(seen)).toEqual([`property:${owner}/${property.id}`]);
    expect(await changes.during(seen)).toEqual([]);
  });
});

it('tells an advertiser of their goals', async () => {
  const { id } = await makeAdvertiser(test.db);
  const make = run(
    "INSERT INTO conversion_goal (advertiser_id, name, window_days, duplicates, pixel, requires_key) VALUES ($1, 'Sale', 30, 'once', true, false)",
    [id],
  );
  expect(await changes.during(make)).toEqual([`goal:${id}`]);
});

describe('accounts', () => {
  it('tells their owner of their profile, and the network of newcomers', async () => {
    let id = 0;
    const join = async () => {
      id = (await makePublisher(test.db)).id;
    };
    expect(await changes.during(join)).toEqual(['network:app_user']);
    const rename = run("UPDATE app_user SET company_name = 'Other' WHERE id = $1", [id]);
    expect(await changes.during(rename)).toEqual([`account:${id}`]);
  });

  it('tells the servers when somebody may see other things', async () => {
    const { id } = await makeAdmin(test.db);
    const suspend = run("UPDATE app_user SET status = 'suspended' WHERE id = $1", [id]);
    expect((await changes.during(suspend)).toSorted()).toEqual([
      `account:${id}`,
      'network:app_user',
      `rights:${id}`,
    ]);
  });

  it('says nothing of a sign-in', async () => {
    const { id } = await makeAdvertiser(test.db);
    const seen = run('UPDATE app_user SET last_login_at = now(), updated_at = now() WHERE id = $1', [id]);
    expect(await changes.during(seen)).toEqual([]);
  });
});

describe('sessions', () => {
  const begin = async (sid: string, sess: object) => {
    await test.pool.query(
      "INSERT INTO session (sid, sess, expire) VALUES ($1, $2, now() + interval '1 day')",
      [sid, JSON.stringify(sess)],
    );
  };
  const end = (...sids: string[]) => run('DELETE FROM session WHERE sid = ANY($1)', [sids]);

  it('names the ended one by a hash that all of its names share', async () => {
    const { id } = await makeAdvertiser(test.db);
    await begin('first', { userId: id, moved: true });
    await begin('second', { userId: id, family: 'first' });
    expect(await changes.during(end('first', 'second'))).toEqual([`ended:${id}/${sessionHash('first')}`]);
  });

  it('does not take a name that was given up for the end', async () => {
    const { id } = await makeAdvertiser(test.db);
    await begin('old', { userId: id, moved: true });
    expect(await changes.during(end('old'))).toEqual([]);
  });

  it('says nothing of who is not signed in', async () => {
    await begin('guest', { held: true });
    expect(await changes.during(end('guest'))).toEqual([]);
  });
});

it('tells everybody which release is active', async () => {
  const { rows } = await test.pool.query(
    "INSERT INTO remote_release (name, version, digest, release) VALUES ('mf-debug', '9.1.0', 'd', '{}') RETURNING id",
  );
  const activate = run(
    "INSERT INTO remote_event (name, release_id, event, actor) VALUES ('mf-debug', $1, 'activated', 'command')",
    [rows[0].id],
  );
  expect(await changes.during(activate)).toEqual([expect.stringMatching(/^release:mf-debug\/9\.1\.0\/\d+$/)]);
});

it('says that nothing is heard, until it is', async () => {
  const listener = createListener({
    connection: { ...test.connection, database: 'gone' },
    log: silentLog,
    onNote: () => {},
    onGap: () => {},
  });
  expect(listener.problem()).toContain('not heard');
  await expect(listener.start()).rejects.toThrow('gone');
  expect(listener.problem()).toContain('not heard');
  listener.stop();
});

describe('the publisher', () => {
  const publisher = createPublisher(async (db, message) => {
    await sql`SELECT pg_notify('realtime', ${messageNote(message)})`.execute(db);
  });

  it('tells what is committed, after it', async () => {
    const told = await changes.during(() =>
      inTransaction(test.db, (trx) =>
        publisher.toConversation(trx, 7, 'message.sent', { message_id: 'm_1' }),
      ),
    );
    expect(told.map(readNote)).toEqual([
      {
        topic: 'message',
        message: {
          channel: CHANNELS.conversation(publicId('conversation', 7)),
          event: 'message.sent',
          data: { message_id: 'm_1' },
        },
      },
    ]);
  });

  it('tells nothing that is rolled back', async () => {
    const undone = inTransaction(test.db, async (trx) => {
      await publisher.toAccount(trx, 1, 'notice.changed', { unread: 1 });
      throw new Error('undone');
    });
    expect(await changes.during(() => undone.catch(() => {}))).toEqual([]);
  });

  it('sends nothing that is not in the contract', async () => {
    await expect(publisher.toAccount(test.db, 1, 'notice.changed', { unread: -1 })).rejects.toThrow();
    const more = { unread: 1, email: 'ines@people.test' };
    const [told] = await changes.during(() => publisher.toAccount(test.db, 1, 'notice.changed', more));
    expect(told).not.toContain('ines');
  });
});
