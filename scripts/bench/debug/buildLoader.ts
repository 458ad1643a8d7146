// buildLoader.ts <scratch folder>: prints what everybody's scripts carry of the debug tool, in Brotli bytes. The shell as
// it is, against one in which the tool's place is empty; both are built here, with the same options.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildShell, rootDir } from '@ezdash/remote-kit/build';

const NOTHING = 'export const DebugHost = () => null;\n';
const folder = path.join(rootDir, 'shell');

async function build(outDir: string, alias: Record<string, string>): Promise<number> {
  const { scripts, files } = await buildShell({
    folder,
    outDir,
    version: '0.0.0-bench',
    buildId: '000000000000',
    adjust: (config) => ({
      ...config,
      resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...alias } },
    }),
  });
  return scripts.reduce((sum, file) => sum + (files[file]?.brotliByteCount ?? 0), 0);
}

const [, , scratch = ''] = process.argv;
const nothing = path.join(scratch, 'nothing.ts');
await writeFile(nothing, NOTHING);
const host = path.join(folder, 'src/app/debug/DebugHost.tsx');
const withLoader = await build(path.join(scratch, 'with'), {});
console.log(withLoader - (await build(path.join(scratch, 'without'), { [host]: nothing })));
