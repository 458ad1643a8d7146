import { describeElement, type ElementDescription } from './describeElement';
import { readWay, type Way } from './readFiber';
import { type FindMap, type Origin, type ReleaseKey, resolveWay } from './resolveWay';

/** The build of the shell that runs in this page, as its maps are named. */
export function shellRelease(): ReleaseKey {
  const build = document.querySelector('meta[name="shell-build"]')?.getAttribute('content');
  return { name: 'shell', version: build ?? '' };
}

const TOOL = { remote: 'mf-debug', module: 'DebugTool' };

/** Parts of the tool itself, its outlines and dialogs too, are not picked. */
export function isOfTool(element: Element): boolean {
  if (element.closest('[data-inspector]')) return true;
  const { boundary } = readWay(element);
  return boundary?.remote === TOOL.remote && boundary.module === TOOL.module;
}

export interface Inspected {
  description: ElementDescription;
  way: Way;
  origin: Origin;
}

/** Everything the tab says of an element but its styles. */
export function inspect(element: Element, shell: ReleaseKey, find: FindMap): Inspected {
  const way = readWay(element);
  return { description: describeElement(element), way, origin: resolveWay(way, shell, find) };
}
