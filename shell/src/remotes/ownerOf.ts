const FIBER_KEY = '__reactFiber$';
/** More would be a tree that leads back to itself. */
const LONGEST_WAY = 5_000;

interface Fiber {
  return?: Fiber | null;
  stateNode?: unknown;
}
const isFiber = (value: unknown): value is Fiber => typeof value === 'object' && value !== null;

function fiberOf(element: Element): Fiber | null {
  for (const [key, value] of Object.entries(element))
    if (key.startsWith(FIBER_KEY) && isFiber(value)) return value;
  return null;
}

/**
 * The remote that draws an element, also through a portal, where the page's tree does not say it; null for the shell's
 * own, and for what somebody else put there. React promises nothing of its tree: what is not found counts as nobody's.
 */
export function ownerOf(element: Element): string | null {
  const around = element.closest<HTMLElement>('[data-mf-remote]');
  if (around) return around.dataset.mfRemote ?? null;
  let fiber: Fiber | null | undefined = null;
  for (let node: Element | null = element; node && !fiber; node = node.parentElement) fiber = fiberOf(node);
  for (let step = 0; fiber && step < LONGEST_WAY; step++) {
    const { stateNode } = fiber;
    if (stateNode instanceof HTMLElement && stateNode.dataset.mfRemote) return stateNode.dataset.mfRemote;
    fiber = fiber.return;
  }
  return null;
}
