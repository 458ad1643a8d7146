import { makeRelease } from '../testReleases';
import { isLoopbackOrigin, readLocalRelease } from './localBuilds';

test.each([
  ['http://localhost:8090', true],
  ['http://127.0.0.1:3000', true],
  ['https://localhost:8090', false],
  ['http://localhost', false],
  ['http://localhost:0', false],
  ['http://localhost:70000', false],
  ['http://localhost:8090/', false],
  ['http://localhost:8090@evil.example', false],
  ['http://localhost.evil.example:8090', false],
  ['http://127.0.0.1.evil.example:80', false],
  ['http://192.168.1.5:8090', false],
  ['http://[::1]:8090', false],
  ['javascript:alert(1)', false],
])('%s is a place on the browser’s own machine: %s', (origin, is) => {
  expect(isLoopbackOrigin(origin)).toBe(is);
});

test('a build is read as it was written', () => {
  const release = makeRelease({ version: '0.0.0-dev.3' });
  expect(readLocalRelease(JSON.parse(JSON.stringify(release)), 'mf-advertiser')).toEqual({ release });
});

const file = makeRelease().files['App.js'];

test.each([
  ['no release', {}, /^release\.json: name: /],
  ['another remote', makeRelease({ name: 'mf-auth' }), /^It is mf-auth$/],
  ['a version that is none', makeRelease({ version: '../..' }), /version is none/],
  ['an entry that it does not describe', makeRelease({ entry: 'gone.js' }), /does not describe gone\.js/],
  [
    'a script that it does not describe',
    makeRelease({ modules: { App: { scripts: ['gone.js'], styles: [], tiers: [] } } }),
    /does not describe gone\.js/,
  ],
  [
    'a name that would leave its place in the page',
    makeRelease({
      files: { ...makeRelease().files, '"><script>.js': file ?? { integrity: '', byteCount: 0 } },
    }),
    /cannot be called/,
  ],
])('a build with %s is refused', (_name, sent, problem) => {
  expect(readLocalRelease(sent, 'mf-advertiser')).toEqual({ problem: expect.stringMatching(problem) });
});
