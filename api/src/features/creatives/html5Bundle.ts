import {
  AD_SIZES,
  type AdSize,
  clickChain,
  HTML5,
  HTML5_FILE_TYPES,
  type Html5Parts,
} from '@ezdash/contracts';
import { readZip, type ZipFile, type ZipTrouble } from '../../platform/zip';
import { apiScript, apisOf, withoutHostedApis } from './adApis';
import { actingPart, calledElsewhere, isAsNamed, isOtherText, openedElsewhere } from './bundleContent';
import { type BrokenReference, brokenReference, withoutComments } from './bundleReferences';
import { actsAsHeader, addressElsewhere, metaOf, plainText } from './bundleText';
import { withClickTag } from './clickTag';

export interface InspectedBundle {
  /** Relative paths, the page among them as it is served: with the click's address in it. */
  files: ZipFile[];
  size: AdSize;
  parts: Html5Parts;
}
/** Either what the bundle is, or the sentence that tells its owner what to change. */
export type BundleInspection = { ok: true; bundle: InspectedBundle } | { ok: false; problem: string };

const megabytes = (count: number) => Math.round(count / (1024 * 1024));
/** Said of a file that is no bundle. */
export const NOT_A_BUNDLE = 'This is not a zip file. Pack the ad as one, with index.html at its top';
export const bundleTooHeavy = `The zip file has more than ${megabytes(HTML5.mostZipBytes)} MB. Make it smaller`;
const TROUBLE: Readonly<Record<ZipTrouble, string>> = {
  'no-zip': NOT_A_BUNDLE,
  damaged: 'The zip file is damaged. Pack it again',
  encrypted: 'The zip file has a password. Pack it without one',
  link: 'The zip file has links in it. Pack the files themselves',
  'too-many': `The zip file has more than ${HTML5.mostFiles} files`,
  'too-big': `The files have more than ${megabytes(HTML5.mostBytes)} MB together`,
};

const LONGEST_PATH = 120;
/** In bytes: what a file system takes. */
const LONGEST_NAME = 200;
/** No signs that a system has a meaning of its own for, or that nobody sees; no part begins with a dot or ends with a blank. */
const PART = /^(?![.\s])[^\p{C}\p{Zl}\p{Zp}\ufffd"*:<>?|\\/]+(?<!\s)$/u;
const isName = (name: string) =>
  name.length <= LONGEST_PATH &&
  name.split('/').every((part) => PART.test(part) && Buffer.byteLength(part) <= LONGEST_NAME);
/** Upwards, to the root or to a drive: no honest program packs such a name. */
const LEADS_OUT = /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[A-Za-z]:/;
/** What a desktop or a tool leaves beside an ad, and no browser loads. */
const LEFT_OUT =
  /(^|\/)(?:__MACOSX\/|\.DS_Store$|\._[^/]*$|(?:eh)?thumbs\.db$|desktop\.ini$|[^/]*\.(?:map|md|scss|sass|less|eot|fla|psd|ai)$)/i;
const isOwn = (name: string) => !LEFT_OUT.test(name) || LEADS_OUT.test(name);
const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Many programs pack the folder and not what is in it. */
function withoutTopFolder(files: ZipFile[]): ZipFile[] {
  const top = /^[^/]+\//.exec(files[0]?.name ?? '')?.[0] ?? '';
  if (top === '' || !files.every(({ name }) => name.startsWith(top))) return files;
  return withoutTopFolder(files.map(({ name, bytes }) => ({ name: name.slice(top.length), bytes })));
}

/** Tools name the page after the ad: the only one at the top is it, whatever it is called. */
function withEntry(files: ZipFile[]): ZipFile[] {
  const pages = files.filter(({ name }) => /^[^/]+\.html?$/i.test(name));
  const [page] = pages;
  const isEntry = ({ name }: ZipFile) => /^index\.html?$/i.test(name);
  const entry = pages.find(({ name }) => name === HTML5.entry) ?? pages.find(isEntry);
  const chosen = entry ?? (pages.length === 1 ? page : undefined);
  return files.map((file) => (file === chosen ? { name: HTML5.entry, bytes: file.bytes } : file));
}

const renameSentence = (name: string) =>
  `Rename ${name.slice(0, LONGEST_PATH)}: letters, digits, blanks, dots and dashes only`;

function problemOfNames(files: readonly ZipFile[]): string | null {
  const seen = new Set<string>();
  for (const { name } of files) {
    if (!isName(name)) return renameSentence(name);
    if (!Object.hasOwn(HTML5_FILE_TYPES, extensionOf(name)))
      return `${name} is of a kind an ad cannot have. Use ${Object.keys(HTML5_FILE_TYPES).join(', ')}`;
    const key = name.toLowerCase();
    if (seen.has(key)) return `There are two files called ${name}`;
    seen.add(key);
  }
  for (const { name } of files) {
    const folders = name.toLowerCase().split('/').slice(0, -1);
    const file = folders
      .map((_, index) => folders.slice(0, index + 1).join('/'))
      .find((path) => seen.has(path));
    if (file) return `There are a file and a folder called ${file}`;
  }
  return seen.has(HTML5.entry) ? null : `There is no ${HTML5.entry} at the top of the zip file`;
}

const sizesText = AD_SIZES.map((size) => `${size.width}×${size.height}`).join(', ');

const sizeNamed = (width: number, height: number) =>
  AD_SIZES.find((known) => known.width === width && known.height === height);

/** The one size of the network's that the page writes beside each other, as Animate does at its canvas. */
function sizeWritten(page: string): AdSize | null {
  const found = new Set<AdSize>();
  for (const [, width, height] of page.matchAll(
    /\bwidth ?[:=] ?["']?(\d{2,4})(?:px)?["']?[ ;,]{1,2}height ?[:=] ?["']?(\d{2,4})(?!\d)/gi,
  )) {
    const size = sizeNamed(Number(width), Number(height));
    if (size) found.add(size);
  }
  const [only] = found;
  return found.size === 1 && only ? only : null;
}

function sizeOf(page: string): AdSize | string {
  const content = metaOf(page, 'ad.size');
  const written = content === null ? sizeWritten(page) : null;
  if (written) return written;
  if (content === null)
    return `${HTML5.entry} does not say its size. Add <meta name="ad.size" content="width=300,height=250">`;
  const width = Number(/\bwidth=(\d+)/i.exec(content)?.[1]);
  const height = Number(/\bheight=(\d+)/i.exec(content)?.[1]);
  return (
    sizeNamed(width, height) ??
    `The ad is ${content.slice(0, 80)} in size. Use one of these sizes: ${sizesText}`
  );
}

function problemOfContent(files: readonly ZipFile[]): string | null {
  for (const { name, bytes } of files) {
    const extension = extensionOf(name);
    if (!isAsNamed(extension, bytes))
      return isOtherText(extension, bytes)
        ? `${name} is not in UTF-8. Save it as UTF-8`
        : `${name} is not what its name says. Pack the file itself`;
    const acting = extension === 'svg' ? actingPart(plainText(bytes)) : null;
    if (acting) return `${name} is a picture that acts (${acting.slice(0, 40)}). Take that out of it`;
  }
  return null;
}

/** Desktops write letters with accents as two signs, and pages as one. */
const toNfc = ({ name, bytes }: ZipFile): ZipFile => ({ name: name.normalize('NFC'), bytes });

/** Pages without scripts that their ad server would answer, where the bundle has none of that name. */
function withoutHosted(files: ZipFile[]): ZipFile[] {
  const names = new Set(files.map(({ name }) => name));
  return files.map((file) => {
    if (!/\.html?$/i.test(file.name)) return file;
    const page = file.bytes.toString('utf8');
    const own = withoutHostedApis(page, (address) => names.has(address));
    return own === page ? file : { name: file.name, bytes: Buffer.from(own) };
  });
}

const REFERENCE: Readonly<Record<BrokenReference['trouble'], string>> = {
  elsewhere: 'Everything must lie in the zip file',
  rooted: 'Write it relative to the file, as img/shoe.png',
  missing: 'There is no such file in the zip file; names differ by capitals, too',
};

const SCRIPTS = new Set(['js', 'mjs']);
const ACTING = new Set(['html', 'htm', ...SCRIPTS]);
const LINKING = new Set(['css', 'svg', ...ACTING]);

function problemOfLinks(files: readonly ZipFile[]): string | null {
  const names = new Set(files.map(({ name }) => name));
  for (const { name, bytes } of files) {
    const kind = extensionOf(name);
    if (!LINKING.has(kind)) continue;
    const text = plainText(bytes);
    const called = calledElsewhere(text);
    if (called) return `${name} calls ${called.slice(0, 80)}. Everything must lie in the zip file`;
    if (SCRIPTS.has(kind)) continue;
    const address = addressElsewhere(kind === 'css' ? text : withoutComments(text));
    if (address) return `${name} refers to ${address.slice(0, 80)}. Everything must lie in the zip file`;
    if (actsAsHeader(text)) return `${name} leads on by itself. Take <meta http-equiv> out of it`;
    const broken = brokenReference(name, kind, text, names);
    if (broken) return `${name} refers to ${broken.address.slice(0, 80)}. ${REFERENCE[broken.trouble]}`;
  }
  return null;
}

/** The variable, or a call of what ad servers answer; whether a click gets there is for the trial to find out. */
const OPENS_CLICK = /clickTag|exit\w{0,30}\s?\(|\bclickthrough\s?\(|\bmraid\.open\b/i;

function problemOfClick(files: readonly ZipFile[]): string | null {
  const scripts = files.filter(({ name }) => ACTING.has(extensionOf(name)));
  for (const { name, bytes } of scripts) {
    const opened = openedElsewhere(plainText(bytes));
    if (opened)
      return `${name} opens ${opened.slice(0, 80)} by itself. Lead clicks there with window.open(window.clickTag)`;
  }
  const code = scripts.map(({ bytes }) => withoutComments(bytes.toString('utf8')));
  return code.some((text) => OPENS_CLICK.test(text))
    ? null
    : 'Nothing opens clickTag. Lead clicks there with window.open(window.clickTag)';
}

const refuse = (problem: string): BundleInspection => ({ ok: false, problem });

/** Looks into an uploaded zip file: names, kinds, sizes, that it stays among itself and leads clicks to us. */
export async function inspectBundle(zip: Buffer): Promise<BundleInspection> {
  if (zip.length > HTML5.mostZipBytes) return refuse(bundleTooHeavy);
  const unzipped = await readZip(zip, HTML5, isOwn);
  if (!unzipped.ok) return refuse(TROUBLE[unzipped.trouble]);
  const outside = unzipped.files.find(({ name }) => LEADS_OUT.test(name));
  if (outside) return refuse(renameSentence(outside.name));
  const files = withoutHosted(withEntry(withoutTopFolder(unzipped.files.map(toNfc))));
  const problem =
    problemOfNames(files) ?? problemOfContent(files) ?? problemOfLinks(files) ?? problemOfClick(files);
  if (problem) return refuse(problem);
  const entry = files.find(({ name }) => name === HTML5.entry);
  if (!entry) return refuse(`There is no ${HTML5.entry} at the top of the zip file`);
  const page = entry.bytes.toString('utf8');
  const plain = plainText(entry.bytes);
  const size = sizeOf(plain);
  if (typeof size === 'string') return refuse(size);
  const written = metaOf(plain, 'ad.click');
  const chain = written === null ? null : clickChain.safeParse(written.replaceAll('&amp;', '&'));
  if (chain && !chain.success)
    return refuse(`ad.click: ${chain.error.issues[0]?.message ?? 'this is no address'}`);
  const parts = { files: files.length, click_chain: chain?.data ?? null };
  const texts = files.filter(({ name }) => ACTING.has(extensionOf(name)));
  const apis = apisOf(texts.map(({ bytes }) => plainText(bytes)));
  const served = Buffer.from(withClickTag(page, parts.click_chain, apiScript(apis)));
  return {
    ok: true,
    bundle: {
      files: files.map((file) => (file === entry ? { name: file.name, bytes: served } : file)),
      size,
      parts,
    },
  };
}
