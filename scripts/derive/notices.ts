import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Locked {
  version?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

const LICENSE_FILE = /^(licen[cs]e|copying)(\.(md|txt|mit|apache2?))?$/i;
const COPYRIGHT = /^[\s#*>-]*((?:copyright|©|\(c\)).*\b(?:\d{4}|\w+@\w).*)$/i;
const TEMPLATE = /\[(yyyy|name of)|\{yyyy|<year>/i;
const MOST_LINES = 260;

function readLicense(folder: string): string | null {
  const name = existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .find((each) => LICENSE_FILE.test(each))
    : undefined;
  return name === undefined ? null : readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
}

const isCopyright = (line: string) => COPYRIGHT.test(line) && !TEMPLATE.test(line);

interface Used {
  name: string;
  license: string;
  copyright: string[];
  text: string | null;
}

/** What the product is delivered with; packages of one platform alone, which not every machine installs, without their text. */
function readUsed(root: string, lock: Readonly<Record<string, Locked>>): Used[] {
  const used = new Map<string, Used>();
  for (const [place, { version, license, link, dev, devOptional, optional }] of Object.entries(lock)) {
    const at = place.lastIndexOf('node_modules/');
    if (at < 0 || link || dev || devOptional) continue;
    const name = `${place.slice(at + 'node_modules/'.length)} ${version}`;
    const text = optional ? null : readLicense(path.join(root, place));
    const copyright = (text ?? '')
      .split('\n')
      .filter(isCopyright)
      .map((line) => line.replace(/^[\s#*>-]+/, '').trim());
    used.set(name, { name, license: license ?? 'not named', copyright: [...new Set(copyright)], text });
  }
  return [...used.keys()].sort().flatMap((name) => used.get(name) ?? []);
}

/** The words of a licence once, without whose they are. */
const wordsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => !isCopyright(line))
    .join('\n')
    .trim();

function writeLicense(license: string, used: readonly Used[]): string {
  const lines = used.map(({ name, copyright }) => `- ${[name, ...copyright.slice(0, 3)].join('; ')}`);
  // The shortest has nothing beside it.
  const [words] = used
    .flatMap(({ text }) => (text === null ? [] : wordsOf(text)))
    .filter((text) => text.length > 300 && text.split('\n').length <= MOST_LINES)
    .sort()
    .sort((a, b) => a.length - b.length);
  return [`## ${license}`, lines.join('\n'), ...(words ? [`\`\`\`text\n${words}\n\`\`\``] : [])].join('\n\n');
}

/** THIRD-PARTY-NOTICES.md: packages by licence with their copyright, and each licence's words. */
export function writeNotices(root: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const byLicense = new Map<string, Used[]>();
  for (const used of readUsed(root, packages))
    byLicense.set(used.license, [...(byLicense.get(used.license) ?? []), used]);
  const parts = [...byLicense].sort(([, one], [, other]) => other.length - one.length);
  return `${[
    '# Third-party notices',
    'Packages that the product is delivered with. Derived from package-lock.json by `npm run derive`.',
    ...parts.map(([license, used]) => writeLicense(license, used)),
  ].join('\n\n')}\n`;
}
