import {
  type AdsTxt,
  type AdsTxtHint,
  type AdsTxtSeller,
  type AdsTxtStatus,
  adsTxtLines,
  findAdsTxtSeller,
  MOST_ADS_TXT_LINE,
  parseAdsTxt,
} from '@ezdash/contracts';
import type { Outbound } from '../../platform/outbound';
import { type FetchedAdsTxt, fetchAdsTxt } from './fetchAdsTxt';
import { rootDomain } from './rootDomain';

/** What a look at a site's file found. */
export interface AdsTxtLook {
  status: AdsTxtStatus;
  url: string | null;
  httpStatus: number | null;
  lineNumber: number | null;
  line: string | null;
  recordCount: number;
  sellerCount: number;
  hints: AdsTxtHint[];
}

/** Whom the file should name, and as whose site sellers.json knows it; no owner: nothing to compare with. */
export interface LookFor extends AdsTxtSeller {
  ownerDomain: string | null;
}

const MOST_URL = 2_000;
const MOST_HINTS = 20;
const MOST_VALUE = 253;

const hint = (
  code: AdsTxtHint['code'],
  line: number | null = null,
  value: string | null = null,
): AdsTxtHint => ({
  code,
  line,
  value: value === null ? null : value.slice(0, MOST_VALUE),
});

/** OWNERDOMAIN and MANAGERDOMAIN: one owner, and one manager a country (1.1, section 3.5). */
function ownerHints({ variables }: AdsTxt, { ownerDomain, domain }: LookFor): AdsTxtHint[] {
  const [owner, second] = variables.filter(({ name }) => name === 'OWNERDOMAIN');
  const hints: AdsTxtHint[] = [];
  if (owner && ownerDomain !== null && owner.value !== ownerDomain)
    hints.push(hint('owner-domain-other', owner.line, owner.value));
  if (second) hints.push(hint('owner-domain-twice', second.line, second.value));
  const countries = new Set<string | null>();
  for (const { name, value, country, line } of variables) {
    if (name !== 'MANAGERDOMAIN') continue;
    if (countries.has(country)) hints.push(hint('manager-domain-twice', line, value));
    else if (value !== domain) hints.push(hint('manager-domain', line, value));
    countries.add(country);
  }
  return hints;
}

/** What a file says of us, and what else its owner should know. Pure. */
export function readAdsTxt(
  file: Extract<FetchedAdsTxt, { what: 'file' }>,
  wanted: LookFor,
): AdsTxtLook & { parsed: AdsTxt } {
  const parsed = parseAdsTxt(file.text);
  const { status, line } = findAdsTxtSeller(parsed, wanted);
  const others = new Set(parsed.records.map(({ domain }) => domain));
  others.delete(wanted.domain.toLowerCase());
  const hints = ownerHints(parsed, wanted);
  if (parsed.placeholderLine !== null && parsed.records.length > 0)
    hints.push(hint('placeholder', parsed.placeholderLine));
  if (parsed.badLineCount > 0)
    hints.push(hint('bad-lines', parsed.badLines[0] ?? null, String(parsed.badLineCount)));
  for (const duplicate of parsed.duplicateLines.slice(0, 3)) hints.push(hint('duplicate-line', duplicate));
  if (file.url.startsWith('http:')) hints.push(hint('no-https'));
  if (!file.isUtf8) hints.push(hint('not-utf8'));
  if (!file.hasContentType) hints.push(hint('no-content-type'));
  return {
    parsed,
    // Of lines that were not looked at nothing is said.
    status: parsed.isCut && status !== 'present' ? 'too-large' : status,
    url: file.url.slice(0, MOST_URL),
    httpStatus: 200,
    lineNumber: line,
    line: line === null ? null : (adsTxtLines(file.text)[line - 1] ?? '').trim().slice(0, MOST_ADS_TXT_LINE),
    recordCount: parsed.records.length,
    sellerCount: others.size,
    hints: hints.slice(0, MOST_HINTS),
  };
}

function lookOf(fetched: FetchedAdsTxt, wanted: LookFor): AdsTxtLook {
  if (fetched.what === 'file') {
    const { parsed: _, ...look } = readAdsTxt(fetched, wanted);
    return look;
  }
  return {
    status: fetched.what,
    url: fetched.url?.slice(0, MOST_URL) ?? null,
    httpStatus: fetched.httpStatus,
    lineNumber: null,
    line: null,
    recordCount: 0,
    sellerCount: 0,
    hints: [],
  };
}

/** The host whose file is looked at first: `www` is the root domain's. */
export const adsTxtHost = (domain: string): string => rootDomain(domain);

/**
 * Looks at the ads.txt that holds for a property. For one on a subdomain that is the root domain's file, unless that names
 * the subdomain (`SUBDOMAIN=`): then the subdomain's own file holds in its place (1.1, section 3.1).
 */
export async function lookAtAdsTxt(outbound: Outbound, domain: string, wanted: LookFor): Promise<AdsTxtLook> {
  const root = adsTxtHost(domain);
  const first = await fetchAdsTxt(outbound, root);
  const isSubdomain = root !== domain && `www.${root}` !== domain;
  if (!isSubdomain || first.what !== 'file') return lookOf(first, wanted);
  const { parsed, ...look } = readAdsTxt(first, wanted);
  const name = domain.replace(/:\d+$/, '');
  if (parsed.variables.some((each) => each.name === 'SUBDOMAIN' && each.value === name))
    return lookOf(await fetchAdsTxt(outbound, domain), wanted);
  if (look.status === 'present') return look;
  return { ...look, hints: [...look.hints, hint('subdomain-not-named', null, name)].slice(-MOST_HINTS) };
}
