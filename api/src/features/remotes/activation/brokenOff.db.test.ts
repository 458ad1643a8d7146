import { once } from 'node:events';
import type { Socket } from 'node:net';
import { publicId } from '@ezdash/contracts';
import { silentLog } from '../../../platform/log';
import { buildApp, makeAdvertiser, type TestApp } from '../../../testing';
import { createTokensService } from '../tokens/tokens.service';
import { type ActivationWorld, NAME, openActivation } from './testActivation';

const HOUR_MS = 3_600_000;
let world: ActivationWorld;
let app: TestApp;
let userId = 0;
let authorization = '';
/** Connections of calls, the newest last. */
const sockets: Socket[] = [];

beforeEach(async () => {
  world = await openActivation();
  app = await buildApp({
    test: world.test,
    mounts: [...world.remotes.mounts],
    hear: (req, _res, next) => {
      sockets.push(req.socket);
      next();
    },
  });
  ({ id: userId } = await makeAdvertiser(world.test.db));
  const tokens = createTokensService({ db: world.test.db, clock: world.clock, log: silentLog });
  const { secret } = await tokens.make({ remote: NAME, label: 'Of the team', days: 1 }, { kind: 'command' });
  authorization = `Bearer ${secret}`;
  await world.publish('1.0.0', '1.1.0');
});
afterEach(async () => {
  await app.close();
  await world.close();
});

it.each([
  ['/activate', () => ({})],
  ['/activate', () => ({ at: new Date(world.clock.nowMs() + HOUR_MS).toISOString() })],
  ['/canary', () => ({ percent: 1 })],
  ['/pin', () => ({ subject: { user: publicId('user', userId) } })],
])('%s of %s that is broken off before the verdict changes nothing', async (path, bodyOf) => {
  const { gate, activation } = world.remotes;
  const call = new AbortController();
  let decide = () => {};
  const verdict = new Promise<void>((resolve) => {
    decide = resolve;
  });
  const tried = new Promise<void>((resolve) => {
    gate.wait(() => {
      resolve();
      return verdict;
    });
  });
  const body = JSON.stringify({ version: '1.0.0', ...bodyOf() });
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
  const send = { method: 'POST', headers, body, signal: call.signal };
  const answer = fetch(`${app.url}/api/releases/${NAME}${path}`, send).catch(() => null);
  await tried;
  const socket = sockets.at(-1);
  const closed = socket && once(socket, 'close');
  call.abort();
  expect(await answer).toBeNull();
  await closed;
  gate.wait(async () => {});
  decide();
  // Behind the one that was broken off.
  await world.activate('1.1.0');
  const { events } = await activation.history(NAME, undefined);
  const moved = events.flatMap(({ event, version }) => (event === 'published' ? [] : [event, version]));
  expect(moved).toEqual(['activated', '1.1.0']);
});
