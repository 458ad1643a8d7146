import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { MOST_ADS_TXT_BYTES } from '@ezdash/contracts';
import { createOutbound, type OutboundQuestion } from '../../platform/outbound';
import { lookAtAdsTxt } from './lookAtAdsTxt';

const LINE = 'ads.example.net, u_1ab2, DIRECT';
const US = { domain: 'ads.example.net', sellerId: 'u_1ab2', ownerDomain: 'site.example' };
let server: http.Server;
let asked: string[] = [];
let headers: http.IncomingHttpHeaders = {};
/** By host and path; what is not here is not found. */
let pages: Record<string, RequestListener> = {};

beforeAll(async () => {
  server = http.createServer((req, res) => {
    const name = `${req.headers.host?.replace(/:\d+$/, '')}${req.url}`;
    asked.push(name);
    headers = req.headers;
    (pages[name] ?? ((_req, other) => other.writeHead(404).end()))(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  pages = {};
});

const port = () => (server.address() as AddressInfo).port;
const SITES = /(^|\.)(site|other|third)\.example$/;
/** Every site is at the listener, which speaks http alone: https is answered as by a server without it. */
const outbound = createOutbound({
  allowed: ['127.0.0.0/8'],
  resolve: async (name) => {
    if (SITES.test(name)) return ['127.0.0.1'];
    if (name === 'inside.example') return ['10.0.0.1'];
    throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  },
});
const text =
  (body: string | Buffer, more: http.OutgoingHttpHeaders = {}): RequestListener =>
  (_req, res) =>
    void res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', ...more }).end(body);
const redirect =
  (location: string): RequestListener =>
  (_req, res) =>
    void res.writeHead(302, { Location: location }).end();
const site = (name: string, path = '/ads.txt') => `http://${name}:${port()}${path}`;
const look = (domain = 'site.example', by = outbound) =>
  lookAtAdsTxt({ outbound: by }, `${domain}:${port()}`, US);

test('a file with our line is found over http where https does not answer, and it says so', async () => {
  pages['site.example/ads.txt'] = text(
    `# ours\n${LINE}\nother.example, 1, RESELLER\nother.example, 2, DIRECT\n`,
  );
  expect(await look()).toEqual({
    status: 'present',
    url: site('site.example'),
    httpStatus: 200,
    lineNumber: 2,
    line: LINE,
    recordCount: 3,
    sellerCount: 1,
    hints: [{ code: 'no-https', line: null, value: null }],
  });
  expect(headers).toMatchObject({ accept: 'text/plain', 'accept-encoding': 'identity' });
});

test('what https says comes first, and http is asked only where it says nothing', async () => {
  const calls: string[] = [];
  const told = (status: number, body = '', type = 'text/plain') => ({
    status,
    headers: { 'content-type': type },
    body: Buffer.from(body),
    hops: [],
    ms: 1,
  });
  const answers: Record<string, ReturnType<typeof told>> = {
    'https://a.example/ads.txt': told(200, LINE),
    'http://a.example/ads.txt': told(404),
    'https://b.example/ads.txt': told(404),
    'http://b.example/ads.txt': told(200, LINE),
    'https://c.example/ads.txt': told(200, '<!doctype html>', 'text/html'),
    'http://c.example/ads.txt': told(200, LINE),
    'https://d.example/ads.txt': told(404),
    'http://d.example/ads.txt': told(503),
    'https://e.example/ads.txt': told(503),
    'http://e.example/ads.txt': told(404),
    'https://f.example/ads.txt': told(503),
    'http://f.example/ads.txt': told(200, '<!doctype html>', 'text/html'),
    'https://g.example/ads.txt': told(503),
    'http://g.example/ads.txt': told(200, LINE),
  };
  const both = {
    ask: async (url: string, _question?: OutboundQuestion) => {
      calls.push(url);
      return { ...(answers[url] ?? told(500)), url };
    },
  };
  const statusOf = async (name: string) => (await lookAtAdsTxt({ outbound: both }, name, US)).status;
  expect(await statusOf('a.example')).toBe('present');
  expect(await statusOf('b.example')).toBe('present');
  expect(await statusOf('c.example')).toBe('not-text');
  expect(await statusOf('d.example')).toBe('no-file');
  // A server that is down says nothing of the file, whatever stands in its place without https.
  expect(await statusOf('e.example')).toBe('http-error');
  expect(await statusOf('f.example')).toBe('http-error');
  expect(await statusOf('g.example')).toBe('present');
  expect(calls.slice(0, 6)).toEqual([
    'https://a.example/ads.txt',
    'https://b.example/ads.txt',
    'http://b.example/ads.txt',
    'https://c.example/ads.txt',
    'https://d.example/ads.txt',
    'http://d.example/ads.txt',
  ]);
});

const endless: RequestListener = (_req, res) => {
  res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 1_000_000_000 });
  const more = () => {
    while (!res.destroyed && res.write('#'.repeat(65_536)));
  };
  res.on('drain', more);
  more();
};

test.each<[string, RequestListener, string, number | null]>([
  ['no file', (_req, res) => void res.writeHead(404).end(), 'no-file', 404],
  ['a file that is gone', (_req, res) => void res.writeHead(410).end(), 'no-file', 410],
  ['a failure', (_req, res) => void res.writeHead(503).end(), 'http-error', 503],
  ['a door', (_req, res) => void res.writeHead(401).end(), 'http-error', 401],
  ['success with another number', (_req, res) => void res.writeHead(204).end(), 'http-error', 204],
  ['a redirect that leads nowhere', (_req, res) => void res.writeHead(302).end(), 'http-error', 302],
  ['a page', text('<!doctype html><p>not found', { 'Content-Type': 'text/html' }), 'not-text', 200],
  ['a page that calls itself text', text('\n <!DOCTYPE html><html>'), 'not-text', 200],
  ['a download', text(LINE, { 'Content-Type': 'application/octet-stream' }), 'not-text', 200],
  ['a gigabyte', endless, 'too-large', 200],
  ['a file a byte too long', text('#'.repeat(MOST_ADS_TXT_BYTES + 1)), 'too-large', 200],
  ['UTF-16', text(Buffer.from(`\uFEFF${LINE}`, 'utf16le')), 'wrong-encoding', 200],
  ['UTF-16 without its mark', text(Buffer.from(LINE, 'utf16le')), 'wrong-encoding', 200],
  ['NUL bytes', text(`${LINE}\n\u0000\n`), 'wrong-encoding', 200],
  [
    'a bomb of gzip that nobody asked for',
    text(gzipSync(Buffer.alloc(50_000_000, 35)), { 'Content-Encoding': 'gzip' }),
    'wrong-encoding',
    200,
  ],
  ['a connection that breaks', (req) => void req.socket.destroy(), 'unreachable', null],
])('%s', async (_what, page, status, httpStatus) => {
  pages['site.example/ads.txt'] = page;
  expect(await look()).toMatchObject({ status, httpStatus, lineNumber: null, recordCount: 0 });
});

test('a file of just the size that may be, in letters of another encoding in comments, is read', async () => {
  const head = Buffer.concat([Buffer.from(`${LINE}\n# `), Buffer.from('für', 'latin1'), Buffer.from('\n')]);
  pages['site.example/ads.txt'] = text(
    Buffer.concat([head, Buffer.alloc(MOST_ADS_TXT_BYTES - head.length, '\n')]),
  );
  const found = await look();
  expect(found).toMatchObject({ status: 'present' });
  // Of so many lines not all are looked at, which matters only where ours is not among them.
  expect(found.hints.map(({ code }) => code)).toEqual(['no-https', 'not-utf8']);
});

test('a file of too many lines without ours is too large', async () => {
  pages['site.example/ads.txt'] = text('\n'.repeat(60_000) + LINE);
  expect(await look()).toMatchObject({ status: 'too-large' });
});

test('a file without a content type counts, and its owner is told', async () => {
  pages['site.example/ads.txt'] = (_req, res) => void res.writeHead(200).end(LINE);
  const { status, hints } = await look();
  expect(status).toBe('present');
  expect(hints.map(({ code }) => code)).toContain('no-content-type');
});

describe('redirects', () => {
  test('within the root domain lead on as often as they like', async () => {
    pages['site.example/ads.txt'] = redirect(site('www.site.example', '/a'));
    pages['www.site.example/a'] = redirect('/b');
    pages['www.site.example/b'] = redirect(site('files.site.example', '/c'));
    pages['files.site.example/c'] = text(LINE);
    expect(await look()).toMatchObject({ status: 'present', url: site('files.site.example', '/c') });
  });

  test('within the root domain may lead to another port', async () => {
    const leads: Record<string, string> = {
      'https://a.example/ads.txt': 'https://www.a.example:8443/b',
      'https://www.a.example:8443/b': 'https://a.example/c',
    };
    const ported = {
      ask: async (url: string) => {
        const location = leads[url];
        const headers: Record<string, string> = location ? { location } : { 'content-type': 'text/plain' };
        return { status: location ? 301 : 200, headers, body: Buffer.from(LINE), url, hops: [], ms: 1 };
      },
    };
    expect(await lookAtAdsTxt({ outbound: ported }, 'a.example', US)).toMatchObject({
      status: 'present',
      url: 'https://a.example/c',
    });
  });

  test('to another domain once', async () => {
    pages['site.example/ads.txt'] = redirect('/moved');
    pages['site.example/moved'] = redirect(site('other.example'));
    pages['other.example/ads.txt'] = text(LINE);
    expect(await look()).toMatchObject({ status: 'present', url: site('other.example') });
  });

  test.each([
    ['on to a third', 'third.example'],
    ['back', 'site.example'],
    ['within the other', 'other.example'],
  ])('to another domain and %s is an error', async (_where, next) => {
    pages['site.example/ads.txt'] = redirect(site('other.example'));
    pages['other.example/ads.txt'] = redirect(site(next, '/there'));
    pages[`${next}/there`] = text(LINE);
    expect(await look()).toMatchObject({ status: 'redirected-away', lineNumber: null });
    expect(asked).not.toContain(`${next}/there`);
  });

  test('that go round end', async () => {
    pages['site.example/ads.txt'] = redirect('/b');
    pages['site.example/b'] = redirect('/ads.txt#again');
    expect(await look()).toMatchObject({ status: 'redirect-loop' });
    expect(asked).toEqual(['site.example/ads.txt', 'site.example/b']);
  });

  test('that never end, end', async () => {
    const on: RequestListener = (req, res) => redirect(`${req.url}x`)(req, res);
    pages = new Proxy({}, { get: () => on });
    expect(await look()).toMatchObject({ status: 'redirect-loop' });
    expect(asked.length).toBeLessThan(15);
  });

  test.each(['http://inside.example/ads.txt', 'file:///etc/passwd', 'http://user:word@other.example/'])(
    'to %s lead nowhere',
    async (location) => {
      pages['site.example/ads.txt'] = redirect(location);
      expect(await look()).toMatchObject({ status: 'unreachable', httpStatus: null });
    },
  );
});

test('an answer that never ends is given up, and all tries together take no longer than they may', async () => {
  const waits: number[] = [];
  const impatient = {
    ask: (url: string, question?: OutboundQuestion) => {
      waits.push(question?.timeoutMs ?? Number.NaN);
      return outbound.ask(url, { ...question, timeoutMs: 100 });
    },
  };
  pages['site.example/ads.txt'] = (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/plain' });
    const timer = setInterval(() => res.write('#\n'), 10);
    res.on('close', () => clearInterval(timer));
  };
  expect(await look('site.example', impatient)).toMatchObject({ status: 'unreachable' });
  expect(waits).toHaveLength(2);
  expect(waits[0]).toBeLessThanOrEqual(10_000);
  expect(waits[1]).toBeLessThanOrEqual(20_000);
});

describe('a property on a subdomain', () => {
  test('is held by the file of the root domain', async () => {
    pages['site.example/ads.txt'] = text(LINE);
    pages['shop.site.example/ads.txt'] = text('# another');
    expect(await look('shop.site.example')).toMatchObject({ status: 'present', url: site('site.example') });
    expect(asked).toEqual(['site.example/ads.txt']);
  });

  test('has one of its own when that names it', async () => {
    pages['site.example/ads.txt'] = text(`${LINE}\nSUBDOMAIN=Shop.site.example`);
    pages['shop.site.example/ads.txt'] = text('ads.example.net, u_1ab2, RESELLER');
    expect(await look('shop.site.example')).toMatchObject({
      status: 'wrong-relationship',
      url: site('shop.site.example'),
    });
  });

  test('is told where our line is missing that its own file does not count', async () => {
    pages['site.example/ads.txt'] = text('a.example, 1, DIRECT');
    pages['shop.site.example/ads.txt'] = text(LINE);
    const { status, hints } = await look('shop.site.example');
    expect(status).toBe('missing');
    expect(hints.at(-1)).toEqual({ code: 'subdomain-not-named', line: null, value: 'shop.site.example' });
  });

  test('www is none', async () => {
    pages['site.example/ads.txt'] = text('a.example, 1, DIRECT');
    expect((await look('www.site.example')).hints.map(({ code }) => code)).toEqual(['no-https']);
  });
});

test('owner and manager are compared with what sellers.json says', async () => {
  pages['site.example/ads.txt'] = text(
    `${LINE}\nOWNERDOMAIN=elsewhere.example\nOWNERDOMAIN=site.example\nMANAGERDOMAIN=boss.example\nMANAGERDOMAIN=other.example, DE\nMANAGERDOMAIN=third.example\nrubbish\n${LINE}`,
  );
  const { status, hints } = await look();
  expect(status).toBe('present');
  expect(hints).toEqual([
    { code: 'owner-domain-other', line: 2, value: 'elsewhere.example' },
    { code: 'owner-domain-twice', line: 3, value: 'site.example' },
    { code: 'manager-domain', line: 4, value: 'boss.example' },
    { code: 'manager-domain', line: 5, value: 'other.example' },
    { code: 'manager-domain-twice', line: 6, value: 'third.example' },
    { code: 'bad-lines', line: 7, value: '1' },
    { code: 'duplicate-line', line: 8, value: null },
    { code: 'no-https', line: null, value: null },
  ]);
});
