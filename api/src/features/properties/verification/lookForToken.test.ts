import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VERIFICATION_PATH, type VerificationFinding } from '@ezdash/contracts';
import { createOutbound, type Outbound, OutboundError, type ResolveTxt } from '../../../platform/outbound';
import { lookForToken } from './lookForToken';

const TOKEN = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const META = `<meta name="ezdash-verification" content="${TOKEN}">`;
let server: http.Server;
let asked: string[] = [];
let answer: RequestListener;
const noRecords: ResolveTxt = async () => [];
const open = createOutbound({ allowed: ['127.0.0.0/8', '::1'] });

beforeAll(async () => {
  server = http.createServer((req, res) => {
    asked.push(req.url ?? '');
    answer(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
beforeEach(() => {
  asked = [];
  answer = (_req, res) => res.writeHead(404).end();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const domain = () => `localhost:${(server.address() as AddressInfo).port}`;
const page =
  (html: string, headers = { 'Content-Type': 'text/html; charset=utf-8' }): RequestListener =>
  (req, res) =>
    req.url === '/' ? res.writeHead(200, headers).end(html) : res.writeHead(404).end();
const file =
  (text: string | Buffer, type = 'text/plain'): RequestListener =>
  (req, res) =>
    req.url === VERIFICATION_PATH
      ? res.writeHead(200, { 'Content-Type': type }).end(text)
      : res.writeHead(404).end();

async function look(
  method: VerificationFinding['method'],
  { outbound = open, resolveTxt = noRecords, at = domain(), timeoutMs = 5_000 } = {},
): Promise<VerificationFinding> {
  const findings = await lookForToken({ outbound, resolveTxt, timeoutMs }, at, TOKEN);
  expect(findings.map((each) => each.method)).toEqual(['meta', 'file', 'dns']);
  const found = findings.find((each) => each.method === method);
  if (!found) throw new Error(method);
  return found;
}

test('the element in the head of the first page is found', async () => {
  answer = page(`<!doctype html><head>${META}</head><body></body>`);
  expect(await look('meta')).toEqual({
    method: 'meta',
    outcome: 'found',
    status: 200,
    address: `http://${domain()}/`,
    seen: null,
  });
});

test.each<[string, RequestListener, Partial<VerificationFinding>]>([
  ['no element', page('<head></head>'), { outcome: 'token-missing', seen: null }],
  ['one in a comment', page(`<head><!--${META}--></head>`), { outcome: 'token-missing' }],
  ['one in the body', page(`<body>${META}`), { outcome: 'outside-head' }],
  [
    'another account’s',
    page(`<head>${META.replace(TOKEN, OTHER)}</head>`),
    { outcome: 'other-token', seen: OTHER },
  ],
  [
    'words',
    page(`<head>${META.replace(TOKEN, 'to do')}</head>`),
    { outcome: 'wrong-content', seen: 'to do' },
  ],
  ['404', (_req, res) => res.writeHead(404).end(), { outcome: 'status', status: 404 }],
  ['503', (_req, res) => res.writeHead(503).end(META), { outcome: 'status', status: 503 }],
  ['a picture', page(META, { 'Content-Type': 'image/png' }), { outcome: 'not-text', seen: 'image/png' }],
  [
    'an encoding that nobody knows',
    page(META, { 'Content-Type': 'text/html; charset=x-moon' }),
    { outcome: 'not-text' },
  ],
  [
    'a page that is packed although nobody asked for it',
    (_req, res) => res.writeHead(200, { 'Content-Encoding': 'br' }).end('x'),
    { outcome: 'not-text', seen: 'br' },
  ],
  ['a connection that breaks', (req) => req.socket.destroy(), { outcome: 'broken', status: null }],
  [
    'redirects that go round',
    (_req, res) => res.writeHead(302, { Location: '/' }).end(),
    { outcome: 'redirect-loop', status: 302 },
  ],
  [
    'redirects without end',
    (req, res) => res.writeHead(302, { Location: `${req.url}x` }).end(),
    { outcome: 'too-many-redirects' },
  ],
  [
    'a redirect to another host',
    (_req, res) => res.writeHead(301, { Location: 'https://elsewhere.example/page' }).end(),
    { outcome: 'redirected-elsewhere', seen: 'https://elsewhere.example' },
  ],
  [
    'a redirect to a private address',
    (_req, res) => res.writeHead(301, { Location: 'http://10.0.0.7/' }).end(),
    { outcome: 'redirected-elsewhere', seen: 'http://10.0.0.7' },
  ],
  [
    'a redirect to a file of this machine',
    (_req, res) => res.writeHead(301, { Location: 'file:///etc/passwd' }).end(),
    { outcome: 'not-http' },
  ],
])('of a page with %s it is said', async (_what, listener, expected) => {
  answer = listener;
  expect(await look('meta')).toMatchObject(expected);
});

test('what stood there is cut between letters, never within one: the database takes no half of a pair', async () => {
  answer = page(`<head>${META.replace(TOKEN, `x${'😀'.repeat(100)}`)}</head>`);
  const { seen } = await look('meta');
  expect(seen).toBe(`x${'😀'.repeat(78)}…`);
});

test('of a very long address no more is kept than anybody reads', async () => {
  answer = (req, res) =>
    req.url === '/'
      ? res.writeHead(302, { Location: `/${'a'.repeat(9_000)}` }).end()
      : res.writeHead(404).end();
  expect((await look('meta')).address.length).toBe(2_000);
});

test('redirects within the site are followed', async () => {
  answer = (req, res) =>
    req.url === '/en/'
      ? page(`<head>${META}`)(Object.assign(req, { url: '/' }), res)
      : res.writeHead(302, { Location: '/en/' }).end();
  expect(await look('meta')).toMatchObject({ outcome: 'found', address: `http://${domain()}/en/` });
});

test('a page in another encoding is read as it says', async () => {
  answer = (req, res) =>
    req.url === '/'
      ? res.writeHead(200, { 'Content-Type': 'text/html' }).end(Buffer.from(`\ufeff<head>${META}`, 'utf16le'))
      : res.writeHead(404).end();
  expect(await look('meta')).toMatchObject({ outcome: 'found' });
});

test('of an answer without end no more is taken than is read', async () => {
  let sent = 0;
  answer = (_req, res) => {
    const more = () => {
      while (!res.destroyed) {
        sent += 65_536;
        if (!res.write('x'.repeat(65_536))) return;
      }
    };
    res.on('drain', more);
    more();
  };
  expect(await look('meta')).toMatchObject({ outcome: 'too-large' });
  expect(await look('file')).toMatchObject({ outcome: 'too-large' });
  expect(sent).toBeLessThan(64 * 1_024 * 1_024);
});

test('the element counts although the page goes on behind what is read', async () => {
  answer = page(`<head>${META}</head>${'x'.repeat(400_000)}`);
  expect(await look('meta')).toMatchObject({ outcome: 'found' });
});

test('a site that does not answer in time is given up', async () => {
  answer = () => {};
  expect(await look('meta', { timeoutMs: 100 })).toMatchObject({ outcome: 'timed-out', status: null });
});

test.each([
  ['our line', `ezdash-verification=${TOKEN}\n`],
  ['the token alone', TOKEN],
  [
    'several lines, ours among them',
    `# ours\r\nezdash-verification=${OTHER}\r\nezdash-verification=${TOKEN}\r\n`,
  ],
  ['a byte order mark', `\ufeffezdash-verification=${TOKEN}`],
])('a file with %s shows it', async (_what, text) => {
  answer = file(text);
  expect(await look('file')).toMatchObject({
    outcome: 'found',
    address: `http://${domain()}${VERIFICATION_PATH}`,
  });
});

test.each<[string, RequestListener, Partial<VerificationFinding>]>([
  ['nothing in it', file(''), { outcome: 'token-missing' }],
  ['another token', file(`ezdash-verification=${OTHER}`), { outcome: 'other-token', seen: OTHER }],
  ['other words', file('hello there'), { outcome: 'wrong-content', seen: 'hello there' }],
  ['the token within a text', file(`see ${TOKEN} there`), { outcome: 'wrong-content' }],
  ['a page in its place', file(`<!doctype html>${TOKEN}`), { outcome: 'page-instead' }],
  ['a page by its type', file(TOKEN, 'text/html'), { outcome: 'page-instead' }],
  ['bytes', file(Buffer.from([0, 1, 2]), 'application/octet-stream'), { outcome: 'not-text' }],
  ['too much in it', file(`${'x\n'.repeat(20_000)}`), { outcome: 'too-large' }],
])('of a file with %s it is said', async (_what, listener, expected) => {
  answer = listener;
  expect(await look('file')).toMatchObject(expected);
});

const dns =
  (records: Record<string, string[] | string>): ResolveTxt =>
  async (name) => {
    const found = records[name] ?? [];
    if (typeof found === 'string') throw Object.assign(new Error(found), { code: found });
    return found;
  };
const nowhere: Outbound = {
  ask: (url) => Promise.reject(new OutboundError('name-unknown', url)),
};

test.each<[string, Record<string, string[] | string>, Partial<VerificationFinding>]>([
  ['at our own name', { '_ezdash.site.example': [`ezdash-verification=${TOKEN}`] }, { outcome: 'found' }],
  [
    'at the domain, among others',
    { 'site.example': ['v=spf1 -all', `ezdash-verification=${TOKEN}`] },
    { outcome: 'found' },
  ],
  [
    'at one although the other fails',
    { '_ezdash.site.example': 'ESERVFAIL', 'site.example': [`ezdash-verification=${TOKEN}`] },
    { outcome: 'found' },
  ],
  ['without ours', { 'site.example': ['v=spf1 -all'] }, { outcome: 'token-missing' }],
  ['with another token', { 'site.example': [`ezdash-verification=${OTHER}`] }, { outcome: 'other-token' }],
  [
    'with nothing behind the name',
    { 'site.example': ['ezdash-verification='] },
    { outcome: 'wrong-content' },
  ],
  ['from a server that fails', { '_ezdash.site.example': 'ESERVFAIL' }, { outcome: 'broken' }],
  ['from a server that is silent', { 'site.example': 'ETIMEOUT' }, { outcome: 'timed-out' }],
])('TXT records %s', async (_what, records, expected) => {
  const found = await look('dns', { outbound: nowhere, resolveTxt: dns(records), at: 'site.example' });
  expect(found).toMatchObject({ ...expected, address: '_ezdash.site.example, site.example' });
});

test('this machine’s own name has no records to ask for', async () => {
  expect(await look('dns')).toMatchObject({ outcome: 'name-unknown' });
});

test('no request leaves to an address that is not public', async () => {
  const closed = createOutbound({ allowed: [] });
  expect(await look('meta', { outbound: closed })).toMatchObject({ outcome: 'address-refused' });
  expect(await look('file', { outbound: closed })).toMatchObject({ outcome: 'address-refused' });
  expect(asked).toEqual([]);
});

test('by https first, then by http and with www, where nobody answers; what was wrong first is said', async () => {
  const ways: string[] = [];
  const stub = (working: string | null): Outbound => ({
    ask: async (url) => {
      ways.push(url);
      if (working === null || !url.startsWith(working)) throw new OutboundError('refused', url);
      const body = Buffer.from(`<head>${META}`);
      return { status: 200, headers: { 'content-type': 'text/html' }, body, url, hops: [url], ms: 1 };
    },
  });
  const pages = () => ways.filter((url) => url.endsWith('/'));
  expect(await look('meta', { outbound: stub(null), at: 'site.example' })).toMatchObject({
    outcome: 'refused',
    address: 'https://site.example/',
  });
  expect(pages()).toEqual(['https://site.example/', 'http://site.example/', 'https://www.site.example/']);
  for (const way of ['https://site.', 'http://site.', 'https://www.site.'])
    expect(await look('meta', { outbound: stub(way), at: 'site.example' })).toMatchObject({
      outcome: 'found',
    });
});

test('www and the bare name are one site, another name is not', async () => {
  const stub = (to: string): Outbound => ({
    ask: async (url) => {
      const isFirst = url.startsWith('https://site.example');
      const body = Buffer.from(`<head>${META}`);
      const headers: Record<string, string> = isFirst ? { location: to } : {};
      return { status: isFirst ? 301 : 200, headers, body, url, hops: [url], ms: 1 };
    },
  });
  const at = 'site.example';
  expect(await look('meta', { outbound: stub('https://www.site.example/'), at })).toMatchObject({
    outcome: 'found',
  });
  for (const to of ['https://blog.site.example/', 'https://site.example.evil.example/'])
    expect(await look('meta', { outbound: stub(to), at })).toMatchObject({ outcome: 'redirected-elsewhere' });
});
