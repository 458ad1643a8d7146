import type { Page } from '@playwright/test';
import { expect } from './test';

/** The mark's name to assistive technology; its closed root shows it to nobody else. */
const MARK = 'Release for you alone';

interface AxNode {
  nodeId: string;
  childIds?: string[];
  role?: { value?: unknown };
  name?: { value?: unknown };
  backendDOMNodeId?: number;
}

/** What the mark of a page says, and where its button is; null on a page without it. */
async function readMark(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  try {
    const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const inside = (node: AxNode): AxNode[] =>
      (node.childIds ?? []).flatMap((id) => {
        const child = byId.get(id);
        return child ? [child, ...inside(child)] : [];
      });
    const mark = nodes.find(({ role, name }) => role?.value === 'region' && name?.value === MARK);
    if (!mark) return null;
    const parts = inside(mark);
    const button = parts.find(({ role }) => role?.value === 'button');
    if (button?.backendDOMNodeId === undefined) throw new Error('The mark has no button');
    const { model } = await cdp.send('DOM.getBoxModel', { backendNodeId: button.backendDOMNodeId });
    const [left = 0, top = 0, , , right = 0, bottom = 0] = model.content;
    return {
      text: parts
        .flatMap(({ role, name }) => (role?.value === 'StaticText' ? [String(name?.value)] : []))
        .join(' '),
      at: { x: (left + right) / 2, y: (top + bottom) / 2 },
    };
  } finally {
    await cdp.detach();
  }
}

/** The page says that this browser alone has the release. */
export async function expectMark(page: Page, version: string): Promise<void> {
  await expect.poll(async () => (await readMark(page))?.text ?? '').toContain(`Release ${version} of `);
}

export const expectNoMark = (page: Page): Promise<void> => expect.poll(async () => readMark(page)).toBeNull();

/** Presses "Take back" in the mark, where a person sees it. */
export async function takeBack(page: Page): Promise<void> {
  const mark = await readMark(page);
  if (!mark) throw new Error('There is no mark');
  const loaded = page.waitForEvent('load');
  await page.mouse.click(mark.at.x, mark.at.y);
  await loaded;
  await expectNoMark(page);
}

/** Opens a link to a release, is asked, and says yes. */
export async function useRelease(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Use this release' }).click();
  await page.waitForURL((url) => url.pathname !== '/try-release');
}
