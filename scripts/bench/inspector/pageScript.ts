/** Runs in the page: the tool's own reading of every visible element against what the witness says of it. */
import type { InspectorMap } from '@ezdash/contracts';
import {
  readStyles,
  STYLE_GROUPS,
  type StyleGroup,
} from '../../../mf-debug/src/features/debugTool/inspector/describeElement';
import { inspect, isOfTool, shellRelease } from '../../../mf-debug/src/features/debugTool/inspector/inspect';

const WITNESS = Symbol.for('ezdash.witness');
const REMOTE = /^mf-[a-z]+(?=\/)/;

export interface WrongElement {
  tag: string;
  /** file:line and remote, as the witness and as the tool says. */
  witness: string;
  tool: string;
}
/** A pick that took long, and where its time went. */
export interface SlowPick {
  /** `button mf-advertiser/src/…/Row.tsx:42` */
  element: string;
  ms: number;
  /** Of it: reading the tree and resolving it; the rest is computed styles. */
  readMs: number;
  /** How many elements were picked before it since the page was looked at. */
  after: number;
  /** The same pick once more, right behind it: a slow element is slow again, a busy machine hardly. */
  againMs: number;
  /** Bytes of the heap that were given back meanwhile: garbage was collected within the pick. */
  freedBytes: number;
}
export interface PageResult {
  seen: number;
  right: number;
  wrong: WrongElement[];
  pickMs: number[];
  /** The slowest first. */
  slowest: SlowPick[];
}

const MOST_SLOW = 3;
const SLOW_MS = 4;

interface Fiber {
  return: Fiber | null;
  memoizedProps: (Record<string | symbol, unknown> & { children?: unknown }) | null;
}

/** The witness's own walk: React's entry of the node, or of the next one around it, and up from there. */
function* witnesses(element: Element): Generator<string> {
  let node: Element | null = element;
  let fiber: Fiber | null = null;
  while (node && !fiber) {
    const key = Object.keys(node).find((name) => name.startsWith('__reactFiber$'));
    fiber = key ? ((node as unknown as Record<string, Fiber>)[key] ?? null) : null;
    node = node.parentElement;
  }
  for (; fiber; fiber = fiber.return) {
    const at = fiber.memoizedProps?.[WITNESS];
    if (typeof at === 'string') yield at;
  }
}

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
  );
}

const GROUPS = Object.keys(STYLE_GROUPS) as StyleGroup[];

/** All that the tool does when an element is picked. */
function pick(element: Element, shell: ReturnType<typeof shellRelease>, maps: Record<string, InspectorMap>) {
  const startedAtMs = performance.now();
  const { origin } = inspect(element, shell, ({ name }) => maps[name]);
  const readMs = performance.now() - startedAtMs;
  for (const group of GROUPS) readStyles(element, group);
  return { origin, readMs, ms: performance.now() - startedAtMs };
}

/** Only Chromium tells, and exactly only when it is started with `--enable-precise-memory-info`. */
function usedHeapBytes(): number {
  const { memory }: { memory?: { usedJSHeapSize: number } } = Object(performance);
  return memory?.usedJSHeapSize ?? 0;
}

const seen = new WeakSet<Element>();

/** Compares every visible element that was not compared before. */
export function compare(maps: Record<string, InspectorMap>, root: string): PageResult {
  const result: PageResult = { seen: 0, right: 0, wrong: [], pickMs: [], slowest: [] };
  const slow: SlowPick[] = [];
  const shell = shellRelease();
  for (const element of document.body.querySelectorAll('*')) {
    if (seen.has(element) || !isVisible(element) || isOfTool(element)) continue;
    seen.add(element);
    const places = [...witnesses(element)].map((at) => at.replace(root, ''));
    if (places.length === 0) continue;
    const heapBytes = usedHeapBytes();
    const { origin, ms, readMs } = pick(element, shell, maps);
    const freedBytes = Math.max(0, heapBytes - usedHeapBytes());
    const owner = places.map((at) => REMOTE.exec(at)?.[0]).find(Boolean) ?? 'shell';
    const witness = `${places[0]} ${owner}`;
    const tool = `${origin.place ? `${origin.place.file}:${origin.place.line}` : 'unknown'} ${origin.boundary?.remote ?? 'shell'}`;
    if (ms >= SLOW_MS) {
      const { ms: againMs } = pick(element, shell, maps);
      const name = `${element.tagName.toLowerCase()} ${tool}`;
      slow.push({ element: name, ms, readMs, after: result.seen, againMs, freedBytes });
    }
    result.pickMs.push(ms);
    result.seen += 1;
    if (witness === tool) result.right += 1;
    else result.wrong.push({ tag: element.tagName.toLowerCase(), witness, tool });
  }
  result.slowest = slow.sort((a, b) => b.ms - a.ms).slice(0, MOST_SLOW);
  return result;
}

Object.assign(window, { inspectorBench: { compare } });
