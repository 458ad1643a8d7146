import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createSecretBox } from '../../platform/auth';

/** Lets people and scanners of leaked code tell what it is. */
const PREFIX = 'ezk_';
const RANDOM_BYTES = 32;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The keys of goals, as the database keeps them. */
export function createGoalKeys(secret: string) {
  const box = createSecretBox(secret, 'conversion goal keys');
  const rowOf = (goalId: number) => `goal ${goalId}`;
  const open = (sealed: Buffer, goalId: number) => box.open(sealed, rowOf(goalId));
  return {
    /** Prefix and 256 random bits, sealed. */
    make: (goalId: number): Buffer =>
      box.seal(PREFIX + randomBytes(RANDOM_BYTES).toString('base64url'), rowOf(goalId)),
    open,
    /** Takes the same time whatever was given. */
    fits: (sealed: Buffer, goalId: number, given: string): boolean =>
      timingSafeEqual(digest(open(sealed, goalId)), digest(given)),
  };
}
export type GoalKeys = ReturnType<typeof createGoalKeys>;
