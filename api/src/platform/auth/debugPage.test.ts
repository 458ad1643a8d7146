import type { Request, Response } from 'express';
import { createDebugPage, type DebugPageClaims, debugPageCookie } from './debugPage';

const secret = 'a secret of the tests, long enough for anybody';
const claims: DebugPageClaims = {
  session: 7,
  until: 2_000,
  view: 3,
  remotes: { 'mf-auth': { version: '1.0.1', until: 1_500 } },
};

function written(page: ReturnType<typeof createDebugPage>, given = claims): string {
  let value = '';
  page.write({ cookie: (_name: string, text: string) => (value = text) } as unknown as Response, given);
  return value;
}
const asked = (value: unknown, name = debugPageCookie(false)) =>
  ({ cookies: { [name]: value } }) as unknown as Request;

const page = createDebugPage({ secret, secure: false, now: () => 1_000 });

it('reads what it wrote, until the session is over', () => {
  const value = written(page);
  expect(page.read(asked(value))).toEqual(claims);
  const later = createDebugPage({ secret, secure: false, now: () => 2_000 });
  expect(later.read(asked(value))).toBeNull();
});

it('believes nothing that was changed, signed by others, or is no text', () => {
  const value = written(page);
  const [text = '', signature = ''] = value.split('.');
  const other = Buffer.from(JSON.stringify({ ...claims, view: 4 })).toString('base64url');
  const stranger = createDebugPage({ secret: `${secret}!`, secure: false, now: () => 1_000 });
  for (const wrong of [
    `${other}.${signature}`,
    `${text}.${signature.slice(1)}A`,
    text,
    '',
    undefined,
    { a: 1 },
    'x'.repeat(5_000),
    written(stranger),
  ])
    expect(page.read(asked(wrong))).toBeNull();
});

it('behind https no other host can plant it', () => {
  expect(debugPageCookie(true)).toBe('__Host-ez.debug-page');
});
