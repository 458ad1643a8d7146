import { sql } from 'kysely';
import { routesOf } from './testing/routesOf';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';
import { makeCall } from './testing/tenancy/calls';
import { makeVisitors, type Visitors, type Who } from './testing/tenancy/visitors';

jest.setTimeout(120_000);

/**
 * What a look alone changes (when somebody was seen, that the debug tool's audit has the call, which form the stand-in of
 * a payment gateway gave out), and work of its own, which comes when it is time. Lines of funds and days of earnings are sums of the ledger, made for
 * whoever looks first: emptied, they come again the same.
 */
const MOVING = [
  'session',
  'known_visitor',
  'debug_session',
  'debug_audit',
  'sandbox_setup',
  'alert_campaign',
  'alert_funds',
  'journal_checkpoint',
  'serving_node',
  'ads_txt_check',
  'hold_case',
  'funds_line',
  'funds_line_mark',
  'earnings_fold',
  'earnings_day',
  'earnings_deduction',
];
const WHO: readonly Who[] = ['guest', 'advertiser who owns it', 'publisher who owns it', 'admin'];

let app: WholeApp;
let visitors: Visitors;

beforeAll(async () => {
  app = await startWholeApp();
  visitors = await makeVisitors(app);
});
afterAll(() => app.close());

/** Reads all rows there are, but those that move. */
async function makePrint(): Promise<() => Promise<string[]>> {
  const { db } = app.test;
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN (${sql.join(MOVING)})
    ORDER BY 1`.execute(db);
  expect(tables.length).toBeGreaterThan(30);
  const parts = tables.map(
    ({ name }) => sql`SELECT ${name}::text || t::text AS row FROM ${sql.table(name)} t`,
  );
  return async () => {
    const { rows } = await sql<{ row: string }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db);
    return rows.map(({ row }) => row).sort();
  };
}

it('whoever looks changes nothing: neither at what is theirs nor at anything else', async () => {
  const looks = routesOf(app.mounts).filter(({ method }) => method === 'GET');
  const calls: string[] = [];
  for (const route of looks) calls.push((await makeCall({ app, visitors }, route)).address);
  const print = await makePrint();
  const before = await print();
  let found = 0;
  for (const address of calls)
    for (const who of WHO) if ((await visitors.client(who).get(address)).status === 200) found++;
  // What programs ask has no answer for a session.
  const ofSessions = looks.filter(({ path }) => !path.startsWith('/api/v1/'));
  expect(found).toBeGreaterThan(ofSessions.length);
  expect(await print()).toEqual(before);
});
