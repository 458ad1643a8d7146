import type { ApiError } from '@ezdash/store';
import { toApiError } from '@ezdash/store';

/**
 * Lets a refusal that belongs to one field stand beside it, also when the server named no field.
 * @throws the error, always
 */
export function refuseAt(field: string, codes: readonly string[]) {
  return (error: unknown): never => {
    const refusal = toApiError(error);
    if (refusal && codes.includes(refusal.code) && refusal.errors[field] === undefined)
      throw { ...refusal, errors: { ...refusal.errors, [field]: [refusal.message] } } satisfies ApiError;
    throw error;
  };
}

/** The call was refused for this reason. */
export function isRefusal(error: unknown, ...codes: string[]): boolean {
  const refusal = toApiError(error);
  return refusal !== null && codes.includes(refusal.code);
}

/** A mailed link that works no more: used, too old, or not whole. */
export function isDeadLink(error: unknown): boolean {
  return isRefusal(error, 'LINK_EXPIRED') || toApiError(error)?.errors.token !== undefined;
}
