/** Typed wrongly: exit code 2, with the usage where that helps. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Understood, and not done: exit code 1. The message says what is wrong, and what helps. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}
