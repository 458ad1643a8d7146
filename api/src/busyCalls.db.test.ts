import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { makeWorld } from './features/serving/testWorld';
import { makeAdvertiser, makeCampaign, until } from './testing';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';

/** What goes on while calls hold every connection that they may have. */

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp();
});
afterAll(() => app.close());

/** More than there are: the last ones wait. */
const MORE_THAN_ALL = 20;

/** Holds the connections of calls, as those that wait for a row do; answers how to let go. */
async function holdConnections(): Promise<() => Promise<unknown>> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let held = 0;
  const holders = Array.from({ length: MORE_THAN_ALL }, () =>
    app.callsDb.transaction().execute(async (trx) => {
      await sql`SELECT 1`.execute(trx);
      held += 1;
      await released;
    }),
  );
  const all = Promise.allSettled(holders);
  await until(
    async () => held,
    (number) => number === 16,
    'Every connection',
  );
  return () => {
    letGo();
    return all;
  };
}

const indexed = async () => {
  const { text } = await app.client().get('/metrics');
  return Number(/^ezdash_index_campaigns (\d+)$/m.exec(text)?.[1]);
};

it('reads what the ad server may show, and knows who is signed in, while calls hold every connection of theirs', async () => {
  const client = app.client();
  await client.signIn(await makeAdvertiser(app.test.db));
  const before = await indexed();
  const letGo = await holdConnections();
  try {
    await makeWorld(app.test.db);
    await until(indexed, (number) => number === before + 1, 'The new campaign');
    // Refused by the role alone: whoever is not recognized gets 401.
    expect((await client.get('/api/properties')).status).toBe(403);
    expect((await client.get('/readyz')).status).toBe(200);
  } finally {
    await letGo();
  }
});

/** Calls whose statement waits for a row that another one holds. */
const countWaiting = async () => {
  const { rows } = await sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'ezdash' AND wait_event_type = 'Lock'`.execute(
    app.test.db,
  );
  return rows[0]?.waiting ?? 0;
};

it('leaves room for others when the changes of an account wait for each other, by the page and by a token', async () => {
  const user = await makeAdvertiser(app.test.db, { account_type_id: 2 });
  const campaign = await makeCampaign(app.test.db, { advertiser_id: user.id });
  const client = app.client();
  await client.signIn(user);
  const made = await client.post<{ secret: string }>('/api/settings/api-tokens', {
    ...{ name: 'Budgets', scopes: ['read', 'write'], expires_in_days: 1, addresses: [] },
  });
  const other = app.client();
  await other.signIn(await makeAdvertiser(app.test.db));
  const budgets = { ids: [publicId('campaign', campaign.id)], change: { set_micros: 60_000_000 } };
  const byToken = () =>
    app.client().request('/api/v1/campaigns/budgets', {
      method: 'POST',
      headers: { Authorization: `Bearer ${made.body.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(budgets),
    });
  const answers = await app.test.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM campaign WHERE id = ${campaign.id} FOR UPDATE`.execute(trx);
    const calls = Array.from({ length: 20 }, () => [
      client.post('/api/campaigns/budgets', budgets),
      byToken(),
    ]);
    await until(countWaiting, (waiting) => waiting === 4, 'Four of the calls');
    const overview = await other.get('/api/campaigns');
    expect([overview.status, await countWaiting()]).toEqual([200, 4]);
    return calls.flat();
  });
  for (const { status, text } of await Promise.all(answers)) expect([status, text]).toEqual([200, text]);
});
