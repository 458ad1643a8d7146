import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { sql } from 'kysely';
import { makeAdvertiser } from '../../testing';
import { openProofs, type ProofsWorld } from './testProofs';

let world: ProofsWorld;
beforeAll(async () => {
  world = await openProofs();
});
afterAll(() => world.close());

/** The process died after the work and before the note of it: the queue gives the job out again, under its number. */
async function withRepeat(queue: string, work: () => Promise<unknown>): Promise<void> {
  const run = (text: string) => sql.raw<{ name?: string }>(text).execute(world.test.owner);
  // The note that it is done turns into another round, once.
  await run(`CREATE TABLE repeated (id uuid)`);
  await run(`CREATE FUNCTION repeat_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF TG_OP = 'UPDATE' AND NEW.state <> 'completed' THEN RETURN NEW; END IF;
      IF EXISTS (SELECT FROM repeated) THEN RETURN coalesce(NEW, OLD); END IF;
      INSERT INTO repeated VALUES (OLD.id);
      IF TG_OP = 'UPDATE' THEN NEW.state = 'retry'; NEW.start_after = now(); RETURN NEW; END IF;
      UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE name = OLD.name AND id = OLD.id;
      RETURN NULL;
    END $$`);
  const { rows } = await run(`SELECT partition_name AS name FROM pgboss.queue WHERE name = '${queue}'`);
  const table = `pgboss.${rows[0]?.name}`;
  await run(
    `CREATE TRIGGER again BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION repeat_once()`,
  );
  try {
    await work();
    await world.settled();
    expect((await run('SELECT FROM repeated')).rows).toHaveLength(1);
  } finally {
    await run(`DROP TRIGGER again ON ${table}; DROP FUNCTION repeat_once(); DROP TABLE repeated`);
  }
}

it('a reset that is given out twice sends one mail, and its link works', async () => {
  const { email } = await makeAdvertiser(world.test.db);
  const client = world.app.client();
  await withRepeat('proofs.forgot-password', () => client.post('/api/auth/forgot-password', { email }));
  expect(await world.mailsTo(email)).toHaveLength(1);
  const token = await world.newestToken(email);
  const { status } = await client.post('/api/auth/reset-password', {
    token,
    password: 'a wholly new password',
  });
  expect(status).toBe(200);
});

it('a registration’s mail that is given out twice is one mail, and its link works', async () => {
  const email = 'twice@example.test';
  const client = world.app.client();
  await withRepeat('proofs.registration-mail', () =>
    client.post('/api/auth/register', {
      email,
      password: 'a good long phrase',
      role: 'advertiser',
      company_name: 'Fern & Field',
      country: 'DE',
      terms_version: TERMS_VERSION,
    }),
  );
  expect(await world.mailsTo(email)).toHaveLength(1);
  const { status } = await client.post('/api/auth/verify-email', { token: await world.newestToken(email) });
  expect(status).toBe(200);
});

it('nothing of a job that is done stays in the queue', async () => {
  const { rows } = await world.test.pool.query(`SELECT name FROM pgboss.job WHERE data ? 'email'`);
  expect(rows).toEqual([]);
});
