import { jsonText } from './jsonText';
import { classesIn, keysOf, tokensIn } from './readNames';
import { breakingVersion, readSurface, versionsOf } from './readSurface';
import { parseSurface, surfaceText } from './recorded';
import { namesIn } from './schemasOf';

const surface = { ...readSurface(), behind: versionsOf(['react', '@mantine/core']) };

test('it has what remotes rely on', () => {
  expect(Object.keys(surface.schemas).length).toBeGreaterThan(400);
  expect(surface.schemas.activateReleaseRequest?.direction).toBe('request');
  expect(surface.schemas.campaignList?.direction).toBe('answer');
  expect(surface.schemas.release?.direction).toBe('both');
  expect(Object.keys(surface.channels)).toContain('releases');
  expect(surface.exports['@ezdash/store']).toMatchObject({
    api: 'value',
    useLive: 'value',
    RootState: 'type',
  });
  expect(surface.exports['@ezdash/ui/data']).toMatchObject({ DataTable: 'value' });
  expect(surface.exports['react-router-dom']).toMatchObject({ Routes: 'value' });
  expect(surface.exports['react-i18next']).toMatchObject({ useTranslation: 'value' });
  expect(surface.exports['@ezdash/contracts']).toMatchObject({ User: 'type', user: 'value' });
  expect(surface.shared).toMatchObject({ react: '19', '@ezdash/ui/data': '1' });
  expect(surface.behind).toEqual({ react: '19', '@mantine/core': '9' });
});

test('it has what remotes rely on by its name alone', () => {
  const { tags, bridge, tokens, classes, texts } = surface.names;
  expect(tags).toContain('Campaign');
  expect(bridge.account?.['balance.changed']).toEqual(
    expect.arrayContaining(['Funds', 'Session (publisher)']),
  );
  expect(tokens).toEqual(expect.arrayContaining(['--ez-ink', '--ez-d8']));
  expect(classes).toEqual(expect.arrayContaining(['ez-cols', 'ez-stack']));
  expect(texts.ui).toMatchObject({ 'table.range': ['from', 'to', 'total'] });
});

test('every name that a schema refers to is one of its own', () => {
  const unknown = Object.values(surface.schemas)
    .flatMap(({ input, output }) => [...namesIn([input, output])])
    .filter((name) => surface.schemas[name] === undefined);
  expect(unknown).toEqual([]);
});

test('what is written is read as it was, and written the same again', () => {
  const text = surfaceText(surface);
  expect(surfaceText(parseSurface(text))).toBe(text);
});

test('JSON is written for people: what fits on a line stands on one', () => {
  const value = { short: { a: [1, 'b', null] }, long: { text: 'x'.repeat(100), more: [] }, none: {} };
  const text = jsonText(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.split('\n').slice(0, 4)).toEqual([
    '{',
    ' "short": { "a": [1, "b", null] },',
    ' "long": {',
    `  "text": "${'x'.repeat(100)}",`,
  ]);
});

test.each([
  ['19.3.1', '19'],
  ['0.8.3', '0.8'],
])('of %s the version that breaks is %s', (version, breaking) => {
  expect(breakingVersion(version)).toBe(breaking);
});

test('names are read from sheets, from what is written of them, and from texts', () => {
  expect(
    tokensIn(':root {\n  --ez-ink: #000;\n  --ez-line : 1px;\n  color: var(--ez-gone);\n  --own: 1;\n}'),
  ).toEqual(['--ez-ink', '--ez-line']);
  const readme = 'Classes a page may use as they are: `ez-stack` (one), `ez-link`, `ez-gone`. `data-even`.';
  expect(classesIn(readme, '.ez-stack > p {}\n.ez-link:hover {}\n.ez-gone-now {}')).toEqual([
    'ez-link',
    'ez-stack',
  ]);
  expect(keysOf({ b: { c: '{{from}} to {{- to}}' }, a: 'A' })).toEqual({ a: [], 'b.c': ['from', 'to'] });
});
