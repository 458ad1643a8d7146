import {
  type AdsTxt,
  type AdsTxtHint,
  type AdsTxtSeller,
  type AdsTxtStatus,
  adsTxtLines,
  cleanLine,
  findAdsTxtSeller,
  MOST_ADS_TXT_LINE,
  parseAdsTxt,
} from '@ezdash/contracts';
import type { Outbound } from '../../platform/outbound';
import { rootDomain } from '../../platform/rootDomain';
import { defineTask, type Owner, type Work, workHere } from '../../platform/work';
import { type FetchedAdsTxt, fetchAdsTxt } from './fetchAdsTxt';

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

interface Reading {
  file: Extract<FetchedAdsTxt, { what: 'file' }>;
  wanted: LookFor;
  /** The property's own host. */
  host: string;
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
  value: value === null ? null : cleanLine(value).slice(0, MOST_VALUE),
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

/** What a file says of us, and what else its owner should know; whether it leaves the host to a file of its own. */
function readAdsTxt({ file, wanted, host }: Reading): { look: AdsTxtLook; hasOwnFile: boolean } {
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
  const look: AdsTxtLook = {
    // Of lines that were not looked at nothing is said.
    status: parsed.isCut && status !== 'present' ? 'too-large' : status,
    url: file.url.slice(0, MOST_URL),
    httpStatus: 200,
    lineNumber: line,
    line:
      line === null ? null : cleanLine(adsTxtLines(file.text)[line - 1] ?? '').slice(0, MOST_ADS_TXT_LINE),
    recordCount: parsed.records.length,
    sellerCount: others.size,
    hints: hints.slice(0, MOST_HINTS),
  };
  const hasOwnFile = parsed.variables.some(({ name, value }) => name === 'SUBDOMAIN' && value === host);
  return { look, hasOwnFile };
}

/** A megabyte of short lines takes a tenth of a second. */
export const adsTxtTask = defineTask('adsTxt', readAdsTxt);

const withoutFile = ({ what, url, httpStatus }: Exclude<FetchedAdsTxt, { what: 'file' }>): AdsTxtLook => ({
  status: what,
  url: url?.slice(0, MOST_URL) ?? null,
  httpStatus,
  lineNumber: null,
  line: null,
  recordCount: 0,
  sellerCount: 0,
  hints: [],
});

/** The host whose file is looked at first: `www` is the root domain's. */
export const adsTxtHost = (domain: string): string => rootDomain(domain);

/**
 * Looks at the ads.txt that holds for a property. For one on a subdomain that is the root domain's file, unless that names
 * the subdomain (`SUBDOMAIN=`): then the subdomain's own file holds in its place (1.1, section 3.1).
 */
export async function lookAtAdsTxt(
  { outbound, work = workHere, owner }: { outbound: Outbound; work?: Work; owner?: Owner },
  domain: string,
  wanted: LookFor,
): Promise<AdsTxtLook> {
  const root = adsTxtHost(domain);
  const host = domain.replace(/:\d+$/, '');
  const read = (file: Reading['file']) => work.run(adsTxtTask, { file, wanted, host }, owner);
  const first = await fetchAdsTxt(outbound, root);
  if (first.what !== 'file') return withoutFile(first);
  const { look, hasOwnFile } = await read(first);
  const isSubdomain = root !== domain && `www.${root}` !== domain;
  if (!isSubdomain) return look;
  if (hasOwnFile) {
    const own = await fetchAdsTxt(outbound, domain);
    return own.what === 'file' ? (await read(own)).look : withoutFile(own);
  }
  if (look.status === 'present') return look;
  return { ...look, hints: [...look.hints, hint('subdomain-not-named', null, host)].slice(-MOST_HINTS) };
}
