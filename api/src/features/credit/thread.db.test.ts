import { randomBytes } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import { silentLog } from '../../platform/log';
import { createTestDb, type TestDb, until } from '../../testing';
import { verify } from '../ledger';
import { createServing, type Serving } from '../serving';
import { listen, makeWorld, temporaryDir, type World } from '../serving/testWorld';
import { changeLine, fundsOf, openLine } from './testCredit';

let test_: TestDb;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let serving: Serving;
let web: Awaited<ReturnType<typeof listen>>;
let world: World;
beforeAll(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
  world = await makeWorld(test_.db, { cashMicros: 0n });
  serving = createServing({
    db: test_.db,
    connection: test_.connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret: randomBytes(32) }],
    tagSource: '"tag"',
  });
  await serving.start();
  web = await listen((req, res) => serving.handle(req, res));
});
afterAll(async () => {
  await web.close();
  await serving.stop();
  await test_.drop();
  await data.remove();
});

const ads = async () => (await web.serve(`zones=${publicId('zone', world.zoneId)}`))[0]?.candidates ?? [];
/** The ad server follows a change by itself; nobody asks it to. */
const untilServed = (count: number) =>
  until(
    async () => (await ads()).length,
    (found) => found === count,
    'The ad',
  );
const owed = async () => (await fundsOf(test_.db, world.advertiserId)).owed;

async function show(): Promise<void> {
  const [shown] = await ads();
  expect((await web.ask(shown?.impression ?? '', { method: 'POST' })).status).toBe(204);
  await serving.drain();
}

it('a campaign without money is served on credit, stops with the line, and goes on with it', async () => {
  expect(await ads()).toEqual([]);
  await openLine(test_.db, world.advertiserId, { limitMicros: 1_000_000n });
  await untilServed(1);
  await show();
  const once = await owed();
  expect(once).toBeGreaterThan(0n);
  await changeLine(test_.db, world.advertiserId, { state: 'overdue' });
  await untilServed(0);
  await changeLine(test_.db, world.advertiserId, { state: 'open' });
  await untilServed(1);
  await show();
  expect(await owed()).toBe(2n * once);
  // Below what is owed: nothing is taken back, and nothing more is lent.
  await changeLine(test_.db, world.advertiserId, { limit_micros: once });
  await untilServed(0);
  await changeLine(test_.db, world.advertiserId, { limit_micros: 1_000_000n });
  await untilServed(1);
  await show();
  expect(await owed()).toBe(3n * once);
  expect((await verify(test_.db)).differences).toEqual([]);
});
