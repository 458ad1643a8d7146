// node scripts/completeLock.mjs: after a change of dependencies on a machine whose registry offers only its own
// platform's binaries. Names the other platforms' optional packages in the lock file, without which npm ci refuses it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/run.mjs';

const SYSTEMS = [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
];
const PROCESSORS = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

/** What a package of binaries runs on, from its name: `@rspack/binding-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split(/[^a-z0-9]+/i);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.includes('musl')
    ? ['musl']
    : words.includes('gnu') && os[0] === 'linux'
      ? ['glibc']
      : [];
  if (words.includes('wasm32') || words.includes('wasi')) return { cpu: ['wasm32'] };
  if (words.includes('universal')) return { os };
  if (os.length === 0 && cpu.length === 0) return null;
  return { ...(cpu.length && { cpu }), ...(os.length && { os }), ...(libc.length && { libc }) };
}

const file = path.join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const own = `${place ? `${place}/` : ''}node_modules/${name}`;
    if (lock.packages[own] || lock.packages[`node_modules/${name}`]) continue;
    const platform = platformOf(name);
    if (!platform) {
      console.log(`${name} (of ${place}) is left out: its platform cannot be told from its name`);
      continue;
    }
    const { dev } = entry;
    lock.packages[`node_modules/${name}`] = {
      version: String(version).replace(/^[\^~]/, ''),
      ...platform,
      ...(dev && { dev }),
      optional: true,
    };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms named`);
