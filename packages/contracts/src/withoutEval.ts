import { z } from 'zod';

/**
 * Keeps zod from trying whether it may write code, which the policy of our pages reports. Takes effect on schemas that
 * are made afterwards: a page that checks with schemas calls it in a module that it imports before theirs.
 */
export function withoutEval(): void {
  z.config({ jitless: true });
}
