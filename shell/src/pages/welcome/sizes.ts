import type { NetworkSummary } from '@ezdash/contracts';
import { AD_SIZES } from '@ezdash/contracts/constants';

export type SizeFigures = NetworkSummary['sizes'][number];

/** Key of a size's name in the design system's texts; null for a size that has none. */
export function sizeNameKey(size: { width: number; height: number }): string | null {
  const known = AD_SIZES.find((one) => one.width === size.width && one.height === size.height);
  return known ? `ui:size.${known.name}` : null;
}

/** Always the same order, so that nothing changes places while the figures move. */
export function inOrder(sizes: readonly SizeFigures[]): SizeFigures[] {
  return [...sizes].sort((a, b) => b.width - a.width || b.height - a.height);
}

/** Room for the formats in a row, in CSS pixels, and what lies between two of them. */
const ROW_WIDTH = 1_240;
const ROW_GAP = 24;
/** Narrower than this, the name under a format would not stand. */
const LEAST_WIDTH = 96;
const MOST_SCALE = 0.27;
/** Smaller than this nobody sees what a creative shows: then the row wraps instead. */
const LEAST_SCALE = 0.2;

/** One scale for all, the largest at which they fit into one row; when that is too small, they wrap. */
export function commonScale(sizes: readonly { width: number }[]): { scale: number; wraps: boolean } {
  const room = ROW_WIDTH - ROW_GAP * Math.max(0, sizes.length - 1);
  let scale = MOST_SCALE;
  // A narrow format takes the room of its name, which does not shrink: a few rounds settle who is narrow.
  for (let round = 0; round < 4; round++) {
    const narrow = sizes.filter((size) => size.width * scale <= LEAST_WIDTH);
    const wide = sizes.filter((size) => size.width * scale > LEAST_WIDTH);
    const total = wide.reduce((sum, size) => sum + size.width, 0);
    if (total === 0) break;
    scale = Math.min(MOST_SCALE, (room - narrow.length * LEAST_WIDTH) / total);
  }
  const wraps = scale < LEAST_SCALE;
  return { scale: wraps ? MOST_SCALE : scale, wraps };
}

/** More of them in one row nobody compares. */
const MOST_IN_ROW = 7;

/** Those with the most requests, as many as stand in one row, in their order. */
export function oneRow(sizes: readonly SizeFigures[]): SizeFigures[] {
  const chosen = [...sizes].sort((a, b) => b.requests - a.requests).slice(0, MOST_IN_ROW);
  while (chosen.length > 1 && commonScale(chosen).wraps) chosen.pop();
  return inOrder(chosen);
}

/** Slots of the drawn page, each with the formats that may stand in it, the best first. */
const PLAN_SLOTS = {
  top: ['728x90', '970x90', '468x60'],
  rectangle: ['300x250', '336x280'],
  tall: ['300x600', '160x600'],
} as const;
export type PlanSlot = keyof typeof PLAN_SLOTS;

/** The size the drawn page shows in a slot: one with a creative before one with traffic before the usual one. */
export function planSize(slot: PlanSlot, sizes: readonly SizeFigures[]): SizeFigures {
  const names: readonly string[] = PLAN_SLOTS[slot];
  const fitting = names.flatMap(
    (name) => sizes.find((size) => `${size.width}x${size.height}` === name) ?? [],
  );
  const chosen = fitting.find((size) => size.sample !== null) ?? fitting[0];
  if (chosen) return chosen;
  const [width = 0, height = 0] = (names[0] ?? '').split('x').map(Number);
  return { width, height, requests: 0, ecpm_micros: 0, sample: null };
}
