import type { DocumentContent, DocumentParty } from '../content';
import { money } from '../format';
import { type Say, wordsOf } from '../words';
import { CONTENT_WIDTH, INK, PAGE, Sheet } from './Sheet';

/** What is drawn. */
export interface Printed {
  number: string;
  currency: string;
  issuedAt: Date;
  content: DocumentContent;
}

const RIGHT = PAGE.side + CONTENT_WIDTH;
const GAP = 24;
const HALF = (CONTENT_WIDTH - GAP) / 2;
const AMOUNT_WIDTH = 130;
const TEXT_WIDTH = CONTENT_WIDTH - AMOUNT_WIDTH - GAP;
const ROW_PAD = 9;
const SMALL = { size: 8.5, color: INK.muted } as const;
const LABEL = { size: 8, color: INK.muted } as const;
/** Nothing of anybody's is longer than a page. */
const MOST_LINES = 4;

/** What has room: beyond it a text would be broken for seconds to be cut off anyway. */
const MOST_SIGNS = 500;

/** Breaks and signs that draw nothing do not get onto paper. */
const clean = (text: string) => text.slice(0, MOST_SIGNS).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ');

/** Name above, the rest below it; answers where it ends. */
function drawParty(
  sheet: Sheet,
  party: DocumentParty,
  say: Say,
  { label, x }: { label: string; x: number },
): number {
  const width = HALF;
  const part = sheet.open('Sect');
  let { y } = sheet;
  const put = (text: string, style: object, gap = 1) => {
    y += sheet.text('P', clean(text), x, y, { width, lines: 2, ...style }, part) + gap;
  };
  put(label, LABEL, 2);
  put(party.name, { font: 'bold', size: 10 });
  for (const line of party.address) put(line, { size: 9 });
  if (party.tax_id !== null) put(`${say('taxId')} ${party.tax_id}`, { size: 9 });
  part.end();
  return y;
}

function drawHead(sheet: Sheet, { content }: Printed, say: Say): void {
  const { seller, buyer, status, title } = content;
  sheet.text('P', clean(seller.name), PAGE.side, sheet.y, {
    font: 'bold',
    size: 12,
    color: INK.strong,
    lines: 1,
  });
  sheet.y += 26;
  sheet.rule(sheet.y, { weight: 1.5, color: INK.strong });
  sheet.y += 26;
  const height = sheet.text('H1', title, PAGE.side, sheet.y, {
    font: 'bold',
    size: 23,
    width: CONTENT_WIDTH - 150,
  });
  if (status !== null) {
    const color = status.tone === 'settled' ? INK.strong : INK.open;
    sheet.text('P', status.text, RIGHT - 150, sheet.y + 9, {
      font: 'bold',
      size: 11,
      color,
      width: 150,
      align: 'right',
    });
  }
  sheet.y += height + 16;
  const left = drawParty(sheet, seller, say, { label: say('from'), x: PAGE.side });
  const to = content.title === say('payoutStatement') ? 'recipient' : 'billedTo';
  const right = drawParty(sheet, buyer, say, { label: say(to), x: PAGE.side + HALF + GAP });
  sheet.y = Math.max(left, right) + 20;
}

const FACTS_A_ROW = 3;

/** Small facts side by side, three in a row. */
function drawFacts(sheet: Sheet, { content }: Printed): void {
  const width = (CONTENT_WIDTH - (FACTS_A_ROW - 1) * GAP) / FACTS_A_ROW;
  sheet.rule(sheet.y);
  sheet.y += 12;
  for (let from = 0; from < content.facts.length; from += FACTS_A_ROW) {
    const row = content.facts.slice(from, from + FACTS_A_ROW);
    const part = sheet.open('Sect');
    const ends = row.map(({ label, value }, index) => {
      const x = PAGE.side + index * (width + GAP);
      const above = sheet.text('P', label, x, sheet.y, { ...LABEL, width, lines: 1 }, part);
      return above + sheet.text('P', clean(value), x, sheet.y + above, { width, lines: 2 }, part);
    });
    part.end();
    sheet.y += Math.max(...ends) + 8;
  }
  sheet.y += 14;
}

function drawTableHead(sheet: Sheet, say: Say, table: PDFKit.PDFStructureElement): void {
  const row = sheet.open('TR', table);
  sheet.text('TH', say('description'), PAGE.side, sheet.y, { ...LABEL, width: TEXT_WIDTH }, row);
  const amount = { ...LABEL, width: AMOUNT_WIDTH, align: 'right' } as const;
  sheet.y += sheet.text('TH', say('amount'), RIGHT - AMOUNT_WIDTH, sheet.y, amount, row) + 4;
  row.end();
  sheet.rule(sheet.y, { weight: 0.75, color: INK.text });
}

type Line = DocumentContent['lines'][number];

function drawLine(sheet: Sheet, line: Line, written: string, table: PDFKit.PDFStructureElement): void {
  const row = sheet.open('TR', table);
  const cell = sheet.open('TD', row);
  const y = sheet.y + ROW_PAD;
  let height = sheet.text(
    'P',
    clean(line.text),
    PAGE.side,
    y,
    { width: TEXT_WIDTH, lines: MOST_LINES },
    cell,
  );
  if (line.note !== null) {
    const style = { ...SMALL, width: TEXT_WIDTH, lines: MOST_LINES };
    height += sheet.text('P', clean(line.note), PAGE.side, y + height, style, cell);
  }
  cell.end();
  sheet.text('TD', written, RIGHT - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' }, row);
  row.end();
  sheet.y = y + height + ROW_PAD - 2;
  sheet.rule(sheet.y);
}

function lineHeight(sheet: Sheet, { text, note }: Line): number {
  const height = sheet.heightOf(clean(text), { width: TEXT_WIDTH, lines: MOST_LINES });
  const below =
    note === null ? 0 : sheet.heightOf(clean(note), { ...SMALL, width: TEXT_WIDTH, lines: MOST_LINES });
  return height + below + 2 * ROW_PAD;
}

const totalsHeight = ({ totals }: DocumentContent) => totals.length * 26 + 12;

function drawLines(sheet: Sheet, { content, currency }: Printed, say: Say): void {
  const table = sheet.open('Table');
  drawTableHead(sheet, say, table);
  for (const [index, line] of content.lines.entries()) {
    // The totals do not stand alone on a page.
    const below = index === content.lines.length - 1 ? totalsHeight(content) : 0;
    if (!sheet.fits(lineHeight(sheet, line) + below)) {
      sheet.newPage();
      drawTableHead(sheet, say, table);
    }
    drawLine(sheet, line, money(content.locale, BigInt(line.amount), currency), table);
  }
  table.end();
}

function drawTotals(sheet: Sheet, { content, currency }: Printed): void {
  if (!sheet.fits(totalsHeight(content))) sheet.newPage();
  const x = PAGE.side + HALF + GAP;
  const part = sheet.open('Table');
  sheet.y += 10;
  for (const { label, amount, strong } of content.totals) {
    const style = strong ? ({ font: 'bold', size: 12 } as const) : { size: 9.5 };
    const row = sheet.open('TR', part);
    sheet.text('TH', label, x, sheet.y, { ...style, width: HALF - AMOUNT_WIDTH, lines: 2 }, row);
    const written = money(content.locale, BigInt(amount), currency);
    const figure = { ...style, width: AMOUNT_WIDTH, align: 'right' } as const;
    sheet.y += sheet.text('TD', written, RIGHT - AMOUNT_WIDTH, sheet.y, figure, row) + 6;
    row.end();
  }
  part.end();
  sheet.rule(sheet.y, { from: x, width: HALF, weight: 1.5, color: INK.strong });
  sheet.y += 22;
}

const BOX_PAD = 14;

function drawBox(sheet: Sheet, { content: { box } }: Printed): void {
  if (box === null) return;
  const height = box.rows.length * 19 + 2 * BOX_PAD + 22;
  if (!sheet.fits(height)) sheet.newPage();
  sheet.frame(sheet.y, height);
  const part = sheet.open('Sect');
  const x = PAGE.side + BOX_PAD;
  let y = sheet.y + BOX_PAD;
  sheet.text('H2', box.title, x, y, { font: 'bold', size: 10.5, lines: 1 }, part);
  y += 22;
  for (const { label, value } of box.rows) {
    sheet.text('P', label, x, y + 0.8, { ...SMALL, width: 120, lines: 1 }, part);
    sheet.text('P', clean(value), x + 130, y, { width: CONTENT_WIDTH - 2 * BOX_PAD - 130, lines: 1 }, part);
    y += 19;
  }
  part.end();
  sheet.y += height + 18;
}

function drawNotes(sheet: Sheet, { content }: Printed): void {
  for (const note of content.notes) {
    const text = clean(note);
    const style = { ...SMALL, lines: 2 * MOST_LINES };
    const height = sheet.heightOf(text, style);
    if (!sheet.fits(height)) sheet.newPage();
    sheet.text('P', text, PAGE.side, sheet.y, style);
    sheet.y += height + 5;
  }
}

/** A document as PDF: A4, tagged, with its time of issue as the file's. The same document makes the same bytes. */
export function renderDocument(printed: Printed): Promise<Buffer> {
  const { number, content, issuedAt } = printed;
  const { seller, title, locale } = content;
  const say = wordsOf(locale);
  const sheet = new Sheet({
    title: `${title} ${number}`,
    author: seller.name,
    subject: title,
    lang: locale,
    createdAt: issuedAt,
  });
  drawHead(sheet, printed, say);
  drawFacts(sheet, printed);
  drawLines(sheet, printed, say);
  drawTotals(sheet, printed);
  drawBox(sheet, printed);
  drawNotes(sheet, printed);
  return sheet.end((page, pages) => ({
    left: clean(`${seller.name} · ${title} ${number}`),
    right: say('page', { page: String(page), pages: String(pages) }),
  }));
}
