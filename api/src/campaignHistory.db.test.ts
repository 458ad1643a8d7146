import { sql } from 'kysely';
import { routesOf } from './testing/routesOf';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';
import { makeCall } from './testing/tenancy/calls';
import { makeVisitors, type Visitors, type Who } from './testing/tenancy/visitors';

jest.setTimeout(180_000);

const WHO: readonly Who[] = ['advertiser who owns it', 'token: write', 'admin'];
/** Coming in and going out, and the debug tool's own book: nothing of them knows a campaign. */
const ELSEWHERE = /^\w+ \/(api\/auth|debug-tool)\//;
/** Routes that are known to change a campaign when the walk calls them: if none did, the walk would prove nothing. */
const CHANGING = [
  'PATCH /api/campaigns/:id',
  'PATCH /api/operator/campaigns/:id',
  'PATCH /api/v1/campaigns/:id',
  'POST /api/campaigns/:id/history/:change/undo',
  'POST /api/campaigns/actions',
  'POST /api/v1/campaigns/:id/history/:change/undo',
  'POST /api/v1/campaigns/actions',
];

let app: WholeApp;
let visitors: Visitors;

beforeAll(async () => {
  app = await startWholeApp();
  visitors = await makeVisitors(app);
  // Notes which transaction touched which campaign, whoever wrote the statement.
  await sql`CREATE TABLE touched (campaign_id integer, transaction text)`.execute(app.test.owner);
  await sql`CREATE FUNCTION note_touched() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    DECLARE was jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) - 'updated_at' END;
      is_now jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) - 'updated_at' END;
    BEGIN
      IF was IS DISTINCT FROM is_now THEN
        INSERT INTO touched VALUES (
          (coalesce(is_now, was) ->> CASE TG_TABLE_NAME WHEN 'creative' THEN 'campaign_id' ELSE 'id' END)::integer,
          pg_current_xact_id()::text);
      END IF;
      RETURN NULL;
    END $$`.execute(app.test.owner);
  for (const table of ['campaign', 'creative'])
    await sql`CREATE TRIGGER note_touched AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(table)}
      FOR EACH ROW EXECUTE FUNCTION note_touched()`.execute(app.test.owner);
});
afterAll(() => app.close());

/** Transactions that touched a campaign, each with whether it left a line in that campaign's history. */
async function touched() {
  const { rows } = await sql<{ campaign_id: number; has_line: boolean }>`
    SELECT DISTINCT t.campaign_id, EXISTS (SELECT FROM campaign_change h
      WHERE h.campaign_id = t.campaign_id AND h.xmin::text = t.transaction) AS has_line
    FROM touched t`.execute(app.test.owner);
  return rows;
}

it('every route that changes a campaign leaves a line in its history, in the same transaction', async () => {
  const routes = routesOf(app.mounts).filter(({ name, method }) => method !== 'GET' && !ELSEWHERE.test(name));
  const changing = new Set<string>();
  const silent: string[] = [];
  for (const route of routes) {
    const { address, body: usual } = await makeCall({ app, visitors }, route);
    // What is in review cannot be paused; put away it can be.
    const body = route.path.endsWith('/campaigns/actions')
      ? { ...(usual as object), action: 'archive' }
      : usual;
    for (const who of WHO) {
      await sql`DELETE FROM touched`.execute(app.test.owner);
      const client = visitors.client(who);
      const ask = { POST: client.post, PUT: client.put, PATCH: client.patch, DELETE: client.delete };
      const { status } = await (body instanceof URLSearchParams
        ? client.request(address, { method: route.method, body })
        : ask[route.method as 'POST'](address, body));
      for (const { has_line } of await touched()) {
        changing.add(route.name);
        if (!has_line) silent.push(`${route.name} by ${who}`);
      }
      // What was refused ended no sign-in.
      if (status < 400) await visitors.refresh(who);
    }
  }
  expect(silent).toEqual([]);
  expect([...changing]).toEqual(expect.arrayContaining(CHANGING));
});
