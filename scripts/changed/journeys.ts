import path from 'node:path';

/** The code as far as journeys are chosen by it: file → text, and file → files that import it. */
export interface Code {
  files: ReadonlyMap<string, string>;
  importers: ReadonlyMap<string, readonly string[]>;
}

/** `/advertiser/campaigns/:id`, `/api/news`: an address in a text of the code. */
const ADDRESSES = /(?<=["'`])\/[a-z][\w-]*(?:\/[\w:-]+)*/g;
/** Of a table of pages: an address, or what is shown there. */
const PAGE_PARTS = /(["'`])(\/[a-z][\w-]*(?:\/[\w:-]+)*)\1|import\('([^']+)'\)|<([A-Z]\w+)/g;

/** All that imports a file, and what imports that; the file itself too. */
export function reach({ importers }: Code, files: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(importers.get(file) ?? []));
  }
  return reached;
}

function resolveIn(code: Code, from: string, request: string): string | null {
  const at = path.posix.join(path.posix.dirname(from), request);
  return [at, `${at}.tsx`, `${at}.ts`, `${at}/index.ts`].find((file) => code.files.has(file)) ?? null;
}

const importedAs = (text: string, name: string): string | undefined =>
  new RegExp(`import [^;]*\\b${name}\\b[^;]* from '([^']+)'`).exec(text)?.[1] ??
  new RegExp(`const ${name} = lazyPage\\(\\(\\) => import\\('([^']+)'`).exec(text)?.[1];

/** Address of a page → the file that shows it, by the tables of pages in shell and remotes. */
export function findPages(code: Code): Map<string, string> {
  const pages = new Map<string, string>();
  for (const [file, text] of code.files) {
    if (!/^(shell|mf-[a-z]+)\/src\//.test(file) || /\.test\./.test(file)) continue;
    let address: string | null = null;
    for (const [, , said, imported, element] of text.matchAll(PAGE_PARTS)) {
      if (said !== undefined) address = said;
      else if (address !== null) {
        const request = imported ?? importedAs(text, element ?? '');
        const shown = request?.startsWith('.') ? resolveIn(code, file, request) : null;
        if (shown?.includes('/src/pages/')) pages.set(address, shown);
        address = null;
      }
    }
  }
  return pages;
}

const segments = (address: string) => address.split('/').filter(Boolean);
/** Whether an address that a journey says may open a page: `:id` stands for anything, and so does what a journey puts in. */
export function opens(said: string, page: string): boolean {
  const [own, wanted] = [segments(said), segments(page)];
  return (
    own.length <= wanted.length &&
    wanted.every((part, at) => part.startsWith(':') || own[at] === part || (own[at] === undefined && at > 1))
  );
}

/** Addresses in a journey and in the helpers that it imports. */
function addressesOf(
  code: Code,
  imports: ReadonlyMap<string, readonly string[]>,
  journey: string,
): Set<string> {
  const seen = new Set<string>();
  const waiting = [journey];
  const found = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !file.startsWith('e2e/')) continue;
    seen.add(file);
    for (const [address] of (code.files.get(file) ?? '').matchAll(ADDRESSES)) found.add(address);
    waiting.push(...(imports.get(file) ?? []));
  }
  return found;
}

/** Turns importers into imports. */
function importsOf({ importers }: Code): Map<string, string[]> {
  const imports = new Map<string, string[]>();
  for (const [file, by] of importers)
    for (const importer of by) imports.set(importer, [...(imports.get(importer) ?? []), file]);
  return imports;
}

const featureOf = (file: string): string | undefined => /^api\/src\/features\/[^/]+\//.exec(file)?.[0];
const isTest = (file: string) => /\.test\.|^api\/src\/testing\//.test(file);

/**
 * The features of the server that something of these is part of: their own files', and those that what they share is
 * imported by. Null: what all of them stand on.
 */
function featuresOf({ importers }: Code, files: readonly string[]): Set<string> | null {
  const features = new Set<string>();
  const seen = new Set<string>();
  const waiting = files.filter((file) => file.startsWith('api/src/'));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || isTest(file)) continue;
    seen.add(file);
    const feature = featureOf(file);
    if (feature !== undefined) features.add(feature);
    else if (/^api\/src\/([^/]+|startup\/.+)$/.test(file)) return null;
    else waiting.push(...(importers.get(file) ?? []));
  }
  return features;
}

/** Addresses that features of the server answer at. */
function answeredBy(code: Code, folders: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const [file, text] of code.files) {
    const folder = featureOf(file);
    if (folder === undefined || !folders.has(folder) || isTest(file)) continue;
    for (const [address] of text.matchAll(
      /(?<=["'`])\/(?:api|serve|e|postback|pixel|remotes|passback|frame)(?:\/[\w-]+)*/g,
    ))
      found.add(address);
  }
  return found;
}

const ROOTS = /^(?:(shell)\/src\/index|(mf-[a-z]+)\/src\/expose[^/]*)\.tsx$/;

/** Pages that have something of these in them; of what stands around pages, all pages of its remote, or of the app. */
function pagesOf(pages: ReadonlyMap<string, string>, reached: ReadonlySet<string>): string[] {
  const shown = [...pages].filter(([, file]) => reached.has(file));
  const around = [...reached]
    .map((file) => ROOTS.exec(file))
    .flatMap((root) => root?.[1] ?? root?.[2] ?? [])
    .filter((folder) => !shown.some(([, file]) => file.startsWith(`${folder}/`)));
  const all = [...pages].filter(([, file]) =>
    around.some((folder) => folder === 'shell' || file.startsWith(`${folder}/`)),
  );
  return [...new Set([...shown, ...all].map(([address]) => address))];
}

export interface Choice {
  /** Files of journeys that may notice, sorted. */
  chosen: string[];
  /** Pages that may look or behave otherwise. */
  pages: string[];
}

/**
 * Which journeys through the app may notice a change: those that open a page which, by its imports, has something of a
 * changed file in it; those that a changed helper is part of; and for a changed feature of the server also those whose
 * pages call its addresses, or that call them themselves. All of them, when all features of the server stand on it.
 */
export function chooseJourneys(code: Code, files: readonly string[]): Choice {
  const journeys = [...code.files.keys()].filter((file) => /^e2e\/.*\.spec\.ts$/.test(file)).sort();
  const features = featuresOf(code, files);
  if (!features) return { chosen: journeys, pages: [...findPages(code).keys()].sort() };
  const addresses = answeredBy(code, features);
  const calls = (text: string) =>
    [...text.matchAll(ADDRESSES)].some(([said]) =>
      [...addresses].some((address) => said === address || said.startsWith(`${address}/`)),
    );
  const callers =
    addresses.size === 0
      ? []
      : [...code.files]
          .filter(
            ([file, text]) => /^(shell|mf-[a-z]+|packages\/(store|ui))\/src\//.test(file) && calls(text),
          )
          .map(([file]) => file);
  const reached = reach(code, [...files.filter((file) => !file.startsWith('api/')), ...callers]);
  const pages = pagesOf(findPages(code), reached);
  const imports = importsOf(code);
  const chosen = journeys.filter((journey) => {
    if (reached.has(journey)) return true;
    const said = addressesOf(code, imports, journey);
    return (
      pages.some((page) => [...said].some((address) => opens(address, page))) ||
      [...said].some((address) => addresses.has(address))
    );
  });
  return { chosen, pages: pages.sort() };
}
