import { randomBytes } from 'node:crypto';
import { INVALID_REASONS, publicId, sightText } from '@ezdash/contracts';
import { createClientReader } from '../../../platform/http';
import { listen } from '../testWorld';
import { createFastPath } from './fastPath';
import { serverKeyHash } from './serverKey';
import { makeTestEngine, type TestEngine } from './testEngine';
import { snapshotInput, zoneInput } from './testFixtures';
import { createUserAgents } from './userAgent';

const NOW_MS = 1_800_000_000_000;
const KEY = `sk_${randomBytes(32).toString('base64url')}`;
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
};
const ZONE = publicId('zone', 401);
/** In whole view of a page of the publisher's own. */
const SEEN = {
  ...{
    size: 100,
    uncut: 100,
    opacity: 100,
    stacked: 0,
    covered: 0,
    inView: 100,
    isShown: true,
    hasFocus: true,
  },
  ...{ isForeign: false, frameWidth: 1_280, frameHeight: 720, depth: 0 },
};
const FACTS: readonly [string, string, boolean][] = [
  ['seen', sightText(SEEN), true],
  ['nothing', '', false],
  ['what nobody understands', '9.9.9', false],
  ['a frame whose browser does not tell', sightText({ ...SEEN, isForeign: true, covered: null }), false],
];

let world: TestEngine;
let web: Awaited<ReturnType<typeof listen>>;

/** The first bids more, and pays for nothing that was not measured; the second pays for everything. */
async function start(onlyOne = false) {
  const campaigns = [
    { id: 1, bidMicros: 9_000_000, measuredOnly: true },
    { id: 2, bidMicros: 2_000_000 },
  ].slice(0, onlyOne ? 1 : 2);
  const zones = [zoneInput({ id: 401, serverKey: serverKeyHash(KEY) })];
  world = await makeTestEngine(snapshotInput(campaigns, { zones }), NOW_MS);
  const handle = createFastPath({
    engine: world.engine,
    geo: () => 0,
    userAgents: createUserAgents(),
    clients: createClientReader(['loopback']),
    networks: { of: () => 0 },
    tagFile: (_, res) => res.end(),
    ready: () => true,
    now: () => NOW_MS,
  });
  web = await listen(handle);
}
afterEach(async () => {
  await web.close();
  await world.close();
});

const winner = async (query: string, headers: Record<string, string> = BROWSER) => {
  const [ad] = await web.serve(`zones=${ZONE}${query}`, headers);
  return ad?.candidates[0];
};
const counted = (code: number) => world.engine.counts.invalid[code] ?? 0;

test.each([
  ['our tag, which measures', '&m=1', BROWSER, 1],
  ['our tag where it cannot, or somebody else', '', BROWSER, 2],
  ['a word of which nobody knows what it says', '&m=2', BROWSER, 2],
  [
    'a server, whatever it says',
    '&m=1',
    {
      ...BROWSER,
      'x-server-key': KEY,
      'x-device-ip': '203.0.113.9',
      'x-device-user-agent': BROWSER['user-agent'],
    },
    2,
  ],
])('%s gets who is shown there', async (_, query, headers, campaign) => {
  await start();
  expect((await winner(query, headers))?.campaign).toBe(publicId('campaign', campaign));
});

test('where nobody measures, and nobody else bids, nothing is shown', async () => {
  await start(true);
  expect(await winner('&m=1')).toBeTruthy();
  expect(await winner('')).toBeUndefined();
  expect((await web.serve(`zones=${ZONE}`, BROWSER))[0]?.reason).toBe('unsupported');
});

test.each(FACTS)('an impression with %s as its facts', async (_, facts, isPaid) => {
  await start();
  const tell = async (query: string) => {
    const ad = await winner(query);
    await web.ask(`${ad?.impression}?s=${facts}`, { headers: BROWSER });
  };
  await tell('&m=1');
  expect(counted(INVALID_REASONS.unmeasured)).toBe(isPaid ? 0 : 1);
  // Whoever pays for everything pays for it, too.
  await tell('');
  expect(counted(INVALID_REASONS.unmeasured)).toBe(isPaid ? 0 : 1);
});
