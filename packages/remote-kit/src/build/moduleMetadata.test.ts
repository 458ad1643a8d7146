import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { metadataScript } from './moduleMetadata';
import { remoteNames, rootDir } from './workspace';

const script = metadataScript({ remote: 'mf-advertiser', version: '1.2.3' });

test('a script says whose it is, under a stack that names its file', () => {
  const scope: { _sentryModuleMetadata?: Record<string, unknown> } = {};
  for (const name of ['App.1a2b3c4d.js', 'remoteEntry.js'])
    runInNewContext(script, Object.assign(scope, { globalThis: scope, Error }), {
      filename: `https://app.test/remotes/mf-advertiser/1.2.3/${name}`,
    });
  const stacks = Object.keys(scope._sentryModuleMetadata ?? {});
  expect(stacks).toHaveLength(2);
  expect(stacks[0]).toContain('/remotes/mf-advertiser/1.2.3/App.1a2b3c4d.js');
  expect(Object.values(scope._sentryModuleMetadata ?? {})).toEqual([
    { remote: 'mf-advertiser', version: '1.2.3' },
    { remote: 'mf-advertiser', version: '1.2.3' },
  ]);
});

test('it weighs next to nothing', () => expect(Buffer.byteLength(script)).toBeLessThan(120));

test.each(remoteNames())('the team that %s names is the one that owns it', (remote) => {
  const read = (file: string) => readFileSync(path.join(rootDir, file), 'utf8');
  const owner = new RegExp(`^/${remote}/\\s+@ezdash/(\\S+)$`, 'm').exec(read('CODEOWNERS'))?.[1];
  expect(owner).toBeDefined();
  expect(read(`${remote}/remote.manifest.ts`)).toContain(`team: '${owner}'`);
});
