import { newId } from '../../money/newId';

/** What an admin does on the page: the calls that follow carry its id, and so does all that the server does for them. */
export interface Interaction {
  id: string;
  what: 'click' | 'submit' | 'key' | 'navigation';
  /** A button's or a link's words; never what is typed. */
  target: string;
}

/** Calls that begin within this long belong to it. */
const FOLLOWS_MS = 5_000;
/** A key makes a click, a click a submit, a submit a step of navigation: these are one. */
const SAME_MS = 50;
const LONGEST_TARGET = 40;

const TOOL = '[data-mf-module="DebugTool"]';
const PRESSED =
  'button, a, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"], label';

/** Without what people typed or chose: fields are called by their kind. */
export function describeTarget(target: Element): string {
  const pressed = target.closest(PRESSED) ?? target;
  const label = pressed.getAttribute('aria-label');
  const words = pressed.matches(PRESSED) ? (label ?? pressed.textContent ?? '') : (label ?? '');
  const text = words.replace(/\s+/g, ' ').trim();
  if (text === '') return pressed.tagName.toLowerCase();
  return text.length > LONGEST_TARGET ? `${text.slice(0, LONGEST_TARGET - 1)}…` : text;
}

const isOwn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TOOL) !== null;

/** Whether a key sets something off: Enter alone, and not where it begins a line. */
const setsOff = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && !(target instanceof HTMLTextAreaElement);

export interface Interactions {
  /** For every call that begins: the header that names what it follows. */
  headers: (url: string) => Record<string, string>;
  /** Whether it is one of this page's. */
  knows: (id: string) => boolean;
  stop: () => void;
}

/** Watches what is done on the page, but for the tool itself. `onFirstCall` hears of each that had the server asked. */
export function watchInteractions(onFirstCall: (interaction: Interaction) => void): Interactions {
  let latest: { interaction: Interaction; atMs: number; isTold: boolean } | null = null;
  const told = new Set<string>();

  function begin(what: Interaction['what'], target: EventTarget | null): void {
    if (isOwn(target)) return;
    const atMs = performance.now();
    if (latest && atMs - latest.atMs < SAME_MS) return;
    const name = target instanceof Element ? describeTarget(target) : window.location.pathname;
    latest = { interaction: { id: newId(), what, target: name }, atMs, isTold: false };
  }

  const listeners = [
    ['click', (event: Event) => begin('click', event.target)],
    ['submit', (event: Event) => begin('submit', event.target)],
    [
      'keydown',
      (event: Event) => {
        if (event instanceof KeyboardEvent && setsOff(event)) begin('key', event.target);
      },
    ],
    ['popstate', () => begin('navigation', null)],
  ] as const;
  // Before whatever the page does about it.
  for (const [name, listener] of listeners) window.addEventListener(name, listener, { capture: true });

  return {
    headers(url): Record<string, string> {
      // What the tool asks of itself follows nothing.
      if (!latest || performance.now() - latest.atMs > FOLLOWS_MS || url.startsWith('/debug-tool')) return {};
      const { interaction } = latest;
      if (!latest.isTold) {
        latest.isTold = true;
        told.add(interaction.id);
        // The call comes first.
        queueMicrotask(() => onFirstCall(interaction));
      }
      return { 'X-Correlation-Id': interaction.id };
    },
    knows: (id) => told.has(id),
    stop() {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener, { capture: true });
    },
  };
}
