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
export interface PageResult {
  seen: number;
  right: number;
  wrong: WrongElement[];
  pickMs: number[];
}

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

const seen = new WeakSet<Element>();

/** Compares every visible element that was not compared before. */
export function compare(maps: Record<string, InspectorMap>, root: string): PageResult {
  const result: PageResult = { seen: 0, right: 0, wrong: [], pickMs: [] };
  const shell = shellRelease();
  for (const element of document.body.querySelectorAll('*')) {
    if (seen.has(element) || !isVisible(element) || isOfTool(element)) continue;
    seen.add(element);
    const places = [...witnesses(element)].map((at) => at.replace(root, ''));
    if (places.length === 0) continue;
    const startedAtMs = performance.now();
    const { origin } = inspect(element, shell, ({ name }) => maps[name]);
    for (const group of Object.keys(STYLE_GROUPS) as StyleGroup[]) readStyles(element, group);
    result.pickMs.push(performance.now() - startedAtMs);
    const owner = places.map((at) => REMOTE.exec(at)?.[0]).find(Boolean) ?? 'shell';
    const witness = `${places[0]} ${owner}`;
    const tool = `${origin.place ? `${origin.place.file}:${origin.place.line}` : 'unknown'} ${origin.boundary?.remote ?? 'shell'}`;
    result.seen += 1;
    if (witness === tool) result.right += 1;
    else result.wrong.push({ tag: element.tagName.toLowerCase(), witness, tool });
  }
  return result;
}

Object.assign(window, { inspectorBench: { compare } });
