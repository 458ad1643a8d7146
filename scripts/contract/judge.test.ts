import { compareSurfaces } from './compareSurfaces';
import { accept as acceptAll, type ContractRecord, check as checkAll } from './judge';
import { parseSurface, surfaceText } from './recorded';
import type { Surface } from './surface.types';

const surface = (change: Partial<Surface> = {}): Surface => ({
  contractVersion: 3,
  schemas: {},
  channels: { account: { 'balance.changed': { type: 'object' } } },
  exports: { '@ezdash/store': { api: 'value', ApiError: 'type' } },
  shared: { react: '19' },
  behind: { '@mantine/core': '9' },
  names: {
    tags: ['Campaign', 'Zone'],
    bridge: { account: { 'balance.changed': ['Campaign'] } },
    tokens: ['--ez-ink'],
    classes: ['ez-stack'],
    texts: { ui: { 'table.range': ['from', 'to'] } },
  },
  ...change,
});

type Recorded = Pick<ContractRecord, 'nameOf' | 'read' | 'write'>;

/** What was recorded, in memory. */
function recordedOf(...surfaces: Surface[]) {
  const texts = new Map(surfaces.map((one) => [one.contractVersion, surfaceText(one)]));
  const recorded: Recorded = {
    read: (version) => texts.get(version) ?? null,
    write: (version, text) => void texts.set(version, text),
    nameOf: (version) => `v${version}.json`,
  };
  return { recorded, texts };
}

interface Judged {
  surface: Surface;
  least: number;
  recorded: Recorded;
}

const partsOf = ({ surface: now, least, recorded }: Judged) => ({
  version: now.contractVersion,
  least,
  records: [
    {
      ...recorded,
      text: surfaceText(now),
      compare: async (before: string) => compareSurfaces(parseSurface(before), now),
    },
  ],
});
const check = (judged: Judged) => checkAll(partsOf(judged));
const accept = (judged: Judged) => acceptAll(partsOf(judged));

const schema = (type: string): Surface['schemas'] => ({
  thing: { direction: 'both', input: { type }, output: { type } },
});

/** Other names than those that were recorded. */
const named = (change: Partial<Surface['names']>): Partial<Surface> => ({
  names: { ...surface().names, ...change },
});

test('what is recorded as it is passes, without a word', async () => {
  const { recorded } = recordedOf(surface());
  await expect(check({ surface: surface(), least: 3, recorded })).resolves.toEqual({
    passed: true,
    lines: [],
  });
});

test('what has grown must be recorded, which accept does', async () => {
  const { recorded, texts } = recordedOf(surface());
  const grown = surface({ schemas: schema('string') });
  const judgement = await check({ surface: grown, least: 3, recorded });
  expect(judgement.passed).toBe(false);
  expect(judgement.lines.join()).toContain('Record it: npm run contract -- accept');
  await expect(accept({ surface: grown, least: 3, recorded })).resolves.toEqual({
    passed: true,
    lines: ['Wrote v3.json'],
  });
  expect(texts.get(3)).toBe(surfaceText(grown));
  await expect(check({ surface: grown, least: 3, recorded })).resolves.toMatchObject({ passed: true });
});

test('a version that was never recorded is asked for', async () => {
  const { recorded } = recordedOf();
  expect((await check({ surface: surface(), least: 3, recorded })).lines).toEqual([
    'Contract 3 is not recorded in v3.json. Record it: npm run contract -- accept',
  ]);
});

test.each<[string, Partial<Surface>, string]>([
  ['a schema', { schemas: {} }, 'thing is gone'],
  ['a schema of another type', { schemas: schema('boolean') }, 'thing does not take a string any more'],
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
  [
    'a major version of what the declarations name',
    { behind: { '@mantine/core': '10' } },
    'types of @mantine/core is version 10, was 9',
  ],
  ['a tag', named({ tags: ['Campaign'] }), 'tag Zone is gone'],
  [
    'a tag of a message',
    named({ bridge: { account: { 'balance.changed': ['Zone'] } } }),
    'channel account, balance.changed: tag Campaign is gone',
  ],
  ['a token', named({ tokens: ['--ez-ink-2'] }), 'token --ez-ink is gone'],
  ['a class', named({ classes: [] }), 'class ez-stack is gone'],
  ['a text', named({ texts: { ui: {} } }), 'text ui:table.range is gone'],
  [
    'a text that needs more than it is given',
    named({ texts: { ui: { 'table.range': ['from', 'to', 'of'] } } }),
    'text ui:table.range is filled with of too now',
  ],
])('%s that is taken away fails, says what to do, and cannot be accepted', async (_name, change, message) => {
  const before = surface({ schemas: schema('string') });
  const { recorded, texts } = recordedOf(before);
  const after = { ...before, ...change };
  for (const judge of [check, accept]) {
    const { passed, lines } = await judge({ surface: after, least: 1, recorded });
    expect(passed).toBe(false);
    expect(lines).toContain(`narrower than v3: ${message}`);
    expect(lines.at(-1)).toMatch(
      /Keep it, or break with them on purpose: raise CONTRACT_VERSION and LEAST_CONTRACT_VERSION/,
    );
  }
  expect(texts.get(3)).toBe(surfaceText(before));
});

describe('a higher version of the contract', () => {
  const before = surface({ schemas: schema('string') });
  const after = surface({ contractVersion: 4 });

  test('alone takes nothing away: releases of the one before are still taken', async () => {
    const { recorded } = recordedOf(before);
    expect((await accept({ surface: after, least: 3, recorded })).lines).toContain(
      'narrower than v3: thing is gone',
    );
  });

  test('with the least version raised too breaks with them', async () => {
    const { recorded, texts } = recordedOf(before);
    await expect(accept({ surface: after, least: 4, recorded })).resolves.toEqual({
      passed: true,
      lines: ['Wrote v4.json'],
    });
    expect([...texts.keys()]).toEqual([3, 4]);
  });
});

test('a schema that goes one way is held to that way alone, unless it ever went both', async () => {
  const one = (direction: 'request' | 'answer' | 'both', required: string[]): Surface['schemas'] => ({
    thing: {
      direction,
      input: { type: 'object', properties: { a: { type: 'string' } }, required },
      output: { type: 'object', properties: { a: { type: 'string' } }, required },
    },
  });
  const lines = async (before: Surface['schemas'], after: Surface['schemas']) => {
    const { recorded } = recordedOf(surface({ schemas: before }));
    const judged = await check({ surface: surface({ schemas: after }), least: 3, recorded });
    return judged.lines.filter((line) => line.startsWith('narrower'));
  };
  expect(await lines(one('request', ['a']), one('request', []))).toEqual([]);
  expect(await lines(one('answer', []), one('answer', ['a']))).toEqual([]);
  expect(await lines(one('answer', ['a']), one('both', []))).toEqual([
    'narrower than v3: thing.a may be missing now, and never was',
  ]);
  expect(await lines(one('request', []), one('answer', ['a']))).toEqual([
    'narrower than v3: thing.a must be sent now, and was optional',
  ]);
});

test('warnings are told and end nothing', async () => {
  const values = (list: string[]): Surface['schemas'] => ({
    state: { direction: 'answer', input: { enum: list }, output: { enum: list } },
  });
  const { recorded } = recordedOf(surface({ schemas: values(['a']) }));
  const { passed, lines } = await accept({
    surface: surface({ schemas: values(['a', 'b']) }),
    least: 3,
    recorded,
  });
  expect(passed).toBe(true);
  expect(lines[0]).toBe('warning, since v3: state may be "b" now: readers that list all values miss it');
});

test('more names, and a text that needs less, take nothing away', async () => {
  const { recorded } = recordedOf(surface());
  const grown = surface(
    named({
      tags: ['Campaign', 'News', 'Zone'],
      bridge: { account: { 'balance.changed': ['Campaign', 'Zone'] }, role: { 'news.changed': ['News'] } },
      tokens: ['--ez-ink', '--ez-ink-2'],
      classes: ['ez-cols', 'ez-stack'],
      texts: { ui: { 'table.range': ['from'], 'table.next': [] } },
    }),
  );
  await expect(accept({ surface: grown, least: 3, recorded })).resolves.toEqual({
    passed: true,
    lines: ['Wrote v3.json'],
  });
});

test('a record of before names were recorded says nothing of them', async () => {
  const { names: _, behind: __, ...rest } = surface();
  const { recorded, texts } = recordedOf();
  texts.set(3, JSON.stringify(rest));
  await expect(accept({ surface: surface(), least: 3, recorded })).resolves.toMatchObject({ passed: true });
});

test('every record is judged, and none is written when one is narrower', async () => {
  const texts = new Map([
    ['a', 'old'],
    ['b', 'old'],
  ]);
  const record = (name: string, isNarrower: boolean): ContractRecord => ({
    nameOf: () => name,
    read: () => texts.get(name) ?? null,
    write: (_version, text) => void texts.set(name, text),
    text: 'new',
    compare: async () => (isNarrower ? [{ level: 'narrower', where: name, what: 'is gone' }] : []),
  });
  const judge = (isNarrower: boolean) =>
    acceptAll({ version: 3, least: 3, records: [record('a', false), record('b', isNarrower)] });
  expect((await judge(true)).lines[0]).toBe('narrower than v3: b is gone');
  expect([...texts.values()]).toEqual(['old', 'old']);
  expect((await judge(false)).lines).toEqual(['Wrote a', 'Wrote b']);
  expect([...texts.values()]).toEqual(['new', 'new']);
});
