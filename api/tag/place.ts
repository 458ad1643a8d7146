import type { Ad, Candidate } from './types';

/**
 * The network keeps a decision's place in budgets and limits for 30 seconds. What is put into its slot later than this
 * is decided anew, so that its impression is told before.
 */
export const FRESH_MS = 25_000;

/** What a slot of the page was asked for and answered. */
export interface Place {
  zone: string;
  /** The address of the page it was asked for on. */
  page: string;
  /** Until when its answer may be put into the slot; no end once it has been. 0 for one that waits to be asked for. */
  freshUntilMs: number;
  /** What may be shown here, or is. */
  candidates: Candidate[];
  /** The creative that has been chosen of them; empty when there is none. */
  creative: string;
  /** The candidate that is on its way into the slot and not seen yet. */
  coming?: Candidate;
  /** Creatives that could not be shown here. */
  failed: string[];
  stop: () => void;
  /** What was answered, once it was. */
  ad?: Ad;
  /** What stands in the slot. */
  content?: HTMLElement;
  /** When what the page has taken out, and the tag put back, is forgotten. */
  calmMs: number;
  /** When its slot was seen to be gone; 0 while it is there. */
  goneMs: number;
}
export type Places = Map<HTMLElement, Place>;

export const newPlace = (zone: string): Place => ({
  zone,
  page: location.href,
  freshUntilMs: 0,
  candidates: [],
  creative: '',
  failed: [],
  calmMs: 0,
  goneMs: 0,
  stop: () => {},
});

/** Those that show something, or still may: what was decided too long ago no longer does. */
export const livePlaces = (places: Places): Place[] =>
  [...places].flatMap(([slot, place]) =>
    slot.isConnected && Date.now() < place.freshUntilMs ? [place] : [],
  );

/** What the network shall not answer for these: what the page shows or still may, and what has failed in them. */
export const exceptFor = (asking: Place[], places: Places): string[] => [
  ...asking.flatMap(({ failed }) => failed),
  ...livePlaces(places).flatMap(({ candidates }) => candidates.map(({ creative }) => creative)),
];
