import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { silentLog } from '../../log';
import { createMetrics } from '../../metrics';
import { createSocketGuard, type SocketGuard } from './createSocketGuard';
import type { SocketLimits } from './descriptorLimit';
import { descriptorLimit, socketLimits } from './descriptorLimit';
import { inTurn } from './inTurn';

const PIECE = Buffer.alloc(64 * 1024);
const FIRST_STALL_MS = 60_000;
const SWEEP_MS = FIRST_STALL_MS / 12;

let server: Server;
let guard: SocketGuard;
const clients: Socket[] = [];
const metrics = () => createMetrics({ processFigures: false });
let registry: ReturnType<typeof metrics>['registry'];

/** A guarded server; the guard's clock stands still, and moves by `jest.advanceTimersByTime`. */
async function open(
  handle: RequestListener,
  limits: SocketLimits = { connections: 100, perAddress: 100 },
  trusted: (address: string) => boolean = () => false,
): Promise<void> {
  jest.useFakeTimers({
    doNotFake: [
      'setTimeout',
      'clearTimeout',
      'setImmediate',
      'nextTick',
      'queueMicrotask',
      'Date',
      'performance',
    ],
  });
  const made = metrics();
  ({ registry } = made);
  server = createServer(inTurn(handle));
  guard = createSocketGuard({ limits, trusted, log: silentLog, metrics: made });
  guard.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
afterEach(async () => {
  jest.useRealTimers();
  for (const client of clients.splice(0)) client.destroy();
  guard.stop();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function client(): Socket {
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  socket.on('error', () => {});
  clients.push(socket);
  return socket;
}
/** What the client and the server hold of one connection. */
async function pair(): Promise<[ours: Socket, theirs: Socket]> {
  const theirs = client();
  const [ours] = (await once(server, 'connection')) as [Socket];
  closings.set(ours, new Promise((resolve) => ours.once('close', resolve)));
  return [ours, theirs];
}
const figure = async (name: string, kind?: string) => {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
};
const closings = new WeakMap<Socket, Promise<unknown>>();
const isClosed = (socket: Socket) => closings.get(socket);
const tick = () => new Promise((resolve) => setImmediate(resolve));
/** Until the system takes no more of an answer that nobody reads. */
async function untilFull(ours: Socket): Promise<void> {
  for (let seen = -1; seen !== ours.bytesWritten || ours.writableLength === 0; ) {
    seen = ours.bytesWritten;
    for (let turn = 0; turn < 20; turn += 1) await tick();
  }
}

/** An answer without an end, as fast as it is taken. */
const endless: RequestListener = (_req, res) => {
  const more = () => {
    while (!res.destroyed && res.write(PIECE));
  };
  res.on('drain', more);
  more();
};

describe('an answer that is not read', () => {
  const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  test.each<[string, RequestListener, string]>([
    ['a stream', endless, REQUEST],
    ['a stream to a client that has ended its side', endless, REQUEST],
    ['one large text', (_req, res) => res.end(Buffer.alloc(64 * 1024 * 1024)), REQUEST],
    ['the last of its connection', endless, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['answers to requests sent ahead', (_req, res) => res.end(PIECE), REQUEST.repeat(90)],
    [
      'frames of an upgraded connection',
      (req) => {
        req.socket.removeAllListeners('data');
        while (req.socket.write(PIECE));
        for (let piece = 0; piece < 200; piece += 1) req.socket.write(PIECE);
      },
      REQUEST,
    ],
  ])('%s: the connection ends a minute after the last byte that was taken', async (name, handle, bytes) => {
    await open(handle);
    const [ours, theirs] = await pair();
    theirs.pause();
    if (name.includes('ended its side')) theirs.end(bytes);
    else theirs.write(bytes);
    await untilFull(ours);
    const before = await figure('ezdash_sockets_refused_total', 'stalled');
    jest.advanceTimersByTime(FIRST_STALL_MS);
    expect(ours.destroyed).toBe(false);
    jest.advanceTimersByTime(SWEEP_MS);
    await isClosed(ours);
    expect(await figure('ezdash_sockets_refused_total', 'stalled')).toBe(before + 1);
    expect(await figure('ezdash_sockets_open')).toBe(0);
  });
});

test('an answer that is read a little each minute is never cut', async () => {
  await open(endless);
  const [ours, theirs] = await pair();
  theirs.pause();
  theirs.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await untilFull(ours);
  for (let minute = 0; minute < 5; minute += 1) {
    jest.advanceTimersByTime(FIRST_STALL_MS);
    const taken = ours.bytesWritten;
    // As much as it takes until the system asks for more.
    while (ours.bytesWritten === taken) {
      theirs.read();
      await tick();
    }
    await untilFull(ours);
  }
  expect(ours.destroyed).toBe(false);
});

test('a long silence in an answer, as of an event stream, ends nothing', async () => {
  await open((_req, res) => void res.write('data: 1\n\n'));
  const [ours, theirs] = await pair();
  theirs.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(theirs, 'data');
  jest.advanceTimersByTime(10 * FIRST_STALL_MS);
  await tick();
  expect(ours.destroyed).toBe(false);
});

describe('the limits', () => {
  const quiet: RequestListener = () => {};
  async function fill(count: number): Promise<Socket[]> {
    const sockets: Socket[] = [];
    for (let held = 0; held < count; held += 1) sockets.push((await pair())[0]);
    return sockets;
  }

  test.each<['limit' | 'address', SocketLimits]>([
    ['limit', { connections: 3, perAddress: 3 }],
    ['address', { connections: 100, perAddress: 3 }],
  ])(
    'by %s: the fourth connection is reset at once, and one finds a place when one has gone',
    async (kind, limits) => {
      await open(quiet, limits);
      const [first] = await fill(3);
      const before = await figure('ezdash_sockets_refused_total', kind);
      const [fourth, theirs] = await pair();
      expect(fourth.destroyed).toBe(true);
      const [error] = (await once(theirs, 'error')) as [NodeJS.ErrnoException];
      expect(error.code).toBe('ECONNRESET');
      expect(await figure('ezdash_sockets_refused_total', kind)).toBe(before + 1);
      expect(await figure('ezdash_sockets_open')).toBe(3);
      first?.destroy();
      if (first) await isClosed(first);
      expect((await pair())[0].destroyed).toBe(false);
    },
  );

  test('of an address does not hold for a trusted proxy, the one in all does', async () => {
    await open(quiet, { connections: 4, perAddress: 1 }, (address) => address === '127.0.0.1');
    await fill(4);
    expect((await pair())[0].destroyed).toBe(true);
  });

  test('in all makes room by ending connections that wait for their next request', async () => {
    await open((_req, res) => res.end('done'), { connections: 2, perAddress: 2 });
    const [idle, theirs] = await pair();
    theirs.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(theirs, 'data');
    const [busy] = await pair();
    expect((await pair())[0].destroyed).toBe(true);
    await isClosed(idle);
    expect(busy.destroyed).toBe(false);
    expect((await pair())[0].destroyed).toBe(false);
  });

  test.each([
    [1_048_576, {}, { connections: 65_536, perAddress: 4_096 }],
    [20_000, {}, { connections: 9_744, perAddress: 609 }],
    [1_024, {}, { connections: 384, perAddress: 64 }],
    [256, {}, { connections: 96, perAddress: 64 }],
    [20_000, { connections: 15_000 }, { connections: 15_000, perAddress: 937 }],
    [20_000, { connections: 50_000 }, { connections: 19_488, perAddress: 1_218 }],
    [20_000, { perAddress: 10 }, { connections: 9_744, perAddress: 10 }],
  ])('leave descriptors for the rest: %d of them and %j', (descriptors, wanted, expected) => {
    expect(socketLimits(wanted, descriptors)).toEqual(expected);
  });

  test.each([
    ['Max open files            1024                 4096                 files', 1_024],
    ['Max open files            unlimited            unlimited            files', Number.MAX_SAFE_INTEGER],
    ['nothing of the kind', 1_024],
  ])('read the soft limit of the process: %s', (text, expected) =>
    expect(descriptorLimit(() => text)).toBe(expected),
  );
});

describe('requests that are sent ahead', () => {
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

  test('are begun one after the other, in their order', async () => {
    const log: string[] = [];
    await open((req, res) => {
      log.push(`begin ${req.url}`);
      setImmediate(() => {
        log.push(`end ${req.url}`);
        res.end(req.url);
      });
    });
    const theirs = client();
    theirs.write(request('/1') + request('/2') + request('/3'));
    let text = '';
    while (!text.includes('/3')) text += String((await once(theirs, 'data'))[0]);
    expect(log).toEqual(['begin /1', 'end /1', 'begin /2', 'end /2', 'begin /3', 'end /3']);
    expect(text.match(/^\/\d/gm)).toEqual(['/1', '/2', '/3']);
  });

  test('end the connection when there are more than any client sends', async () => {
    let begun = 0;
    await open(() => {
      begun += 1;
    });
    const [ours, theirs] = await pair();
    theirs.write(request('/').repeat(102));
    await isClosed(ours);
    expect(begun).toBe(1);
  });
});
