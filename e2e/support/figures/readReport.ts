import type { Page } from '@playwright/test';
import type { ShownChange } from '../../../mf-advertiser/src/testing/readFigure';

export interface ShownCell {
  text: string;
  change: ShownChange | null;
}
export interface ShownLine {
  /** Head of a group, row, or what is left of a group. */
  kind: string;
  name: string;
  cells: ShownCell[];
}
export interface ShownReport {
  heads: string[];
  lines: ShownLine[];
  totals: ShownLine;
}

/**
 * The table of the report as it is drawn: every cell of every row and of the totals, by what stands there. A long one is
 * scrolled through, since only the rows that are seen are in the page.
 */
export const readReport = (page: Page): Promise<ShownReport> =>
  page.getByRole('table', { name: 'Figures of the report' }).evaluate(async (table) => {
    const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? '';
    const changeOf = (cell: Element): ShownChange | null => {
      const change = cell.querySelector('.ez-delta');
      if (!change) return null;
      const triangle = change.querySelector('svg')?.getAttribute('aria-label')?.toLowerCase();
      const direction = triangle === 'up' || triangle === 'down' ? triangle : null;
      return { text: textOf(change), direction };
    };
    const lineOf = (row: Element): ShownLine => ({
      kind: row.getAttribute('data-kind') ?? 'totals',
      name: textOf(row.querySelector('th span')),
      cells: [...row.querySelectorAll('td[data-num]')].map((cell) => ({
        text: textOf(cell.querySelector('span:first-child')),
        change: changeOf(cell),
      })),
    });
    const drawn = () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))));
    const box = table.closest('section');
    const foot = table.querySelector('tfoot tr');
    if (!box || !foot) throw new Error('The table has no totals');
    // The head is the first row, the totals are the last.
    const count = Number(table.getAttribute('aria-rowcount')) - 2;
    const lines = new Map<number, ShownLine>();
    box.scrollTop = 0;
    for (let turns = 0; ; turns += 1) {
      await drawn();
      for (const row of table.querySelectorAll('tbody tr[data-row]'))
        lines.set(Number(row.getAttribute('aria-rowindex')) - 2, lineOf(row));
      if (lines.size >= count) break;
      if (turns > count) throw new Error(`Of ${count} rows ${lines.size} are drawn`);
      box.scrollTop += box.clientHeight;
    }
    return {
      heads: [...table.querySelectorAll('thead th[data-num]')].map(textOf),
      lines: [...lines].sort(([a], [b]) => a - b).map(([, line]) => line),
      totals: lineOf(foot),
    };
  });
