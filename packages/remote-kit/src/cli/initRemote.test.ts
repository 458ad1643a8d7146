import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findExposes } from '../build/buildRemote';
import { installedVersion } from '../build/workspace';
import { initRemote } from './initRemote';
import { buildIdOf } from './outsideCommand';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ezdash-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

test('an empty folder becomes a remote of the name given', async () => {
  initRemote(folder, ['mf-weather']);
  expect(await findExposes(folder)).toEqual({ App: './src/expose.tsx' });
  expect(read('remote.manifest.ts')).toContain("name: 'mf-weather'");
  expect(read('src/pages/WeatherPage.tsx')).toContain('export function WeatherPage()');
  expect(JSON.parse(read('src/locales/de.json')).page.start).toBe('Weather');
  expect(JSON.parse(read('tsconfig.json')).include).toEqual(['remote.manifest.ts', 'src']);
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name: 'mf-weather',
    version: '1.0.0',
    type: 'module',
    scripts: { deploy: 'ezdash-remote deploy' },
    dependencies: { react: installedVersion('react') },
  });
  for (const file of ['remote.manifest.ts', 'src/expose.tsx', 'src/pages/WeatherPage.test.tsx'])
    expect(read(file)).not.toMatch(/sample/i);
});

test('what the team has already stays', () => {
  const before = {
    name: 'x',
    version: '0.3.0',
    main: 'index.js',
    scripts: { lint: 'lint' },
    dependencies: { '@ezdash/remote-kit': 'file:../kit/ezdash-remote-kit-1.0.0.tgz' },
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(before));
  writeFileSync(path.join(folder, '.gitignore'), 'mine\n');
  initRemote(folder, ['mf-weather']);
  const made = JSON.parse(read('package.json'));
  expect(made).toMatchObject({
    version: '0.3.0',
    scripts: before.scripts,
    dependencies: before.dependencies,
  });
  expect(made).not.toHaveProperty('main');
  expect(read('.gitignore')).toBe('mine\n');
});

test('nothing is overwritten', () => {
  writeFileSync(path.join(folder, 'remote.manifest.ts'), 'mine');
  expect(() => initRemote(folder, ['mf-weather'])).toThrow(
    'There is remote.manifest.ts already: nothing was written.',
  );
  expect(read('remote.manifest.ts')).toBe('mine');
  expect(existsSync(path.join(folder, 'src'))).toBe(false);
});

test.each([[[]], [['weather']], [['mf-weather', 'mf-news']]])('%j is no name', (words) =>
  expect(() => initRemote(folder, words)).toThrow(/^(Say its name|The remote: )/),
);

test('a build is named by what it is made of: not by its tests', () => {
  initRemote(folder, ['mf-weather']);
  const before = buildIdOf(folder);
  expect(before).toMatch(/^[0-9a-f]{12}$/);
  writeFileSync(path.join(folder, 'src/pages/WeatherPage.test.tsx'), 'changed');
  expect(buildIdOf(folder)).toBe(before);
  writeFileSync(path.join(folder, 'src/locales/en.json'), '{}');
  expect(buildIdOf(folder)).not.toBe(before);
});
