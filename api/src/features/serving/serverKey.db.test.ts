import { publicId } from '@ezdash/contracts';
import { serverKeyHash } from './hot/serverKey';
import { openServing, type TestServing } from './testServing';
import { BROWSER, makeWorld, type World } from './testWorld';

const KEY = 'sk_of-a-publisher';

let opened: TestServing;
let world: World;

beforeAll(async () => {
  opened = await openServing(async ({ db }) => {
    world = await makeWorld(db);
  });
});
afterAll(() => opened.close());

const ask = async () => {
  const headers = {
    'user-agent': 'okhttp/4.12',
    'x-server-key': KEY,
    'x-device-ip': '203.0.113.9',
    'x-device-user-agent': BROWSER,
  };
  return opened.web.ask(`/serve?zones=${publicId('zone', world.zoneId)}`, { headers });
};
/** Asks until the answer has this status: the ad server hears of it by itself. */
async function untilStatus(status: number) {
  let answer = await ask();
  while (answer.status !== status) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    answer = await ask();
  }
  return answer;
}
const keep = (server_key_sha256: Buffer | null) =>
  opened.test.db
    .updateTable('property')
    .set({ server_key_sha256 })
    .where('id', '=', world.propertyId)
    .execute();

test('a key opens once it is kept, and nothing any more when it is taken away', async () => {
  expect((await ask()).status).toBe(403);
  await keep(serverKeyHash(KEY));
  expect((await untilStatus(200)).text).toContain('"candidates":[{');
  await keep(null);
  expect((await untilStatus(403)).text).toContain('SERVER_KEY_WRONG');
});

test('only a hash of 32 bytes is kept', async () => {
  await expect(keep(Buffer.alloc(31))).rejects.toThrow('property_server_key_length');
});
