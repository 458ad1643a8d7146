import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { BuildError } from './compile';
import { packageFolder } from './workspace';

/** The archive's name among a release's files. */
export const TYPES_FILE = 'types.zip';

/** The compiler takes 3 to 4 s for the largest remote; it answers or it hangs. */
const TIMEOUT_MS = 120_000;
/** The same bytes whenever it is built; the format begins in 1980. */
const WRITTEN_AT = new Date(1980, 0, 1);

export interface TypesArchive {
  /** Folder of the remote, absolute. */
  folder: string;
  name: string;
  version: string;
  /** Exposed module → source file: `App` → `./src/expose.tsx`. */
  exposes: Record<string, string>;
}

/** What the declarations are made with: the remote's own settings where it has some, and in any case these. */
function compilerSettings({ folder, exposes }: TypesArchive, outDir: string) {
  const own = path.join(folder, 'tsconfig.json');
  return {
    ...(existsSync(own) ? { extends: own } : {}),
    files: Object.values(exposes).map((file) => path.join(folder, file)),
    include: [],
    exclude: [],
    compilerOptions: {
      target: 'es2023',
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      lib: ['es2023', 'dom', 'dom.iterable'],
      strict: true,
      skipLibCheck: true,
      resolveJsonModule: true,
      types: [],
      noEmit: false,
      declaration: true,
      declarationMap: false,
      emitDeclarationOnly: true,
      // Whether it is right in itself is for `npm run check`, and takes three times as long.
      noCheck: true,
      // Packages of a workspace lie beside the remote: their declarations are made too, and left where they are.
      rootDir: path.parse(folder).root,
      outDir,
    },
  };
}

/** Runs the compiler; answers what it complained of. */
async function emit(project: string): Promise<string[]> {
  const compiler = path.join(packageFolder('typescript'), 'bin/tsc');
  const args = [compiler, '--project', project, '--pretty', 'false'];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { timeout: TIMEOUT_MS, maxBuffer: 50_000_000, cwd: path.dirname(project) },
      (error, stdout) => {
        if (error?.killed) return reject(new BuildError('The compiler did not finish with the types'));
        resolve(stdout.split('\n').filter(Boolean));
      },
    );
  });
}

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(["'])([^"']+)\1/g;
const SHEET_IMPORT = /^import\s+(["'])[^"']+\.css\1;?[^\S\n]*\n?/gm;

/** Declarations of one remote as the compiler left them, by their path in its folder. */
interface Emitted {
  folder: string;
  /** Where the compiler put what belongs to `folder`. */
  outDir: string;
}

const pathsOf = (file: string) => [`${file}.d.ts`, `${file}/index.d.ts`];

/** File that a relative import of a declaration means, in the remote's folder. */
function resolveImport({ folder, outDir }: Emitted, from: string, specifier: string): string {
  const target = path.posix.join(path.posix.dirname(from), specifier.replace(/\.(jsx?|tsx?)$/, ''));
  if (target.startsWith('../'))
    throw new BuildError(
      `The types of ${path.basename(folder)} refer to ${specifier} (${from}), which lies outside of it: name the type, ` +
        'or take it from one of the shared packages',
    );
  const found = pathsOf(target).find((file) => existsSync(path.join(outDir, file)));
  if (found) return found;
  throw new BuildError(
    `The types of ${path.basename(folder)} refer to ${specifier} (${from}), which has none`,
  );
}

/** What the exposed modules' declarations are, and whatever they refer to of the remote's own folder. */
async function collect(emitted: Emitted, first: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [...first];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = (await readFile(path.join(emitted.outDir, file), 'utf8')).replace(SHEET_IMPORT, '');
    found.set(file, text);
    for (const [, , specifier = ''] of text.matchAll(SPECIFIER))
      if (specifier.startsWith('.')) waiting.push(resolveImport(emitted, file, specifier));
  }
  return found;
}

/** Stops for what the compiler complained of in a file that is in the archive; the rest is nobody's business here. */
function refuseProblems(folder: string, problems: string[], files: Iterable<string>): void {
  const sources = [...files].map((file) => file.replace(/\.d\.ts$/, ''));
  const own = problems.filter((line) => sources.some((source) => line.includes(`${source}.ts`)));
  if (own.length > 0)
    throw new BuildError(`The types of ${path.basename(folder)} cannot be told:\n${own.join('\n')}`);
}

const isOfPackages = (line: string) => !/^\S+\(\d+,\d+\): error TS/.test(line);

/** `App.d.ts` beside the folders: what the module is called at run time. */
const doorOf = (source: string) => {
  const address = JSON.stringify(source.replace(/\.tsx$/, ''));
  return `export * from ${address};\nexport { default } from ${address};\n`;
};

function packageJson({ name, version, exposes }: TypesArchive): string {
  const exports = Object.fromEntries(
    Object.keys(exposes)
      .sort()
      .map((module) => [`./${module}`, { types: `./${module}.d.ts` }]),
  );
  return `${JSON.stringify({ name, version, private: true, exports }, null, 1)}\n`;
}

function pack(files: ReadonlyMap<string, string>): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries = sorted.map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: WRITTEN_AT });
}

/**
 * Writes `types.zip` beside the built files: what the remote exposes (`App.d.ts`, …) and every declaration of its own
 * that this refers to, as a package. The same sources give the same bytes.
 * @throws BuildError when an exposed module's type cannot be told, or refers to what only this repository has
 */
export async function writeTypes(archive: TypesArchive, outDir: string): Promise<void> {
  const { folder, exposes } = archive;
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'ezdash-types-'));
  try {
    const project = path.join(scratch, 'tsconfig.json');
    const emittedTo = path.join(scratch, 'types');
    writeFileSync(project, JSON.stringify(compilerSettings(archive, emittedTo)));
    const problems = await emit(project);
    const emitted = { folder, outDir: path.join(emittedTo, path.relative(path.parse(folder).root, folder)) };
    const first = Object.values(exposes).map((file) =>
      path.posix.normalize(file).replace(/\.tsx?$/, '.d.ts'),
    );
    if (first.some((file) => !existsSync(path.join(emitted.outDir, file))))
      throw new BuildError(
        `The compiler made no types:\n${(problems.some(isOfPackages) ? problems.filter(isOfPackages) : problems).join('\n')}`,
      );
    const files = await collect(emitted, first);
    refuseProblems(folder, problems, files.keys());
    for (const [module, source] of Object.entries(exposes)) files.set(`${module}.d.ts`, doorOf(source));
    files.set('package.json', packageJson(archive));
    writeFileSync(path.join(outDir, TYPES_FILE), pack(files));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
