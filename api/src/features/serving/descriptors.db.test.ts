import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { publicId } from '@ezdash/contracts';
import { createTestDb } from '../../testing/createTestDb';
import { FILES_ORIGIN } from '../../testing/testAddresses';
import { until } from '../../testing/until';
import { BROWSER, makeWorld, storedEvents, temporaryDir } from './testWorld';

/** What strangers hold never takes the descriptors of the journal and of the database. */

/** Also its hard limit: node would raise the soft one. */
const START = 'ulimit -n 256 && exec "$0" --import tsx "$@"';
jest.setTimeout(90_000);
const STRANGER = { localAddress: '127.0.0.3', host: '127.0.0.1' };

it('stores events in a new segment of the journal while strangers hold every connection and its file', async () => {
  const test = await createTestDb();
  const data = await temporaryDir();
  const { zoneId, campaignId } = await makeWorld(test.db);
  const creatives = path.join(data.dir, 'creatives');
  mkdirSync(creatives);
  // The approved creative's, which visitors may load: large enough to stay open while nobody reads it.
  const { sha256 } = await test.db.selectFrom('creative_asset').select('sha256').executeTakeFirstOrThrow();
  const video = `${sha256}.mp4`;
  writeFileSync(path.join(creatives, video), '');
  truncateSync(path.join(creatives, video), 32 * 1024 * 1024);
  const file = path.join(__dirname, 'crashChild.ts');
  const args = [file, JSON.stringify(test.connection), data.dir, randomBytes(32).toString('hex')];
  const child = spawn('sh', ['-c', START, process.execPath, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const visitor = new Agent({ keepAlive: true, maxSockets: 1 });
  const strangers: Socket[] = [];
  const ask = async (address: string) => {
    const headers = { 'user-agent': BROWSER, 'x-forwarded-for': '85.214.132.117' };
    const call = request({
      host: '127.0.0.1',
      port,
      path: address,
      agent: visitor,
      headers,
    }).end();
    const [res] = await once(call, 'response');
    let text = '';
    for await (const part of res) text += part;
    return { status: res.statusCode as number, text };
  };
  const figure = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await ask('/metrics')).text)?.[1]);
  try {
    const most = await figure('ezdash_sockets_limit');
    // All but the visitor's; loopback is a trusted proxy, which has no limit of its own.
    for (let held = 1; held < most; held += 1) {
      const socket = connect({ port, ...STRANGER });
      strangers.push(socket.pause());
      socket.on('error', () => {});
      socket.write(`GET /creatives/${video} HTTP/1.1\r\nHost: ${new URL(FILES_ORIGIN).host}\r\n\r\n`);
    }
    await until(
      () => figure('ezdash_sockets_open'),
      (open) => open === most,
      'The last connection',
    );
    await until(
      () => figure('process_open_fds'),
      (open) => open > 2 * most,
      'A file for each connection',
    );
    const { ads } = JSON.parse((await ask(`/serve?zones=${publicId('zone', zoneId)}`)).text);
    expect((await ask(ads[0].candidates[0].impression)).status).toBe(204);
    const stored = await until(
      () => storedEvents(test.db, campaignId),
      ({ length }) => length > 0,
      'The event',
    );
    expect(stored).toMatchObject([{ invalid_reason: 0 }]);
    const [error] = await once(connect({ port, ...STRANGER }), 'error');
    expect((error as NodeJS.ErrnoException).code).toBe('ECONNRESET');
  } finally {
    for (const socket of strangers) socket.destroy();
    visitor.destroy();
    child.kill();
    await gone;
    await test.drop();
    await data.remove();
  }
});
