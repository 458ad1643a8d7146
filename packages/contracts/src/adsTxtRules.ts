/** What the ads.txt of a property says of us, as docs/ads-txt.md explains each. */
export const ADS_TXT_STATUSES = [
  /** Our line is there. */
  'present',
  /** It is there as RESELLER; ours is DIRECT. */
  'wrong-relationship',
  /** We are named with another account. */
  'wrong-seller-id',
  'missing',
  /** The server says that there is no file (404, 410). */
  'no-file',
  /** Something came that is no plain text: mostly a page. */
  'not-text',
  /** UTF-16, compressed although nobody asked for it, or with NUL bytes. */
  'wrong-encoding',
  'too-large',
  /** Redirects left the site more than once. */
  'redirected-away',
  'redirect-loop',
  /** Any other status: says nothing of the file. */
  'http-error',
  'unreachable',
] as const;
export type AdsTxtStatus = (typeof ADS_TXT_STATUSES)[number];

/** Looks that say nothing of the file: what was known before goes on to hold (ads.txt 1.1, 3.1). */
export const ADS_TXT_TROUBLES: ReadonlySet<AdsTxtStatus> = new Set(['http-error', 'unreachable']);

/** What else a file says that its owner should know. None of it keeps our line from counting. */
export const ADS_TXT_HINTS = [
  /** Lines that are neither a record nor a variable; `value`: how many. */
  'bad-lines',
  'duplicate-line',
  /** Nobody may sell, says the placeholder, and others do all the same. */
  'placeholder',
  /** OWNERDOMAIN is not the domain that sellers.json has for the account. */
  'owner-domain-other',
  'owner-domain-twice',
  /** Somebody else manages the sale of the site's places. */
  'manager-domain',
  'manager-domain-twice',
  /** The file of the root domain holds for a subdomain, unless it names it. */
  'subdomain-not-named',
  /** The file is read without https only. */
  'no-https',
  /** Bytes that are no UTF-8. */
  'not-utf8',
  /** No content type came with the file. */
  'no-content-type',
] as const;
export type AdsTxtHintCode = (typeof ADS_TXT_HINTS)[number];

/** Kept of a file; a longer one is not read to its end. */
export const MOST_ADS_TXT_BYTES = 1_000_000;
export const MOST_ADS_TXT_LINES = 50_000;
export const MOST_ADS_TXT_LINE = 2_000;

export type AdsTxtRelationship = 'DIRECT' | 'RESELLER';

export interface AdsTxtRecord {
  /** From 1. */
  line: number;
  /** Of the advertising system, in lower case. */
  domain: string;
  sellerId: string;
  relationship: AdsTxtRelationship;
  /** Of the system with a certification authority (TAG); null: none is given. */
  certificationId: string | null;
}

export const ADS_TXT_VARIABLES = [
  'CONTACT',
  'SUBDOMAIN',
  'INVENTORYPARTNERDOMAIN',
  'OWNERDOMAIN',
  'MANAGERDOMAIN',
] as const;
export type AdsTxtVariableName = (typeof ADS_TXT_VARIABLES)[number];

export interface AdsTxtVariable {
  line: number;
  name: AdsTxtVariableName;
  /** Domains in lower case. */
  value: string;
  /** Of MANAGERDOMAIN: the one country it holds for, in capitals. */
  country: string | null;
}

export interface AdsTxt {
  /** Each once; the same said again is in `duplicateLines`. */
  records: AdsTxtRecord[];
  variables: AdsTxtVariable[];
  /** "Nobody may sell", as the specification writes it. */
  placeholderLine: number | null;
  /** Numbers of lines that say nothing, the first hundred. */
  badLines: number[];
  badLineCount: number;
  duplicateLines: number[];
  /** More lines than are looked at. */
  isCut: boolean;
}

const MOST_NAMED_LINES = 100;
const DOMAIN = /^(localhost|([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59}))\.?$/;
const VARIABLE = /^([a-z][a-z0-9_-]*)[^\S\n]*=(.*)$/i;
const COUNTRY = /^[A-Z]{2}$/;
const PLACEHOLDER_DOMAIN = 'placeholder.example.com';

/** `EXAMPLE.com.` → `example.com`; null when it is no domain. */
function domainOf(text: string): string | null {
  const domain = text.trim().toLowerCase();
  return domain.length <= 254 && DOMAIN.test(domain) ? domain.replace(/\.$/, '') : null;
}

const isVariableName = (name: string): name is AdsTxtVariableName =>
  ADS_TXT_VARIABLES.some((known) => known === name);

/** Null: the line says nothing; 'unknown': of a variable that 1.1 does not know, to be passed over. */
function variableOf(line: number, given: string, text: string): AdsTxtVariable | 'unknown' | null {
  const name = given.toUpperCase();
  if (!isVariableName(name)) return 'unknown';
  const value = text.trim();
  if (value === '') return null;
  if (name === 'CONTACT') return { line, name, value, country: null };
  const [first = '', second, ...more] = value.split(',');
  const domain = domainOf(first);
  const country = second?.trim().toUpperCase();
  const isCountry = country === undefined || (name === 'MANAGERDOMAIN' && COUNTRY.test(country));
  if (domain === null || !isCountry || more.length > 0) return null;
  return { line, name, value: domain, country: country ?? null };
}

function recordOf(line: number, text: string): AdsTxtRecord | null {
  const [domainText = '', idText, relationText, certText] = text.split(',');
  const domain = domainOf(domainText);
  const sellerId = idText?.trim() ?? '';
  const relationship = relationText?.trim().toUpperCase();
  if (domain === null || sellerId === '' || /\s/.test(sellerId)) return null;
  if (relationship !== 'DIRECT' && relationship !== 'RESELLER') return null;
  return { line, domain, sellerId, relationship, certificationId: certText?.trim() || null };
}

/** The lines of a file, whatever ends them; a byte order mark before the first is no part of it. */
export const adsTxtLines = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);

/**
 * Reads an ads.txt (IAB Tech Lab, version 1.1, section 3.4). Never throws: whatever a file says is to be found out. Comments
 * begin with `#`, what others may add to a record with `;`. The names of variables, domains and relationships may be written
 * large or small; an account's id is as the advertising system writes it.
 */
export function parseAdsTxt(text: string): AdsTxt {
  const found: AdsTxt = {
    records: [],
    variables: [],
    placeholderLine: null,
    badLines: [],
    badLineCount: 0,
    duplicateLines: [],
    isCut: false,
  };
  const known = new Set<string>();
  const bad = (line: number) => {
    found.badLineCount += 1;
    if (found.badLines.length < MOST_NAMED_LINES) found.badLines.push(line);
  };
  const lines = adsTxtLines(text);
  found.isCut = lines.length > MOST_ADS_TXT_LINES;
  for (const [index, whole] of lines.slice(0, MOST_ADS_TXT_LINES).entries()) {
    const line = index + 1;
    if (whole.length > MOST_ADS_TXT_LINE) {
      // A comment may be as long as it likes.
      if (!/^\s*#/.test(whole.slice(0, MOST_ADS_TXT_LINE))) bad(line);
      continue;
    }
    const said = whole.replace(/#[\s\S]*$/, '').trim();
    if (said === '') continue;
    const [, name, value] = VARIABLE.exec(said) ?? [];
    if (name !== undefined && value !== undefined) {
      const variable = variableOf(line, name, value);
      if (variable === null) bad(line);
      else if (variable !== 'unknown') found.variables.push(variable);
      continue;
    }
    const record = recordOf(line, said.replace(/;[\s\S]*$/, ''));
    if (!record) bad(line);
    else if (record.domain === PLACEHOLDER_DOMAIN) found.placeholderLine ??= line;
    else {
      const key = `${record.domain} ${record.sellerId} ${record.relationship}`;
      if (!known.has(key)) found.records.push(record);
      else if (found.duplicateLines.length < MOST_NAMED_LINES) found.duplicateLines.push(line);
      known.add(key);
    }
  }
  return found;
}

/** What we want to be called in a file. */
export interface AdsTxtSeller {
  /** The network's, as its own address has it. */
  domain: string;
  sellerId: string;
}

export const adsTxtLine = ({ domain, sellerId }: AdsTxtSeller): string => `${domain}, ${sellerId}, DIRECT`;

/** What a file says of us, and in which line; the line that comes nearest when it is not ours. */
export function findAdsTxtSeller(
  { records }: Pick<AdsTxt, 'records'>,
  { domain, sellerId }: AdsTxtSeller,
): { status: 'present' | 'wrong-relationship' | 'wrong-seller-id' | 'missing'; line: number | null } {
  const ours = records.filter((record) => record.domain === domain.toLowerCase());
  const own = ours.filter((record) => record.sellerId === sellerId);
  const direct = own.find(({ relationship }) => relationship === 'DIRECT');
  if (direct) return { status: 'present', line: direct.line };
  if (own[0]) return { status: 'wrong-relationship', line: own[0].line };
  if (ours[0]) return { status: 'wrong-seller-id', line: ours[0].line };
  return { status: 'missing', line: null };
}

export interface MergedAdsTxt {
  text: string;
  /** What was done to it. Another account of ours stays beside the new line: it may be somebody's. */
  change: 'none' | 'added' | 'corrected';
}

/**
 * A file with our line in it: a line that calls us RESELLER becomes DIRECT where it stands, otherwise ours is added at the
 * end. A placeholder that says nobody may sell is left out, and line ends stay as they are.
 */
export function mergeAdsTxt(text: string, seller: AdsTxtSeller): MergedAdsTxt {
  const parsed = parseAdsTxt(text);
  const { status, line } = findAdsTxtSeller(parsed, seller);
  if (status === 'present') return { text, change: 'none' };
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const lines = adsTxtLines(text);
  if (status === 'wrong-relationship' && line !== null) {
    const comment = /#[\s\S]*$/.exec(lines[line - 1] ?? '')?.[0];
    lines[line - 1] = adsTxtLine(seller) + (comment ? ` ${comment}` : '');
    return { text: lines.join(end), change: 'corrected' };
  }
  const kept = lines.filter((_, index) => index + 1 !== parsed.placeholderLine);
  while (kept.at(-1)?.trim() === '') kept.pop();
  return { text: [...kept, adsTxtLine(seller), ''].join(end), change: 'added' };
}
