import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { remoteManifest } from '@ezdash/contracts';
import { fillIn, renderRemote, testUser } from '@ezdash/remote-kit/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { remoteNames, rootDir } from '../../packages/remote-kit/src/build/workspace';
import { CONTRACT_VERSION, LEAST_CONTRACT_VERSION } from '../../packages/remote-kit/src/defineRemote';
import { recordedTypes } from './recorded';
import { layOutKit } from './testing/recordedKit';
import manifest from './testing/weather/remote.manifest';
import { WeatherPage } from './testing/weather/src/WeatherPage';
import { compileProject } from './types/compiler';
import { type DeclarationTree, parseTree } from './types/tree';

jest.setTimeout(180_000);

let scratch = '';
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'recorded-kit-')));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const WEATHER = path.join(rootDir, 'scripts/contract/testing/weather');

/** Records of the versions that the shell still keeps. */
const kept = Array.from({ length: CONTRACT_VERSION - LEAST_CONTRACT_VERSION + 1 }, (_, index) => {
  const version = LEAST_CONTRACT_VERSION + index;
  return { version, text: recordedTypes(rootDir).read(version) };
}).filter((one): one is { version: number; text: string } => one.text !== null);

const compile = (tree: DeclarationTree, include: string[]) =>
  compileProject(layOutKit(scratch, tree, { include }));

test('the declarations of this version of the contract are recorded', () => {
  expect(kept.map(({ version }) => version)).toContain(CONTRACT_VERSION);
});

test.each(kept)(
  'a remote of another repository compiles against those of version $version',
  async ({ text }) => {
    expect(await compile(parseTree(text), [WEATHER])).toEqual([]);
  },
);

test('it does not compile against a kit that lacks what it needs', async () => {
  const tree = parseTree(kept.at(-1)?.text ?? '');
  const file = 'packages/ui/src/parts/PageHeader.d.ts';
  const files = { ...tree.files, [file]: (tree.files[file] ?? '').replace('lead?: ReactNode;', '') };
  expect((await compile({ ...tree, files }, [WEATHER])).join('\n')).toMatch(
    /WeatherPage\.tsx\(\d+,\d+\): error TS2322: (.|\n)*Property 'lead' does not exist/,
  );
});

test('and runs on what the shell gives today', async () => {
  expect(remoteManifest.parse(manifest)).toMatchObject({ name: 'mf-weather' });
  const towns = [{ id: 'a', name: 'Aalen', degrees: 7 }];
  const page = renderRemote(<WeatherPage />, {
    path: '/weather',
    user: testUser({ email: 'ines@halden.test' }),
    routes: {
      'GET /api/weather': () => towns,
      'POST /api/weather': () => {
        towns.push({ id: 'b', name: 'Bonn', degrees: 11 });
        return towns[1];
      },
    },
    texts: {
      weather: { title: 'Weather', towns: 'Towns', town: 'Town', add: 'Add', added: '{{name}} is there now' },
    },
  });
  const table = await screen.findByRole('table', { name: 'Towns' });
  within(table).getByText('Aalen');
  await fillIn(screen.getByRole('textbox', { name: 'Town' }), 'Bonn');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Bonn is there now');
  await within(table).findByText('Bonn');
  expect(page.calls.map(({ method, path: at }) => `${method} ${at}`)).toEqual([
    'GET /api/weather',
    'POST /api/weather',
    'GET /api/weather',
  ]);
});

test('every remote of this repository compiles against what is recorded of this version', async () => {
  const text = kept.find(({ version }) => version === CONTRACT_VERSION)?.text ?? '';
  const entries = remoteNames().map((name) => path.join(rootDir, name, 'src/expose*.tsx'));
  expect(await compile(parseTree(text), entries)).toEqual([]);
});
