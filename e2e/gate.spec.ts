import { once } from 'node:events';
import { createServer } from 'node:net';
import { GATE_CHECKS, gateVerdict } from '@ezdash/contracts';
import { remoteNames } from '../scripts/lib/remotes.mjs';
import { freePort } from './support/app';
import { BAD_REMOTE, beforeEntry, makeBadRelease } from './support/badReleases';
import { houseTest, openHouse } from './support/house';
import { openReleaseHouse } from './support/releaseHouse';
import { expect } from './support/test';

const test = houseTest;
const REMOTES = remoteNames();

test('every remote of ours passes the gate of the shell that it was built with', async ({ house }) => {
  test.setTimeout(180_000);
  const releases = await openReleaseHouse(house.network);
  try {
    for (const remote of REMOTES)
      await test.step(`When ${remote} is judged, every check passes`, async () => {
        const { status, body } = await releases.call(`${remote}/check`, { version: '1.0.0' });
        expect(status).toBe(200);
        const verdict = gateVerdict.parse(body);
        expect(verdict.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
        expect(verdict.checks.map(({ check }) => check)).toEqual([...GATE_CHECKS]);
        expect(verdict.passed).toBe(true);
      });
    await test.step('And the metrics count it', async () => {
      const metrics = await (await fetch(`${house.network.url}/metrics`)).text();
      expect(metrics).toContain(`ezdash_gate_verdicts_total{outcome="passed"} ${REMOTES.length}`);
    });
  } finally {
    await releases.close();
  }
});

/** Every way out of a page that needs nobody's hand. */
const waysOut = (host: string) => `
  for (const go of [
    () => fetch('http://${host}/fetch', { mode: 'no-cors' }),
    () => navigator.sendBeacon('http://${host}/beacon'),
    () => { new Image().src = 'http://${host}/image'; },
    () => new WebSocket('ws://${host}/socket'),
    () => window.open('http://${host}/window'),
    () => document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://${host}/frame' })),
    () => document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: 'http://${host}/prefetch' })),
  ]) try { go(); } catch {}
`;

test('a release that is tried reaches nobody', async ({ house }) => {
  test.setTimeout(120_000);
  const port = await freePort();
  let calls = 0;
  const listener = createServer((socket) => {
    calls += 1;
    socket.destroy();
  }).listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const releases = await openReleaseHouse(house.network);
  try {
    const version = '1.0.77';
    const folder = releases.folderOf(BAD_REMOTE, version);
    makeBadRelease(house.folder, folder, version, beforeEntry(waysOut(`127.0.0.1:${port}`)));
    await releases.enter(BAD_REMOTE, version);
    const { body } = await releases.call(`${BAD_REMOTE}/check`, { version });
    const entry = gateVerdict.parse(body).checks.find(({ check }) => check === 'entry');
    // It ran, to its end.
    expect(entry?.outcome).toBe('passed');
    expect(calls).toBe(0);
  } finally {
    await releases.close();
    listener.close();
  }
});

test('without a browser the gate lets nothing through, and says what it lacks', async () => {
  test.setTimeout(150_000);
  const house = await openHouse({ GATE_BROWSER: '/no/such/browser' });
  try {
    const releases = await openReleaseHouse(house.network);
    const { body } = await releases.call('mf-auth/check', { version: '1.0.0' });
    await releases.close();
    const { passed, checks } = gateVerdict.parse(body);
    expect(passed).toBe(false);
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual(
      ['entry', 'exposes', 'render'].map((check) => ({
        check,
        outcome: 'failed',
        detail: 'No browser on this server to try it in: set GATE_BROWSER',
      })),
    );
  } finally {
    await house.close();
  }
});
