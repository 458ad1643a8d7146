import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { sum } from './amounts';
import { type Books, type Invoice, paymentsOf } from './books';
import { dayText } from './dates';

/** Has the letters of most languages; the fonts that every reader has know Latin alone. */
const FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

const MARGIN = 50;
const COLUMNS = [
  { title: 'Description', x: MARGIN, width: 235, align: 'left' },
  { title: 'Quantity', x: 290, width: 60, align: 'right' },
  { title: 'Unit price', x: 355, width: 85, align: 'right' },
  { title: 'Amount', x: 445, width: 100, align: 'right' },
] as const;

const money = (value: number, currency: string) => `${value.toFixed(2)} ${currency}`;

/** Xero's own page, roughly: whose, to whom, the lines and what is to pay. */
export async function invoicePdf(books: Books, invoice: Invoice): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `Invoice ${invoice.number}` },
  });
  const bytes = buffer(document);
  document.registerFont('text', FONT).registerFont('bold', BOLD);
  document.font('bold').fontSize(20).text('TAX INVOICE');
  document.font('text').fontSize(10).moveDown();
  document.text(books.organisation.name).text(`To: ${invoice.contact.Name}`);
  if (invoice.contact.EmailAddress) document.text(invoice.contact.EmailAddress);
  document.moveDown();
  document.text(`Invoice number: ${invoice.number}`).text(`Invoice date: ${dayText(invoice.dateMs)}`);
  if (invoice.dueMs !== null) document.text(`Due date: ${dayText(invoice.dueMs)}`);
  if (invoice.reference !== '') document.text(`Reference: ${invoice.reference}`);
  document.text(`Status: ${invoice.status}`).moveDown(2);

  const row = (cells: readonly string[], font: 'text' | 'bold') => {
    const height = document.font(font).heightOfString(cells[0] ?? '', { width: COLUMNS[0].width });
    if (document.y + height > document.page.height - 2 * MARGIN) document.addPage();
    const top = document.y;
    for (const [at, { x, width, align }] of COLUMNS.entries())
      document.font(font).text(cells[at] ?? '', x, top, { width, align });
    document.x = MARGIN;
    document.y = top + height + 6;
  };
  const { currency } = invoice;
  row(
    COLUMNS.map(({ title }) => title),
    'bold',
  );
  for (const { Description, Quantity, UnitAmount, LineAmount } of invoice.lines)
    row([Description, String(Quantity), String(UnitAmount), money(LineAmount, currency)], 'text');
  document.moveDown();
  const paid = sum(paymentsOf(books, invoice).map(({ amount }) => amount));
  row(['', '', 'Subtotal', money(invoice.subTotal, currency)], 'text');
  row(['', '', 'Tax', money(invoice.totalTax, currency)], 'text');
  row(['', '', 'Total', money(invoice.total, currency)], 'bold');
  row(['', '', 'Paid', money(paid, currency)], 'text');
  row(['', '', 'Amount due', money(sum([invoice.total, -paid]), currency)], 'bold');
  document.end();
  return bytes;
}
