import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { type FoundRoute, routesOf } from './testing/routesOf';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';

/** Every form of request target (RFC 9112 §3.2), as it should be and as it should not, over the whole server. */

/** The long form, every form of every route by every method: TARGETS=all npx jest api/src/requestTargets. */
const WHOLE = process.env.TARGETS === 'all';
jest.setTimeout(WHOLE ? 3_600_000 : 120_000);
let app: WholeApp;
let routes: FoundRoute[];
beforeAll(async () => {
  app = await startWholeApp();
  routes = routesOf(app.mounts);
});
afterAll(() => app.close());

/** In front of Express, and in it. */
const FAST = [
  '/serve?zones=z_1',
  '/e/i/token',
  '/creatives/x.png',
  '/tag.js',
  '/vast/z_1',
  '/frame/z_1',
  '/openrtb/x',
  '/app/x',
  '/apps/1/events',
];
const USUAL = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const METHOD_NAMES = [...METHODS, 'STEAL', 'get', 'X'.repeat(300)];
/** Of a path. */
const FORMS: Readonly<Record<string, (path: string) => string>> = {
  origin: (path) => path,
  absolute: (path) => `http://localhost${path}`,
  'absolute of another host': (path) => `https://elsewhere.example:8443${path}`,
  'absolute with a name': (path) => `http://someone:secret@localhost${path}`,
  'absolute of no host': (path) => `http://${path}`,
  'two slashes': (path) => `/${path}`,
  'a slash behind': (path) => `${path}/`,
  backslashes: (path) => path.replaceAll('/', '\\'),
  'a percent sign': (path) => `${path}%`,
  'percent signs everywhere': (path) => `/%${path.replaceAll('/', '/%')}`,
  'half a sequence of UTF-8': (path) => `${path}/%C3%28`,
  'a null byte, escaped': (path) => `${path}%00`,
  'a query of nothing': (path) => `${path}?`,
  'a query that is malformed': (path) => `${path}?a[b]=%E0%A4%A&__proto__=1&a=1&a=2`,
  'a fragment': (path) => `${path}#x`,
  'folders above': (path) => `/../..${path}/../../%2e%2e/%2f`,
  'a semicolon': (path) => `${path};a=b`,
  'other letters': (path) => `${path}/\xe4\xf6`,
  long: (path) => `${path}?${'x'.repeat(12_000)}`,
};
/** Of none. */
const PATHLESS = [
  '*',
  '',
  '?',
  '#',
  '%',
  '%00',
  '.',
  '..',
  'x',
  'localhost:443',
  ':',
  ':443',
  '[::1]:443',
  'http:',
  'http://',
  'http://[',
  'http://[::1',
  'http://[::1]:x/',
  'http://%/',
  'http://?',
  'http://#',
  '//',
  '///',
  '/',
  '/%',
  '/\\',
  'ftp://x/',
  'javascript:alert(1)',
  'mailto:a@b',
  '*?x',
  '**',
  'x'.repeat(70_000),
];

/** The status of the answer; null where the server hung up without one. */
async function ask(method: string, target: string): Promise<number | null> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    'latin1',
  );
  await closed;
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
  return status === undefined ? null : Number(status);
}

const AT_ONCE = 16;
/** Answers of 500 and above, and none at all. */
async function findFailures(
  attempts: readonly (readonly [method: string, target: string])[],
): Promise<string[]> {
  const failures: string[] = [];
  let at = 0;
  const work = async () => {
    for (let attempt = attempts[at++]; attempt; attempt = attempts[at++]) {
      const [method, target] = attempt;
      const status = await ask(method, target);
      if (status === null || status >= 500)
        failures.push(`${status} ${method.slice(0, 20)} ${target.slice(0, 80)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}

const cross = (methods: readonly string[], targets: readonly string[]) =>
  methods.flatMap((method) => targets.map((target) => [method, target] as const));

/** Every method with a few targets, the usual ones with all of them. */
const attemptsAt = (few: readonly string[], all: readonly string[]) =>
  WHOLE ? cross(METHOD_NAMES, all) : [...cross(METHOD_NAMES, few), ...cross(USUAL, all)];

it('a target that names no path is answered below 500, by every method', async () => {
  expect(await findFailures(attemptsAt(PATHLESS.slice(0, 3), PATHLESS))).toEqual([]);
});

it('every form of a path is answered below 500, in front of Express, by every method', async () => {
  const targets = FAST.flatMap((path) => Object.values(FORMS).map((form) => form(path)));
  expect(await findFailures(attemptsAt(FAST, targets))).toEqual([]);
});

it('every route is answered below 500 in one form or another, and by every method', async () => {
  const paths = [...new Set(routes.map(({ path }) => path.replace(/:\w+/g, '1').replace(/[{}*]/g, '')))];
  const forms = Object.values(FORMS);
  const targets = paths.flatMap((path, index) =>
    (WHOLE ? forms : forms.slice(index % forms.length).slice(0, 1)).map((form) => form(path)),
  );
  const few = paths.filter((_, index) => index % 60 === 0);
  const attempts = WHOLE
    ? attemptsAt(few, targets)
    : [...cross(METHOD_NAMES, few), ...cross(['GET'], targets)];
  expect(await findFailures(attempts)).toEqual([]);
});

it.each([
  ['OPTIONS', '*', 204],
  ['GET', '*', 400],
  ['CONNECT', 'localhost:443', 405],
  ['CONNECT', '/serve', 405],
  ['GET', 'http://', 400],
  ['GET', 'http://elsewhere.example/healthz', 200],
  ['GET', 'http://elsewhere.example/api/config', 200],
  ['GET', 'http://elsewhere.example/tag.js', 200],
  ['GET', 'http://someone@localhost/healthz', 400],
])('%s %s: %d', async (method, target, status) => expect(await ask(method, target)).toBe(status));
