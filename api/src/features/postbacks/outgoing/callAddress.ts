import { cleanLine, parseUrl } from '@ezdash/contracts';
import type { SecretBox } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Outbound, OutboundError } from '../../../platform/outbound';
import type { HeldCall } from './calls.repo';
import { callFields, fillMacros } from './fillMacros';
import { signCall } from './signCall';

export interface CallAddressDeps {
  box: SecretBox;
  clock: Clock;
  outbound: Outbound;
}

export interface CallOutcome {
  ok: boolean;
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** The beginning of the answer, readable. */
  answer: string | null;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 2_048;
const LONGEST_ANSWER = 500;

export const secretRow = (outgoingId: number) => `outgoing ${outgoingId}`;

/** Without what nobody can see, or a database cannot keep. */
const readable = (body: Buffer) =>
  cleanLine(body.toString('utf8'))
    .slice(0, LONGEST_ANSWER)
    .replace(/[\uD800-\uDBFF]$/, '');

/** As it goes over the line, so that its receiver can check the signature over it. */
function asCalled(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return url;
  parsed.hash = '';
  return parsed.href;
}

/** Makes one signed call; 2xx is taken for received. Never throws for what the address does. */
export async function callAddress(
  { box, clock, outbound }: CallAddressDeps,
  call: HeldCall & { publicId: string },
): Promise<CallOutcome> {
  const fields = callFields(call.data, call.event);
  const url = asCalled(fillMacros(call.url, fields));
  const body = call.method === 'POST' ? JSON.stringify(fields) : undefined;
  const secret = box.open(call.secret, secretRow(call.outgoingId));
  try {
    const answer = await outbound.ask(url, {
      method: call.method,
      body,
      headers: {
        'User-Agent': 'EzDash-Postback/1',
        'X-EzDash-Id': call.publicId,
        'X-EzDash-Signature': signCall(secret, { id: call.publicId, sent: body ?? url, at: clock.now() }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      timeoutMs: TIMEOUT_MS,
      mostBytes: MOST_BYTES,
    });
    const ok = answer.status >= 200 && answer.status < 300;
    return { ok, status: answer.status, error: null, answer: readable(answer.body) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ok: false, status: null, error: error.code, answer: null };
  }
}
