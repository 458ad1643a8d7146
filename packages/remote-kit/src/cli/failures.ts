/** Typed wrongly: exit code 2, with the usage where that helps. */
export class UsageError extends Error {
  override name = 'UsageError';
  /** How the command is written that it was meant for, once that is known. */
  usage: string | null = null;
}

/** Carries out a part of a command; what is typed wrongly in it is answered with how that command is written. */
export async function withUsage<T>(usage: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) error.usage ??= usage;
    throw error;
  }
}

/** Understood, and not done: exit code 1. The message says what is wrong, and what helps. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}
