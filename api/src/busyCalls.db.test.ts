import { sql } from 'kysely';
import { makeWorld } from './features/serving/testWorld';
import { makeAdvertiser, until } from './testing';
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
