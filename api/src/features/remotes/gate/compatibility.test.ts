import { makeRelease, makeShell } from '../testReleases';
import { incompatibilities, satisfiesCaret } from './compatibility';

test.each([
  ['19.3.1', '^19.3.1', true],
  ['19.4.0', '^19.3.1', true],
  ['19.3.0', '^19.3.1', false],
  ['20.0.0', '^19.3.1', false],
  ['0.28.17', '^0.28.3', true],
  ['0.29.0', '^0.28.3', false],
  ['1.0.0-build.1a2b3c4d', '^1.0.0', true],
  ['next', '^1.0.0', false],
])('%s satisfies %s: %s', (version, range, expected) => {
  expect(satisfiesCaret(version, range)).toBe(expected);
});

test('a release that fits has no reasons against it', () => {
  expect(incompatibilities(makeRelease(), makeShell())).toEqual([]);
});

test('each thing the shell lacks is a reason', () => {
  const release = makeRelease({ pluginVersion: '3.0.0', shared: { react: '^20.0.0', lodash: '^4.0.0' } });
  release.manifest.contractVersion = 2;
  expect(incompatibilities(release, makeShell())).toEqual([
    'built with federation 3.0.0, the shell provides 2.9.2',
    'needs contract 2, the shell has 1',
    'needs react ^20.0.0, the shell has 19.3.1',
    'needs lodash ^4.0.0, the shell has none',
  ]);
});

test.each(['constructor', 'toString', '__proto__'])(
  'a package called %s is none that the shell has',
  (name) => {
    const shared = Object.fromEntries([[name, '^1.0.0']]);
    expect(incompatibilities(makeRelease({ shared }), makeShell())).toEqual([
      `needs ${name} ^1.0.0, the shell has none`,
    ]);
  },
);

test('a contract that the shell no longer keeps is a reason, one that it keeps is none', () => {
  const shell = makeShell({ contractVersion: 4, leastContractVersion: 2 });
  const reasonsOf = (contractVersion: number) => {
    const release = makeRelease();
    release.manifest.contractVersion = contractVersion;
    return incompatibilities(release, shell);
  };
  expect(reasonsOf(1)).toEqual(['made for contract 1, the shell keeps 2 to 4']);
  expect([2, 3, 4].flatMap(reasonsOf)).toEqual([]);
  expect(reasonsOf(5)).toEqual(['needs contract 5, the shell has 4']);
});
