import type { FileProblem } from './draft';
import type { SendProblem } from './outbox';

/** A refused or failed call, as the store decodes it. */
interface Refusal {
  status: number | 'network' | 'timeout';
  message: string;
  errors: Record<string, string[]>;
  requestId?: string;
}

/** What the server says of a field is more exact than the message above it. */
const sentenceOf = ({ message, errors }: Refusal) => Object.values(errors).flat().join(' ') || message;

/** The same words would be refused again: they have to be changed. */
const NEEDS_CHANGE: readonly Refusal['status'][] = [400, 413, 422];

/** Why a message was not sent. */
export function sendProblemOf(error: Refusal): SendProblem {
  const { status, requestId } = error;
  if (typeof status === 'string') return { kind: status, message: '', requestId };
  return {
    kind: NEEDS_CHANGE.includes(status) ? 'refused' : 'failed',
    message: sentenceOf(error),
    requestId,
  };
}

/** What the server has read and said no to. */
const REFUSED_FILE: readonly Refusal['status'][] = [400, 409, 413, 415, 422];

/** Why a file was not stored. */
export function fileProblemOf(error: Refusal): FileProblem {
  const { status, requestId } = error;
  if (typeof status === 'string') return { kind: status, message: '', requestId, again: true };
  return {
    kind: 'refused',
    message: sentenceOf(error),
    requestId: status >= 500 ? requestId : undefined,
    again: !REFUSED_FILE.includes(status),
  };
}
