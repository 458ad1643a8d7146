import type { Sight } from '@ezdash/contracts/sight';
import { loadSight } from '../loadSight';
import type { Place } from '../place';
import { SLOT } from '../slot';

/** What is known of a slot beside what the tag knows. */
export interface Seen {
  /** Part of it in the window, 0–1. */
  ratio: number;
  /** With at least half of it in the window of a visible page. */
  seconds: number;
  shifts: number;
  shiftScore: number;
  /** What was measured of its ad last, and why nobody can see it; null before. */
  sight: { facts: Sight; reason: string | null } | null;
  /** The ad that is measured, and how to stop. */
  measured: HTMLElement | undefined;
  stop: () => void;
  /** How high the slot was before its answer; null when it came before we looked. */
  earlyHeight: number | null;
}
interface Asked {
  url: string;
  atMs: number;
  durationMs: number;
}

export interface Watched {
  seen: Map<HTMLElement, Seen>;
  /** By zone, the last. */
  asked: Map<string, Asked>;
  /** Addresses of events that were told. */
  told: Set<string>;
  /** What a policy of the page has forbidden of ours: address → directive. */
  forbidden: Map<string, string>;
  /** Watches the slots that are new, and counts the time; every `TICK_MS`. */
  tick: (places: ReadonlyMap<HTMLElement, Place>) => void;
}

export const TICK_MS = 500;
const STEPS = 20;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Whether a slot was in it: it moved itself, or something below it gave way to where it stands now. */
function isOf(slot: HTMLElement, { sources }: Shift): boolean {
  const { top, bottom } = slot.getBoundingClientRect();
  return sources.some(({ node, previousRect, currentRect }) => {
    if (!node) return false;
    if (slot === node || slot.contains(node)) return true;
    const isBehind = slot.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isBehind && top < currentRect.top && bottom > previousRect.top;
  });
}

function observe(type: string, each: (entry: PerformanceEntry) => void): void {
  try {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry);
    }).observe({ type, buffered: true });
  } catch {
    // This browser does not tell.
  }
}

/** Listens to what the browser tells anybody: requests, shifts, what is in view, what a policy forbids. */
export function watchPage(base: string): Watched {
  const { origin } = new URL(base);
  const seen = new Map<HTMLElement, Seen>();
  const asked = new Map<string, Asked>();
  const told = new Set<string>();
  const forbidden = new Map<string, string>();
  const early: Shift[] = [];

  observe('resource', ({ name, startTime, duration }) => {
    if (!name.startsWith(origin)) return;
    const url = new URL(name);
    if (url.pathname === '/serve')
      for (const zone of (url.searchParams.get('zones') ?? '').split(','))
        asked.set(zone, { url: name, atMs: startTime, durationMs: duration });
    else if (url.pathname.startsWith('/e/')) told.add(url.pathname);
  });
  const count = (shift: Shift) => {
    for (const [slot, facts] of seen)
      if (isOf(slot, shift)) {
        facts.shifts += 1;
        facts.shiftScore += shift.value;
      }
  };
  observe('layout-shift', (entry) => {
    const shift = entry as Shift;
    if (shift.hadRecentInput) return;
    early.push(shift);
    count(shift);
  });
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    if (blockedURI.startsWith(origin)) forbidden.set(blockedURI.slice(0, 120), effectiveDirective);
  });
  const views = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        const facts = seen.get(target as HTMLElement);
        if (facts) facts.ratio = intersectionRatio;
      }
    },
    { threshold: Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS) },
  );

  /** As the tag does, and tells nobody. */
  function measure(facts: Seen, slot: HTMLElement, { ad, content, creative }: Place): void {
    facts.stop();
    Object.assign(facts, { measured: content, sight: null, stop: () => {} });
    if (!ad || !content || !creative) return;
    loadSight(base).then(
      ({ watchSight }) => {
        if (facts.measured !== content) return;
        facts.stop = watchSight({
          // Of a picture its link is larger.
          element: content.querySelector('img') ?? content,
          width: ad.width,
          height: ad.height,
          isAd: (node) => node.closest(SLOT)?.contains(slot) === false,
          tell() {},
          note(sight, reason) {
            facts.sight = { facts: sight, reason };
          },
        });
      },
      () => {},
    );
  }

  return {
    seen,
    asked,
    told,
    forbidden,
    tick(places) {
      for (const slot of places.keys())
        if (!seen.has(slot)) {
          const facts: Seen = {
            ratio: 0,
            seconds: 0,
            shifts: 0,
            shiftScore: 0,
            sight: null,
            measured: undefined,
            stop() {},
            earlyHeight: slot.dataset.ezState === 'loading' ? slot.offsetHeight : null,
          };
          seen.set(slot, facts);
          views.observe(slot);
          for (const shift of early)
            if (isOf(slot, shift)) {
              facts.shifts += 1;
              facts.shiftScore += shift.value;
            }
        }
      for (const [slot, facts] of seen)
        if (!slot.isConnected) {
          views.unobserve(slot);
          facts.stop();
          seen.delete(slot);
        } else if (facts.ratio >= 0.5 && document.visibilityState === 'visible')
          facts.seconds += TICK_MS / 1_000;
      for (const [slot, place] of places) {
        const facts = seen.get(slot);
        if (facts && facts.measured !== place.content) measure(facts, slot, place);
      }
    },
  };
}
