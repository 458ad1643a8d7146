import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { moduleOfPage, type RemoteManifest } from '@ezdash/contracts';
import { BuildError } from './compile';

function keysOf(texts: Record<string, unknown>, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? keysOf(value as Record<string, unknown>, `${prefix}${key}.`)
      : [prefix + key],
  );
}

/**
 * Every language has the same texts.
 * @throws BuildError naming the texts that are missing, by language
 */
export function checkLocales(owner: string, locales: Record<string, Record<string, unknown>>): void {
  const keys = new Map(
    Object.entries(locales).map(([language, texts]) => [language, new Set(keysOf(texts))]),
  );
  const all = new Set([...keys.values()].flatMap((set) => [...set]));
  const gaps = [...keys].flatMap(([language, own]) => {
    const missing = [...all].filter((key) => !own.has(key));
    return missing.length ? [`${language}.json: ${missing.join(', ')}`] : [];
  });
  if (gaps.length) throw new BuildError(`${owner}: texts are missing in\n${gaps.join('\n')}`);
}

/**
 * The titles of pages and of the navigation are texts that there are: a key would stand in the navigation instead.
 * @throws BuildError naming the keys of the manifest's own namespace that no language has
 */
export function checkTextsOfManifest(
  { name, namespace, pages, navigation }: RemoteManifest,
  locales: Record<string, Record<string, unknown>>,
): void {
  const there = new Set(Object.values(locales).flatMap((texts) => keysOf(texts)));
  const own = [...pages.map((page) => page.titleKey), ...navigation.map((item) => item.labelKey)]
    .filter((key) => key.startsWith(`${namespace}:`))
    .map((key) => key.slice(namespace.length + 1));
  const missing = [...new Set(own)].filter((key) => !there.has(key));
  if (missing.length === 0) return;
  throw new BuildError(
    `${name}: remote.manifest.ts names texts that src/locales lacks: ${missing.join(', ')}`,
  );
}

/** Names imported from a package in a source text; types apart. */
export function importedNames(source: string, packageName: string): string[] {
  const statement = new RegExp(
    `(?:import|export)\\s+(type\\s+)?\\{([^}]*)\\}\\s*from\\s*['"]${packageName}['"]`,
    'g',
  );
  return [...source.matchAll(statement)].flatMap(([, typeOnly, list = '']) =>
    typeOnly
      ? []
      : list
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== '' && !item.startsWith('type '))
          .map((item) => item.split(/\s+as\s+/)[0] ?? item),
  );
}

async function* sourceFiles(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(file);
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield file;
  }
}

/**
 * What a remote takes of a package that is shared in part must be in the facade the shell provides: a name that is
 * missing there would only show as `undefined` in the browser.
 *
 * @param facades shared package → file of its facade
 * @throws BuildError naming file and import
 */
export async function checkFacadeImports(folder: string, facades: Record<string, string>): Promise<void> {
  for (const [packageName, facadeFile] of Object.entries(facades)) {
    const shared = importedNames(await readFile(facadeFile, 'utf8'), '[^\'"]+');
    for await (const file of sourceFiles(path.join(folder, 'src'))) {
      const unknown = importedNames(await readFile(file, 'utf8'), packageName).filter(
        (name) => !shared.includes(name),
      );
      if (unknown.length === 0) continue;
      throw new BuildError(
        `${path.relative(folder, file)} imports ${unknown.join(', ')} from ${packageName}, which the shell does not ` +
          `share. Add it to packages/remote-kit/src/build/${path.basename(facadeFile)} or do without it.`,
      );
    }
  }
}

/** Modules that a remote's pages are shown by, each once. */
export function pageModules({ pages }: Pick<RemoteManifest, 'pages'>): string[] {
  return [...new Set(pages.map(moduleOfPage))];
}

/**
 * Every page is shown by a module that there is.
 * @throws BuildError naming the modules that no file exposes
 */
export function checkPageModules(manifest: RemoteManifest, exposes: Record<string, string>): void {
  const missing = pageModules(manifest).filter((module) => !exposes[module]);
  if (missing.length === 0) return;
  const files = missing.map((module) => (module === 'App' ? 'expose.tsx' : `expose.${module}.tsx`));
  throw new BuildError(`${manifest.name} has pages for which there is no src/${files.join(', no src/')}`);
}
