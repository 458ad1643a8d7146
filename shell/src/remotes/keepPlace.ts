import { scrollWhenLongEnough } from '../app/router/scrollWhenLongEnough';
import { ownerOf } from './ownerOf';
import { rootsOf } from './tabFacts';

/** A part of the new release may come late; after this long the page's heading gets the focus. */
const FOCUS_WAIT_MS = 1_500;
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, h1, [tabindex], [contenteditable]';
/** Ids that a library makes at every mount: what carries one next time is something else. */
const MADE_ID = /^(mantine-|_r_|:r)|_r_\w*_/;
const NAME_LENGTH = 120;

/** What somebody would know an element by. */
interface Likeness {
  id: string | null;
  kind: string;
  name: string;
  /** Which one of those that are alike. */
  index: number;
}

const kindOf = (element: Element) =>
  [element.tagName, element.getAttribute('role'), element.getAttribute('type')].join(' ');

function nameOf(element: Element): string {
  const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
  const name =
    element.getAttribute('aria-label') ??
    (labels.length > 0 ? labels.map((label) => label.textContent).join(' ') : element.textContent);
  return `${name?.trim().slice(0, NAME_LENGTH)} ${element.getAttribute('name') ?? ''}`;
}

const focusableIn = (remote: string) =>
  rootsOf(remote).flatMap((root) => [...root.querySelectorAll<HTMLElement>(FOCUSABLE)]);

function alike(remote: string, { kind, name }: Pick<Likeness, 'kind' | 'name'>): HTMLElement[] {
  return focusableIn(remote).filter((one) => kindOf(one) === kind && nameOf(one) === name);
}

function describe(remote: string, element: HTMLElement): Likeness {
  const [kind, name] = [kindOf(element), nameOf(element)];
  const id = element.id !== '' && !MADE_ID.test(element.id) ? element.id : null;
  return { id, kind, name, index: alike(remote, { kind, name }).indexOf(element) };
}

function find(remote: string, like: Likeness): HTMLElement | null {
  const byId = like.id === null ? null : document.getElementById(like.id);
  if (byId && ownerOf(byId) === remote) return byId;
  const found = alike(remote, like);
  return found[Math.max(0, like.index)] ?? found[0] ?? null;
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1');
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The focus goes back, now or as soon as there is something to go back to. Whoever takes it elsewhere keeps it. */
function giveFocusBack(remote: string, like: Likeness): void {
  const isFree = () => document.activeElement === null || document.activeElement === document.body;
  const arrive = (): boolean => {
    if (!isFree()) return true;
    const element = find(remote, like);
    element?.focus({ preventScroll: true });
    return element !== null && document.activeElement === element;
  };
  if (arrive()) return;
  const observer = new MutationObserver(() => {
    if (arrive()) end();
  });
  const timer = setTimeout(() => {
    end();
    if (isFree()) focusHeading();
  }, FOCUS_WAIT_MS);
  const end = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * Notes where somebody is in a remote, before another release of it is mounted.
 * @param lastFocused what had the focus before a notice's button was pressed; undefined: what has it now
 * @returns call it once the other one is mounted: scroll position and focus are what they were, as far as can be
 */
export function keepPlace(remote: string, lastFocused?: Element | null): () => void {
  const top = window.scrollY;
  const focused = lastFocused === undefined ? document.activeElement : lastFocused;
  const isIts = focused instanceof HTMLElement && focused.isConnected && ownerOf(focused) === remote;
  const like = isIts ? describe(remote, focused) : null;
  return () => {
    if (Math.abs(window.scrollY - top) > 1 || top > 0) scrollWhenLongEnough(top);
    if (like) giveFocusBack(remote, like);
    else if (lastFocused !== undefined) focusHeading();
  };
}
