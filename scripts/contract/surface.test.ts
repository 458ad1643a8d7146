import { jsonText } from './jsonText';
import { breakingVersion, readSurface } from './readSurface';
import { parseSurface, surfaceText } from './recorded';
import { namesIn } from './schemasOf';

const surface = readSurface();

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
  expect(surface.shared).toMatchObject({ react: '19', '@ezdash/ui/data': '1' });
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
