import { createSignedLinks, type SignedLinksParts } from './signedLinks';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const parts: SignedLinksParts = {
  secret: 'a secret of this environment',
  appUrl: 'https://staging.test',
  production: false,
  now: () => NOW,
};
const until = NOW + 3_600_000;
const make = (change: Partial<SignedLinksParts> = {}) => createSignedLinks({ ...parts, ...change });
const tokenOf = (url: string) => new URL(url).searchParams.get('link') ?? '';

test('a link opens where it was made, and names remote and version', () => {
  const url = make().linkTo({ remote: 'mf-auth', version: '1.2.0', until });
  expect(url).toMatch(/^https:\/\/staging\.test\/remotes\/override\?link=[\w-]+\.[\w-]{43}$/);
  expect(make().openLink(tokenOf(url))).toEqual({ claims: { remote: 'mf-auth', version: '1.2.0', until } });
});

describe('a link does nothing', () => {
  const token = tokenOf(make().linkTo({ remote: 'mf-auth', version: '1.2.0', until }));
  const [text = '', signature = ''] = token.split('.');
  const forged = (change: object) => {
    const claims = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), ...change };
    return `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  };

  test.each([
    ['when it is over', token, { now: () => until }, 'over'],
    ['in another environment', token, { appUrl: 'https://ads.test' }, 'elsewhere'],
    ['where another secret signs', token, { secret: 'another' }, 'broken'],
    ['with another remote written into it', forged({ remote: 'mf-debug' }), {}, 'broken'],
    ['with another version written into it', forged({ version: '9.9.9' }), {}, 'broken'],
    ['with a later end written into it', forged({ until: until + 1 }), {}, 'broken'],
    ['with a build of somebody’s machine written into it', forged({ local: 1 }), {}, 'broken'],
    ['cut short', token.slice(0, -1), {}, 'broken'],
    ['without anything', '', {}, 'broken'],
    ['of great length', `${'a'.repeat(5_000)}.${signature}`, {}, 'broken'],
  ] satisfies [string, string, Partial<SignedLinksParts>, string][])('%s', (_name, sent, change, problem) => {
    expect(make(change).openLink(sent)).toEqual({ problem });
  });

  test('in production, when it is of a build on somebody’s own machine', () => {
    const local = tokenOf(make().linkTo({ remote: 'mf-auth', local: 3, until }));
    expect(make().openLink(local)).toEqual({ claims: { remote: 'mf-auth', local: 3, until } });
    expect(make({ production: true }).openLink(local)).toEqual({ problem: 'over' });
  });
});
