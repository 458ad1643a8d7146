import type { Request } from 'express';
import { ValidationError } from '../errors';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** The header Idempotency-Key: whoever sends the same call again sends the same key. Throws 422 without one. */
export function idempotencyKey(req: Request): string {
  const key = req.get('Idempotency-Key') ?? '';
  if (KEY.test(key)) return key;
  throw new ValidationError({ 'Idempotency-Key': ['Send a key of 1 to 200 characters in this header'] });
}

/** The same of a call that may come without one. */
export const optionalKey = (req: Request): string | undefined =>
  req.get('Idempotency-Key') === undefined ? undefined : idempotencyKey(req);
