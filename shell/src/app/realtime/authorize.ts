import type { ApiError } from '@ezdash/store';
import { toApiError } from '@ezdash/store';

/** A server that has just come back is asked by everybody: again after about so long. */
const AGAIN_AFTER_MS = [1_000, 3_000, 10_000, 30_000];

const mayPass = ({ status }: ApiError) =>
  typeof status !== 'number' || status === 429 || status === 408 || status >= 500;

interface Authorization<Answer> {
  ask: () => PromiseLike<{ data?: Answer; error?: unknown }>;
  /** The connection that asked is still the one there is: what another is told is signed for another. */
  isCurrent: () => boolean;
  done: (error: Error | null, answer: Answer | null) => void;
}

/** Asks whether a connection may; a failure that may pass is asked again, a refusal is final. */
export async function authorize<Answer>({ ask, isCurrent, done }: Authorization<Answer>): Promise<void> {
  for (let attempt = 0; isCurrent(); attempt++) {
    const { data, error } = await ask();
    if (!isCurrent()) return;
    if (data !== undefined) return done(null, data);
    const failure = toApiError(error);
    const pauseMs = AGAIN_AFTER_MS[attempt];
    if (failure === null || !mayPass(failure) || pauseMs === undefined)
      return done(new Error(failure?.message ?? 'Not authorised'), null);
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
  }
}
