import { EventEmitter } from 'node:events';
import http, { type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createOutbound, type OutboundQuestion } from '.';

const LOOPBACK = ['127.0.0.0/8'];
let server: http.Server;
let answer: RequestListener = (_req, res) => res.end('hello');
let asked: { method?: string; url?: string; host?: string; body: string; authorization?: string }[] = [];

beforeAll(async () => {
  server = http.createServer(async (req, res) => {
    let body = '';
    for await (const piece of req) body += piece;
    const { host, authorization } = req.headers;
    asked.push({ method: req.method, url: req.url, host, body, authorization });
    answer(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  answer = (_req, res) => res.end('hello');
});

const port = () => (server.address() as AddressInfo).port;
const at = (path = '/', name = '127.0.0.1') => `http://${name}:${port()}${path}`;
const names: Record<string, string[]> = {
  'landing.example': ['127.0.0.1'],
  'inside.example': ['10.0.0.7'],
  'half.example': ['93.184.216.34', '127.0.0.1'],
};
async function resolve(name: string): Promise<string[]> {
  const found = names[name];
  if (!found) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  return found;
}
const open = createOutbound({ allowed: LOOPBACK, resolve });
const closed = createOutbound({ allowed: [], resolve });
const troubleOf = (url: string, question?: OutboundQuestion, outbound = open) =>
  outbound.ask(url, question).then(
    () => 'none',
    (error) => error.code,
  );
const redirect =
  (location: string, status = 302): RequestListener =>
  (_req, res) =>
    res.writeHead(status, { Location: location }).end();

it('calls the network’s own pages where they are, and nothing else beside them', async () => {
  const own = createOutbound({ allowed: [], own: [at('').replace(/\/$/, '')], resolve });
  expect((await own.ask(at('/landing'))).status).toBe(200);
  expect(await troubleOf(at('/landing', 'landing.example'), {}, own)).toBe('address-refused');
  answer = redirect(at('/inside', 'landing.example'));
  expect(await troubleOf(at('/landing'), { mostRedirects: 3 }, own)).toBe('address-refused');
  expect(asked.map(({ url }) => url)).toEqual(['/landing', '/landing']);
});

it('tells what a server answered, and where it went', async () => {
  answer = (_req, res) => res.writeHead(404, { 'X-Word': 'no' }).end('not here');
  const told = await open.ask(at('/page?a=1', 'landing.example'), {
    method: 'POST',
    headers: { Authorization: 'Bearer x' },
    body: 'grüße',
  });
  expect(told).toMatchObject({ status: 404, url: at('/page?a=1', 'landing.example') });
  expect(told.headers['x-word']).toBe('no');
  expect(told.body.toString()).toBe('not here');
  expect(told.hops).toEqual([told.url]);
  expect(asked).toEqual([
    {
      method: 'POST',
      url: '/page?a=1',
      host: `landing.example:${port()}`,
      body: 'grüße',
      authorization: 'Bearer x',
    },
  ]);
});

it.each([
  ['a private address', () => at()],
  ['the same as a number', () => `http://2130706433:${port()}/`],
  ['the same in IPv6', () => `http://[::ffff:127.0.0.1]:${port()}/`],
  ['a name that leads inside', () => `http://inside.example:${port()}/`],
  ['a name of which one address leads inside', () => `http://half.example:${port()}/`],
])('%s gets no request', async (_kind, url) => {
  expect(await troubleOf(url(), {}, closed)).toBe('address-refused');
  expect(asked).toEqual([]);
});

it('looks at the address once, and calls the one that it looked at', async () => {
  let times = 0;
  const rebinding = createOutbound({
    allowed: LOOPBACK,
    resolve: async () => (times++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']),
  });
  expect((await rebinding.ask(at('/', 'rebinding.example'))).status).toBe(200);
  expect(times).toBe(1);
});

it('looks as closely at where a redirect leads', async () => {
  answer = redirect('http://inside.example/');
  expect(await troubleOf(at(), { mostRedirects: 5 })).toBe('address-refused');
  answer = redirect('file:///etc/passwd');
  expect(await troubleOf(at(), { mostRedirects: 5 })).toBe('not-http');
});

it('follows redirects, and leaves headers and body behind', async () => {
  answer = (req, res) => (req.url === '/' ? redirect('/next', 307)(req, res) : res.end('there'));
  const told = await open.ask(at(), {
    method: 'POST',
    body: 'secret',
    headers: { Authorization: 'x' },
    mostRedirects: 5,
  });
  expect(told.hops).toEqual([at(), at('/next')]);
  expect(told.body.toString()).toBe('there');
  expect(asked[1]).toMatchObject({ method: 'GET', body: '', authorization: undefined });
});

it('a redirect is the answer where none are followed', async () => {
  answer = redirect('/next');
  const told = await open.ask(at());
  expect([told.status, told.headers.location, asked.length]).toEqual([302, '/next', 1]);
});

it('says that redirects go round, or on and on', async () => {
  answer = redirect('/');
  expect(await troubleOf(at('/'), { mostRedirects: 5 })).toBe('redirect-loop');
  answer = (req, res) => redirect(`${req.url}x`)(req, res);
  expect(await troubleOf(at('/'), { mostRedirects: 3 })).toBe('too-many-redirects');
  expect(asked).toHaveLength(1 + 4);
});

it('keeps no more of an answer than asked for', async () => {
  answer = (_req, res) => {
    const more = () => {
      while (!res.destroyed && res.write('x'.repeat(65_536)));
    };
    res.on('drain', more);
    more();
  };
  const told = await open.ask(at(), { mostBytes: 100_000 });
  expect(told.body).toHaveLength(100_000);
});

it('waits no longer than it may: for a name, for an answer, for its end', async () => {
  const slow = createOutbound({ allowed: LOOPBACK, resolve: () => new Promise(() => {}) });
  expect(await troubleOf(at('/', 'slow.example'), { timeoutMs: 20 }, slow)).toBe('timed-out');
  answer = () => {};
  expect(await troubleOf(at(), { timeoutMs: 50 })).toBe('timed-out');
  answer = (_req, res) => res.write('begun');
  expect(await troubleOf(at(), { timeoutMs: 50 })).toBe('timed-out');
});

it.each([
  ['what is no address', () => 'landing', 'not-http'],
  ['another scheme', () => 'ftp://landing.example/', 'not-http'],
  ['a user name', () => at('/').replace('//', '//user:word@'), 'not-http'],
  ['an unknown name', () => 'http://nobody.example/', 'name-unknown'],
  ['a port where nobody listens', () => 'http://127.0.0.1:1/', 'refused'],
  ['https where there is none', () => at().replace('http:', 'https:'), 'tls'],
])('says what is wrong with %s', async (_kind, url, code) => {
  expect(await troubleOf(url())).toBe(code);
});

it('says that a connection broke off', async () => {
  answer = (req) => req.socket.destroy();
  expect(await troubleOf(at())).toBe('broken');
});

/** What comes of a server that is no HTTP server: it talks as it likes. */
async function troubleWith(talk: (socket: Socket) => void, timeoutMs: number): Promise<unknown> {
  const sockets = new Set<Socket>();
  const raw = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('data', () => {});
    talk(socket);
  });
  await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done));
  try {
    return await troubleOf(`http://127.0.0.1:${(raw.address() as AddressInfo).port}/`, { timeoutMs });
  } finally {
    for (const socket of sockets) socket.destroy();
    raw.close();
  }
}

it.each([
  ['alone', ''],
  ['with bytes behind it', 'hello'],
])('an answer that goes over to another protocol, %s, is none', async (_kind, more) => {
  const talk = (socket: Socket) =>
    void socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n${more}`,
    );
  expect(await troubleWith(talk, 5_000)).toBe('broken');
});

it('headers without end, one after the other, end with the time', async () => {
  const talk = (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('X-More: 1\r\n'), 5);
    socket.on('close', () => clearInterval(timer));
  };
  expect(await troubleWith(talk, 100)).toBe('timed-out');
});

it('waits no longer for a call of which nothing more is heard', async () => {
  // Neither an answer nor an error, nor does it heed its signal: the time-out is ours.
  const silent = Object.assign(new EventEmitter(), { end: () => {} }) as unknown as http.ClientRequest;
  const request = jest.spyOn(http, 'request').mockReturnValue(silent);
  try {
    expect(await troubleOf(at(), { timeoutMs: 50 })).toBe('timed-out');
  } finally {
    request.mockRestore();
  }
});
