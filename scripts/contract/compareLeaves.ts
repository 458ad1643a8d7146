import type { Alternative } from './alternatives';
import type { Finding } from './surface.types';

interface Place {
  direction: 'request' | 'answer';
  where: string;
}

const LOWEST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const HIGHEST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;
const FORMS = ['pattern', 'format', 'multipleOf'] as const;

/** What may be sent: limits and forms that got tighter. */
function tightened(before: Alternative, after: Alternative): string[] {
  const lowest = LOWEST.filter((name) => (after[name] ?? -Infinity) > (before[name] ?? -Infinity));
  const highest = HIGHEST.filter((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity));
  const limits = [...lowest, ...highest].map(
    (name) => `has a tighter ${name}: ${after[name]}, was ${before[name] ?? 'none'}`,
  );
  const forms = FORMS.filter((name) => after[name] !== undefined && after[name] !== before[name]).map(
    (name) => `has another ${name}: ${after[name]}, was ${before[name] ?? 'none'}`,
  );
  return [...limits, ...forms];
}

/**
 * Two alternatives of which one can stand for the other, without what is in them. Limits bind whoever sends; readers
 * rely on types alone.
 */
export function compareLeaves(
  before: Alternative,
  after: Alternative,
  { direction, where }: Place,
): Finding[] {
  // A value that is taken, or given, of what was or is a type: its form is known.
  if (before.const !== undefined || after.const !== undefined) return [];
  if (direction === 'answer') return [];
  return tightened(before, after).map((what) => ({ level: 'narrower', where, what }));
}
