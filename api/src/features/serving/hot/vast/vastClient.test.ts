import { VASTClient, VASTTracker } from '@dailymotion/vast-client';
import { EVENT_KINDS, publicId } from '@ezdash/contracts';
import { DOMParser } from '@xmldom/xmldom';
import { createClientReader } from '../../../../platform/http';
import { listen } from '../../testWorld';
import { createFastPath } from '../fastPath';
import { makeTestEngine, type TestEngine } from '../testEngine';
import { campaignInput, creativeInput, zoneInput } from '../testFixtures';
import { createUserAgents } from '../userAgent';
import { createVast } from './createVast';
import { VideoTally } from './VideoTally';
import { VAST_VERSIONS } from './vastDocument';
import { VIDEO_EVENTS } from './videoEvents';

/** Our documents as the client of many players reads them, and what it tells of them. */
const NOW_MS = Date.UTC(2027, 0, 14, 13, 20);
const ORIGIN = 'https://ads.example';
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';
const FILE = `https://files.example/creatives/${'d'.repeat(64)}.mp4`;
const parts = { duration_ms: 15_000, bitrate_kbps: 900 };
const tally = new VideoTally();

let test_: TestEngine;
let web: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  test_ = await makeTestEngine(
    {
      campaigns: [campaignInput({ id: 1 })],
      creatives: [
        creativeInput({
          ...{ id: 1_001, campaignId: 1, width: 640, height: 360, address: FILE },
          content: { format: 'video', contentType: 'video/mp4', parts },
        }),
      ],
      zones: [
        zoneInput({ id: 401, kind: 'video', width: 640, height: 360 }),
        zoneInput({ id: 402, kind: 'video', width: 640, height: 360, refusal: 'zone-paused' }),
      ],
    },
    NOW_MS,
  );
  const { engine } = test_;
  const publisher = { name: 'EzDash', origin: ORIGIN };
  const common = { engine, ready: () => true, now: () => NOW_MS };
  web = await listen(
    createFastPath({
      ...common,
      geo: () => 0,
      userAgents: createUserAgents(),
      clients: createClientReader(['loopback']),
      tagFile: (_, res) => res.end(),
      vast: createVast({ ...common, publisher, tally }),
    }),
  );
});
afterAll(async () => {
  await web.close();
  await test_.close();
});

/** What the client does in a browser: it asks as one, and tells by pictures. */
const told: string[] = [];
beforeAll(() => {
  const { fetch } = globalThis;
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((url, options) => fetch(url, { ...options, headers: { 'user-agent': BROWSER } }));
  class Picture {
    set src(url: string) {
      told.push(url);
    }
  }
  Object.assign(globalThis, { window: { location: { protocol: 'http:' } }, Image: Picture, DOMParser });
});
afterAll(() => {
  jest.restoreAllMocks();
  for (const name of ['window', 'Image', 'DOMParser']) Reflect.deleteProperty(globalThis, name);
});
beforeEach(() => {
  told.length = 0;
});

const nameOf = new Map(Object.entries(VIDEO_EVENTS).map(([name, code]) => [code, name]));

const get = (zone: number, query: string) =>
  new VASTClient().get(`http://127.0.0.1:${web.port}/vast/${publicId('zone', zone)}${query}`);
/** Calls what was told, as the browser does; answers the statuses. */
const call = async () => {
  const answers = await Promise.all(told.splice(0).map((url) => web.ask(url.replace(ORIGIN, ''))));
  return answers.map(({ status }) => status);
};
const counted = () => test_.engine.counts.events[EVENT_KINDS.impression] ?? 0;

test.each(['', ...VAST_VERSIONS.map((version) => `?v=${version}`), '?output=xml_vast3'])(
  'plays, and tells what was seen: /vast/{zone}%s',
  async (query) => {
    const { ads } = await get(401, query);
    const creative = ads[0]?.creatives[0];
    expect(ads).toHaveLength(1);
    expect(creative).toMatchObject({ type: 'linear', duration: 15 });
    expect(creative.mediaFiles).toMatchObject([
      { fileURL: FILE, mimeType: 'video/mp4', width: 640, height: 360 },
    ]);
    expect(creative.videoClickThroughURLTemplate.url).toMatch(/\/e\/c\/[\w-]{84}$/);
    const before = counted();
    const tracker = new VASTTracker(null, ads[0], creative);
    tracker.trackImpression();
    expect(await call()).toEqual([204]);
    expect(counted()).toBe(before + 1);
    tracker.setProgress(0.1);
    tracker.setProgress(4);
    tracker.complete();
    tracker.error({ ERRORCODE: '405' });
    expect((await call()).every((status) => status === 204)).toBe(true);
    const events = tally.take().map(({ event }) => nameOf.get(event));
    expect(events.sort()).toEqual(['complete', 'error', 'firstQuartile', 'start']);
  },
);

test.each(['', '?v=3'])('a zone without an ad has none, and says so: /vast/{zone}%s', async (query) => {
  const { ads } = await get(402, query);
  expect(ads).toEqual([]);
  expect(await call()).toEqual([204]);
});
