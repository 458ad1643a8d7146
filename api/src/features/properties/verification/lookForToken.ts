import {
  VERIFICATION_NAME,
  VERIFICATION_PATH,
  type VerificationFinding,
  type VerificationMethod,
  type VerificationOutcome,
} from '@ezdash/contracts';
import type { Outbound, ResolveTxt } from '../../../platform/outbound';
import { askSite, type SiteAnswer } from './askSite';
import { dnsNamesOf } from './instructions';
import { readMeta } from './readMeta';

export interface LookDeps {
  outbound: Outbound;
  resolveTxt: ResolveTxt;
  /** For all that is asked by one method, in ms. */
  timeoutMs?: number;
}

const PAGE_BYTES = 256 * 1_024;
const FILE_BYTES = 16 * 1_024;
const DNS_TIMEOUT_MS = 10_000;
const MOST_SEEN = 80;
const MOST_ADDRESS = 2_000;
const TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

const shorten = (text: string): string => {
  const letters = [...text.replace(/[\p{C}\s]+/gu, ' ').trim()];
  return letters.length > MOST_SEEN ? `${letters.slice(0, MOST_SEEN - 1).join('')}…` : letters.join('');
};

/** Of what stands where the token should: it itself, another one, or nothing like one. */
function judge(values: readonly string[], token: string): Pick<VerificationFinding, 'outcome' | 'seen'> {
  if (values.includes(token)) return { outcome: 'found', seen: null };
  const other = values.find((value) => TOKEN.test(value));
  if (other !== undefined) return { outcome: 'other-token', seen: shorten(other) };
  return {
    outcome: values.length > 0 ? 'wrong-content' : 'token-missing',
    seen: values[0] ? shorten(values[0]) : null,
  };
}

const finding = (
  method: VerificationMethod,
  { url, status }: Pick<SiteAnswer, 'url' | 'status'>,
  outcome: VerificationOutcome,
  seen: string | null = null,
): VerificationFinding => ({ method, outcome, status, address: url.slice(0, MOST_ADDRESS), seen });

async function lookAtPage(deps: LookDeps, domain: string, token: string): Promise<VerificationFinding> {
  const answer = await askSite(deps.outbound, domain, '/', PAGE_BYTES, deps.timeoutMs);
  if ('trouble' in answer) return finding('meta', answer, answer.trouble, answer.seen);
  const { inHead, isInBody } = readMeta(answer.text);
  const { outcome, seen } = judge(inHead, token);
  if (outcome !== 'token-missing') return finding('meta', answer, outcome, seen);
  if (isInBody) return finding('meta', answer, 'outside-head');
  return finding('meta', answer, answer.isCut ? 'too-large' : 'token-missing');
}

/** Of a file: what stands behind our name in its lines, or the line itself. */
function valuesIn(text: string): string[] {
  const lines = text
    .replace(/^\u{feff}/u, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) =>
    line.startsWith(`${VERIFICATION_NAME}=`) ? line.slice(VERIFICATION_NAME.length + 1).trim() : line,
  );
}

async function lookAtFile(deps: LookDeps, domain: string, token: string): Promise<VerificationFinding> {
  const answer = await askSite(deps.outbound, domain, VERIFICATION_PATH, FILE_BYTES, deps.timeoutMs);
  if ('trouble' in answer) return finding('file', answer, answer.trouble, answer.seen);
  // Many sites answer with a page, and no status of failure, to what they do not have.
  if (/html/i.test(answer.contentType) || /^\s*<(!doctype|html|\?xml)/i.test(answer.text))
    return finding('file', answer, 'page-instead');
  if (answer.isCut) return finding('file', answer, 'too-large');
  const { outcome, seen } = judge(valuesIn(answer.text), token);
  return finding('file', answer, outcome, seen);
}

const DNS_TROUBLES: Readonly<Record<string, VerificationOutcome>> = {
  ETIMEOUT: 'timed-out',
  ECANCELLED: 'timed-out',
  EBADNAME: 'name-unknown',
};

async function lookInDns(deps: LookDeps, domain: string, token: string): Promise<VerificationFinding> {
  const names = dnsNamesOf(domain);
  const at = { url: names.join(', ') || domain, status: null };
  if (names.length === 0) return finding('dns', at, 'name-unknown');
  const signal = AbortSignal.timeout(deps.timeoutMs ?? DNS_TIMEOUT_MS);
  const answers = await Promise.allSettled(names.map((name) => deps.resolveTxt(name, signal)));
  const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const values = records
    .map((record) => record.trim())
    .filter((record) => record.toLowerCase().startsWith(VERIFICATION_NAME))
    .map((record) =>
      record
        .slice(VERIFICATION_NAME.length)
        .replace(/^\s*=\s*/, '')
        .trim(),
    );
  const { outcome, seen } = judge(values, token);
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (outcome !== 'token-missing' || !failed) return finding('dns', at, outcome, seen);
  const { code } = Object(failed.reason) as { code?: unknown };
  return finding('dns', at, DNS_TROUBLES[String(code)] ?? 'broken');
}

/** Looks for the token by every method at once; never rejects for what others' servers do. */
export function lookForToken(deps: LookDeps, domain: string, token: string): Promise<VerificationFinding[]> {
  return Promise.all([
    lookAtPage(deps, domain, token),
    lookAtFile(deps, domain, token),
    lookInDns(deps, domain, token),
  ]);
}
