import { spawn } from 'node:child_process';
import path from 'node:path';
import { rootDir } from '../../../packages/remote-kit/src/build/workspace';

/** It takes a second or two, ten on a busy machine; it answers or it hangs. */
const TIMEOUT_MS = 120_000;

/** How declarations are made and held against each other: as remotes are compiled. */
export const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  lib: ['es2023', 'dom', 'dom.iterable'],
  strict: true,
  skipLibCheck: true,
  resolveJsonModule: true,
} as const;

/** Runs the compiler on a `tsconfig.json`, by its command, which is stable; answers what it complained of, line by line. */
export function compileProject(project: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const compiler = path.join(rootDir, 'node_modules/typescript/bin/tsc');
    const child = spawn(process.execPath, [compiler, '-p', project, '--pretty', 'false'], {
      cwd: path.dirname(project),
      timeout: TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        output += data.toString();
      });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const lines = output.split('\n').filter(Boolean);
      if (signal) reject(new Error(`The compiler was ended by ${signal}`));
      else if (code !== 0 && lines.length === 0) reject(new Error(`The compiler ended with ${code}`));
      else resolve(lines);
    });
  });
}
