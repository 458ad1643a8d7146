import { TooManyRequestsError } from '../../platform/errors';

/** Whether a try was within the limit, where going beyond it must not show. */
export async function isWithin(consumed: Promise<void>): Promise<boolean> {
  try {
    await consumed;
    return true;
  } catch (error) {
    if (error instanceof TooManyRequestsError) return false;
    throw error;
  }
}
