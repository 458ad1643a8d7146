import type { Request } from 'express';
import { fakeClock } from '../../testing/fakeClock';
import { createFlowCookie, type Flow } from './flowCookie';

const clock = fakeClock();
const secret = 'a secret of the tests';
const begun: Flow = {
  provider: 'acme',
  intent: 'login',
  next: '/settings/profile',
  state: 'state',
  nonce: 'nonce',
  verifier: 'verifier',
  owner: null,
  beganAt: clock.nowMs(),
};

/** A call with cookies, and what its answer sets. */
function call(cookies: Record<string, unknown> = {}) {
  const set: [name: string, value: string, options: object][] = [];
  const res = { cookie: (...given: (typeof set)[number]) => set.push(given) };
  return { req: { cookies, res } as unknown as Request, set };
}
const cookies = createFlowCookie({ secret, secure: false, clock });
function issued(): string {
  const { req, set } = call();
  cookies.issue(req, begun);
  return set[0]?.[1] ?? '';
}
const read = (value: unknown, from = cookies) => from.read(call({ 'ez.social': value }).req);

it('gives back what it was given, for ten minutes', () => {
  const value = issued();
  expect(read(value)).toEqual(begun);
  const later = fakeClock();
  later.advance(10 * 60_000);
  expect(read(value, createFlowCookie({ secret, secure: false, clock: later }))).toEqual(begun);
  later.advance(1);
  expect(read(value, createFlowCookie({ secret, secure: false, clock: later }))).toBeNull();
});

it('is out of reach of scripts and, behind https, of neighbours', () => {
  const { req, set } = call();
  createFlowCookie({ secret, secure: true, clock }).issue(req, begun);
  const options = { httpOnly: true, sameSite: 'lax', secure: true, path: '/', maxAge: 600_000 };
  expect(set).toEqual([['__Host-ez.social', expect.any(String), options]]);
});

it('takes nothing that it did not sign', () => {
  const [text = '', signature = ''] = issued().split('.');
  const forged = Buffer.from(JSON.stringify({ ...begun, intent: 'link' })).toString('base64url');
  for (const value of [
    undefined,
    '',
    text,
    `${text}.`,
    `${forged}.${signature}`,
    `${text}.${signature}.x`,
    {},
  ])
    expect(read(value)).toBeNull();
  expect(read(issued(), createFlowCookie({ secret: 'another', secure: false, clock }))).toBeNull();
});
