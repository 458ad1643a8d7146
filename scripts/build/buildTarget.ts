// One target, in a process of its own: buildTarget.ts <name> <buildId>. Prints one line about the result.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseFile } from '@ezdash/contracts';
import {
  apiConfig,
  BuildError,
  buildRemote,
  buildShell,
  compile,
  compressFile,
  integrityOf,
  readPackage,
  remoteNames,
  rootDir,
  TAG_MOST_GZIP_BYTES,
  tagConfig,
} from '@ezdash/remote-kit/build';

const kB = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;

function brotliSum(files: Record<string, ReleaseFile>, names: string[]): string {
  return kB(
    names.reduce((sum, name) => sum + (files[name]?.brotliByteCount ?? files[name]?.byteCount ?? 0), 0),
  );
}

async function buildTag(): Promise<string> {
  const outDir = path.join(rootDir, 'api/dist');
  for (const config of tagConfig({ folder: path.join(rootDir, 'api/tag'), outDir })) await compile(config);
  const lines: string[] = [];
  for (const [name, most] of Object.entries(TAG_MOST_GZIP_BYTES)) {
    const file = path.join(outDir, name);
    const { gzip, brotli } = await compressFile(file);
    if (gzip > most) throw new BuildError(`${name} has ${gzip} bytes gzipped, ${most} are promised`);
    lines.push(`${name} ${kB(gzip)} gzip, ${kB(brotli)} brotli, ${integrityOf(readFileSync(file))}`);
  }
  return lines.join('; ');
}

async function buildApi(): Promise<string> {
  const folder = path.join(rootDir, 'api');
  await compile(apiConfig({ folder, outDir: path.join(folder, 'dist') }));
  return `main.mjs ${kB(readFileSync(path.join(folder, 'dist/main.mjs')).length)}`;
}

async function buildTarget(name: string, buildId: string): Promise<string> {
  if (name === 'tag') return buildTag();
  if (name === 'api') return buildApi();
  const folder = path.join(rootDir, name);
  const options = { folder, outDir: path.join(folder, 'dist'), version: readPackage(name).version, buildId };
  if (name === 'shell') {
    const { files, scripts, styles } = await buildShell(options);
    return `scripts ${brotliSum(files, scripts)}, styles ${brotliSum(files, styles)} brotli`;
  }
  if (!remoteNames().some((remote) => remote === name)) throw new BuildError(`Unknown target ${name}`);
  // What `wantsTypes` has decided.
  const types = process.env.RELEASE_TYPES === '1';
  const { files, modules, entry, version } = await buildRemote({ ...options, types });
  const parts = Object.entries(modules).map(
    ([module, { scripts, styles }]) => `${module} ${brotliSum(files, [...scripts, ...styles])}`,
  );
  return `${version}: entry ${brotliSum(files, [entry])}, ${parts.join(', ')} brotli`;
}

const [, , name = '', buildId = ''] = process.argv;
try {
  console.log(await buildTarget(name, buildId));
} catch (error) {
  console.error(error instanceof BuildError ? error.message : error);
  process.exitCode = 1;
}
