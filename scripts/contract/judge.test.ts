import { accept, check } from './judge';
import type { RecordedSurfaces } from './recorded';
import { surfaceText } from './recorded';
import type { Surface } from './surface.types';

const surface = (change: Partial<Surface> = {}): Surface => ({
  contractVersion: 3,
  schemas: {},
  channels: { account: { 'balance.changed': { type: 'object' } } },
  exports: { '@ezdash/store': { api: 'value', ApiError: 'type' } },
  shared: { react: '19' },
  ...change,
});

/** What was recorded, in memory. */
function recordedOf(...surfaces: Surface[]) {
  const texts = new Map(surfaces.map((one) => [one.contractVersion, surfaceText(one)]));
  const recorded: RecordedSurfaces = {
    read: (version) => texts.get(version) ?? null,
    write: (version, text) => void texts.set(version, text),
    nameOf: (version) => `v${version}.json`,
  };
  return { recorded, texts };
}

const named = (type: string): Surface['schemas'] => ({
  thing: { direction: 'both', input: { type }, output: { type } },
});

test('what is recorded as it is passes, without a word', () => {
  const { recorded } = recordedOf(surface());
  expect(check({ surface: surface(), least: 3, recorded })).toEqual({ passed: true, lines: [] });
});

test('what has grown must be recorded, which accept does', () => {
  const { recorded, texts } = recordedOf(surface());
  const grown = surface({ schemas: named('string') });
  const judgement = check({ surface: grown, least: 3, recorded });
  expect(judgement.passed).toBe(false);
  expect(judgement.lines.join()).toContain('Record it: npm run contract -- accept');
  expect(accept({ surface: grown, least: 3, recorded })).toEqual({ passed: true, lines: ['Wrote v3.json'] });
  expect(texts.get(3)).toBe(surfaceText(grown));
  expect(check({ surface: grown, least: 3, recorded }).passed).toBe(true);
});

test('a version that was never recorded is asked for', () => {
  const { recorded } = recordedOf();
  expect(check({ surface: surface(), least: 3, recorded }).lines).toEqual([
    'Contract 3 is not recorded in v3.json. Record it: npm run contract -- accept',
  ]);
});

test.each<[string, Partial<Surface>, string]>([
  ['a schema', { schemas: {} }, 'thing is gone'],
  ['a schema of another type', { schemas: named('boolean') }, 'thing does not take a string any more'],
  ['a message of a channel', { channels: { account: {} } }, 'channel account, balance.changed is gone'],
  ['a channel', { channels: {} }, 'channel account, balance.changed is gone'],
  [
    'a name of a shared package',
    { exports: { '@ezdash/store': { ApiError: 'type' } } },
    'api of @ezdash/store is gone',
  ],
  [
    'a value that is a type alone',
    { exports: { '@ezdash/store': { api: 'type', ApiError: 'type' } } },
    'api of @ezdash/store is a type alone now',
  ],
  ['a major version', { shared: { react: '20' } }, 'shared react is version 20, was 19'],
  ['a shared package', { shared: {} }, 'shared react is gone'],
])('%s that is taken away fails, says what to do, and cannot be accepted', (_name, change, message) => {
  const before = surface({ schemas: named('string') });
  const { recorded, texts } = recordedOf(before);
  const after = { ...before, ...change };
  for (const judge of [check, accept]) {
    const { passed, lines } = judge({ surface: after, least: 1, recorded });
    expect(passed).toBe(false);
    expect(lines).toContain(`narrower than v3: ${message}`);
    expect(lines.at(-1)).toMatch(
      /Keep it, or break with them on purpose: raise CONTRACT_VERSION and LEAST_CONTRACT_VERSION/,
    );
  }
  expect(texts.get(3)).toBe(surfaceText(before));
});

describe('a higher version of the contract', () => {
  const before = surface({ schemas: named('string') });
  const after = surface({ contractVersion: 4 });

  test('alone takes nothing away: releases of the one before are still taken', () => {
    const { recorded } = recordedOf(before);
    expect(accept({ surface: after, least: 3, recorded }).lines).toContain('narrower than v3: thing is gone');
  });

  test('with the least version raised too breaks with them', () => {
    const { recorded, texts } = recordedOf(before);
    expect(accept({ surface: after, least: 4, recorded })).toEqual({
      passed: true,
      lines: ['Wrote v4.json'],
    });
    expect([...texts.keys()]).toEqual([3, 4]);
  });
});

test('a schema that goes one way is held to that way alone, unless it ever went both', () => {
  const one = (direction: 'request' | 'answer' | 'both', required: string[]): Surface['schemas'] => ({
    thing: {
      direction,
      input: { type: 'object', properties: { a: { type: 'string' } }, required },
      output: { type: 'object', properties: { a: { type: 'string' } }, required },
    },
  });
  const lines = (before: Surface['schemas'], after: Surface['schemas']) => {
    const { recorded } = recordedOf(surface({ schemas: before }));
    return check({ surface: surface({ schemas: after }), least: 3, recorded }).lines.filter((line) =>
      line.startsWith('narrower'),
    );
  };
  expect(lines(one('request', ['a']), one('request', []))).toEqual([]);
  expect(lines(one('answer', []), one('answer', ['a']))).toEqual([]);
  expect(lines(one('answer', ['a']), one('both', []))).toEqual([
    'narrower than v3: thing.a may be missing now, and never was',
  ]);
  expect(lines(one('request', []), one('answer', ['a']))).toEqual([
    'narrower than v3: thing.a must be sent now, and was optional',
  ]);
});

test('warnings are told and end nothing', () => {
  const values = (list: string[]): Surface['schemas'] => ({
    state: { direction: 'answer', input: { enum: list }, output: { enum: list } },
  });
  const { recorded } = recordedOf(surface({ schemas: values(['a']) }));
  const { passed, lines } = accept({ surface: surface({ schemas: values(['a', 'b']) }), least: 3, recorded });
  expect(passed).toBe(true);
  expect(lines[0]).toBe('warning, since v3: state may be "b" now: readers that list all values miss it');
});
