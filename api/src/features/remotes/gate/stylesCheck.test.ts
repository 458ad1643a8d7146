import { makeRelease } from '../testReleases';
import { stylesCheck } from './stylesCheck';

const described = { integrity: 'sha384-', byteCount: 3 };

/** The check of a release that has these sheets and no other file. */
function check(sheets: Record<string, string>) {
  const files = Object.fromEntries(Object.keys(sheets).map((file) => [file, described]));
  const read = new Map(Object.entries(sheets).map(([file, text]) => [file, Buffer.from(text)]));
  return stylesCheck(makeRelease({ files }), read);
}

test('sheets whose every rule begins with a class pass', () => {
  expect(check({ 'App.css': '.box-a1B2c3{gap:0}', 'x.js': 'body{}' })).toEqual({
    check: 'styles',
    outcome: 'passed',
    detail: '1 sheet of its own',
  });
});

test('what would dress the pages of others is named, by sheet', () => {
  const many = Array.from({ length: 8 }, (_, at) => `h${at}`).join(',');
  expect(check({ 'App.css': '.a{}body,.b{}', 'Sky.CSS': `${many}{margin:0}`, 'b.css': '' })).toEqual({
    check: 'styles',
    outcome: 'failed',
    detail:
      "App.css reaches what is not the remote's: body; Sky.CSS reaches what is not the remote's: h0, h1, h2, h3, h4, 3 more",
  });
});

test('of a selector without end as much is said as names it', () => {
  const { detail } = check({ 'App.css': `${'p '.repeat(9_000)}{}` });
  expect(detail.length).toBeLessThan(200);
});

test('a sheet that is not there is for the check of integrity to name', () => {
  const release = makeRelease({ files: { 'App.css': described } });
  expect(stylesCheck(release, new Map())).toMatchObject({ outcome: 'passed' });
});
