import type { Tag } from './bridgeTable';

/** Messages of this long are one refetch. */
export const GATHER_MS = 500;
/** Figures of an account with much traffic change without pause: they are asked again at most this often. */
export const FIGURES_EVERY_MS = 3_000;
/** A window that has been out of sight for longer asks when it is looked at again. */
export const HIDDEN_MS = 15_000;

export interface GatheredTags {
  /** Tags to invalidate, in a moment; `figures` are kept to a calmer rhythm, `delayMs` spreads what many pages do at once. */
  add: (tags: readonly Tag[], options?: { figures?: boolean; delayMs?: number }) => void;
  stop: () => void;
}

const keyOf = (tag: Tag) => (typeof tag === 'object' && tag !== null ? `${tag.type}/${tag.id}` : `${tag}`);

/** Gathers invalidations: several at once are one, and none while nobody looks. */
export function gatherTags(invalidate: (tags: Tag[]) => void): GatheredTags {
  const waiting = new Map<string, Tag>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let dueAt = Number.POSITIVE_INFINITY;
  let hasFigures = false;
  let figuresAt = Number.NEGATIVE_INFINITY;
  let hiddenAt: number | null = document.hidden ? performance.now() : null;

  const isOutOfSight = () => hiddenAt !== null && performance.now() - hiddenAt >= HIDDEN_MS;
  const flush = () => {
    timer = null;
    dueAt = Number.POSITIVE_INFINITY;
    if (waiting.size === 0 || isOutOfSight()) return;
    const tags = [...waiting.values()];
    waiting.clear();
    if (hasFigures) figuresAt = performance.now();
    hasFigures = false;
    invalidate(tags);
  };
  const schedule = (delayMs: number) => {
    const at = performance.now() + delayMs;
    if (at >= dueAt) return;
    if (timer !== null) clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(flush, delayMs);
  };
  const look = () => {
    if (document.hidden) {
      hiddenAt ??= performance.now();
      return;
    }
    hiddenAt = null;
    if (waiting.size > 0) schedule(0);
  };
  document.addEventListener('visibilitychange', look);

  return {
    add(tags, { figures = false, delayMs = GATHER_MS } = {}) {
      for (const tag of tags) waiting.set(keyOf(tag), tag);
      hasFigures ||= figures;
      const calmMs = figures ? figuresAt + FIGURES_EVERY_MS - performance.now() : 0;
      schedule(Math.max(delayMs, calmMs));
    },
    stop() {
      document.removeEventListener('visibilitychange', look);
      if (timer !== null) clearTimeout(timer);
      waiting.clear();
    },
  };
}
