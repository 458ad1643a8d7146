import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(__dirname, '../../../..');
const PROGRAMS = {
  'ezdash-remote': ['packages/remote-kit/bin/ezdash-remote.mjs'],
  'npm run remotes': ['--import', 'tsx', 'scripts/remotes.ts'],
  'npm run deploy': ['--import', 'tsx', 'scripts/deploy.ts', 'mf-advertiser'],
};

test.each(Object.entries(PROGRAMS))('%s ends quietly when nobody reads it any more', async (_name, args) => {
  const child = spawn(process.execPath, [...args, '--help'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let noted = '';
  child.stderr.on('data', (data: Buffer) => {
    noted += data.toString();
  });
  const [code] = await once(child, 'close');
  expect({ code, noted }).toEqual({ code: 0, noted: '' });
});
