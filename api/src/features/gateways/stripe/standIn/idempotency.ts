import { StandInError } from './StandInError';

export interface Answer {
  status: number;
  body: string;
}

/**
 * Keys as Stripe keeps them: the first answer is given again, whatever it was, once the work had begun; other content
 * under the same key is refused (400), and so is a second call while the first is at work (409).
 */
export class IdempotencyKeys {
  readonly #kept = new Map<string, { content: string; answer: Answer | null }>();

  /** The answer of before, or null: the work is to be done, and `keep` or `drop` to be called. */
  begin(key: string, content: string): Answer | null {
    const kept = this.#kept.get(key);
    if (!kept) {
      this.#kept.set(key, { content, answer: null });
      return null;
    }
    if (kept.content !== content)
      throw new StandInError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    if (!kept.answer)
      throw new StandInError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key.',
      });
    return kept.answer;
  }

  keep(key: string, answer: Answer): void {
    const kept = this.#kept.get(key);
    if (kept) kept.answer = answer;
  }

  /** As Stripe does after a day. */
  forget(): void {
    this.#kept.clear();
  }

  /** The call was refused before anything was done. */
  drop(key: string): void {
    this.#kept.delete(key);
  }
}
