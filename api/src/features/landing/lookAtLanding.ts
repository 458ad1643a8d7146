import { fillExample, type LandingOutcome, parseUrl } from '@ezdash/contracts';
import { type Outbound, OutboundError } from '../../platform/outbound';

/** What a look at an address found. */
export interface Look {
  outcome: LandingOutcome;
  status: number | null;
  /** Where redirects ended; null without any, or without an answer. */
  finalUrl: string | null;
  hops: number;
  tookMs: number;
}

const TIMEOUT_MS = 10_000;
const MOST_REDIRECTS = 10;
/** The answer's head says all; of its body nothing is needed. */
const MOST_BYTES = 1_024;
const MOST_URL = 2_000;
const FAILURE = 400;
/** Pages tell by it that nobody looks at them; some refuse who says nothing. */
const HEADERS = {
  'User-Agent': 'Mozilla/5.0 (compatible; LandingPageCheck/1.0)',
  Accept: 'text/html,*/*;q=0.8',
};

/**
 * Asks a landing page once, with example values in place of its macros. Never rejects for what a page does: that is what
 * is to be found out.
 */
export async function lookAtLanding(outbound: Outbound, landingUrl: string): Promise<Look> {
  const startedAt = performance.now();
  try {
    const answer = await outbound.ask(fillExample(landingUrl), {
      headers: HEADERS,
      timeoutMs: TIMEOUT_MS,
      mostBytes: MOST_BYTES,
      mostRedirects: MOST_REDIRECTS,
    });
    const hops = answer.hops.length - 1;
    const found = {
      status: answer.status,
      finalUrl: hops > 0 ? answer.url.slice(0, MOST_URL) : null,
      hops,
      tookMs: answer.ms,
    };
    if (answer.status >= FAILURE) return { ...found, outcome: 'status' };
    return { ...found, outcome: parseUrl(answer.url)?.protocol === 'https:' ? 'ok' : 'not-https' };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const tookMs = Math.round(performance.now() - startedAt);
    return { outcome: error.code, status: null, finalUrl: null, hops: 0, tookMs };
  }
}
