import PDFDocument from 'pdfkit';
import { type FontName, fonts } from './fonts';

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, side: 56, top: 56, bottom: 76 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.side;
export const INK = {
  text: '#16211d',
  muted: '#5f6b66',
  line: '#d9dedb',
  strong: '#0d4f41',
  open: '#9a5b12',
} as const;

type Structure = PDFKit.PDFStructureElement;

export interface TextStyle {
  size?: number;
  font?: FontName;
  color?: string;
  width?: number;
  align?: 'left' | 'right';
  /** More lines than that end in an ellipsis. */
  lines?: number;
}

const LINE_GAP = 2.5;

/**
 * A document that is drawn from top to bottom. Everything is either tagged for who reads by ear or marked as an
 * ornament, and the same content makes the same bytes.
 */
export class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #root: Structure;
  readonly #bytes: Promise<Buffer>;
  /** Where the next thing goes. */
  y: number = PAGE.top;

  constructor({ title, author, subject, lang, createdAt }: SheetInfo) {
    const info = {
      Title: title,
      Author: author,
      Subject: subject,
      Creator: author,
      CreationDate: createdAt,
      ModDate: createdAt,
    };
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang,
      displayTitle: true,
      bufferPages: true,
      info,
    });
    const { regular, bold } = fonts();
    this.#doc.registerFont('regular', regular).registerFont('bold', bold);
    const chunks: Buffer[] = [];
    this.#bytes = new Promise((resolve, reject) => {
      this.#doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.#doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.#doc.on('error', reject);
    });
    this.#root = this.#doc.struct('Document');
    this.#doc.addStructure(this.#root);
  }

  #use({ size = 9.5, font = 'regular', color = INK.text }: TextStyle): void {
    this.#doc.font(font).fontSize(size).fillColor(color);
  }

  #options({ width = CONTENT_WIDTH, align = 'left', lines }: TextStyle): PDFKit.Mixins.TextOptions {
    const options = { width, align, lineGap: LINE_GAP };
    if (lines === undefined) return options;
    const height = lines * (this.#doc.currentLineHeight(true) + LINE_GAP);
    return { ...options, height, ellipsis: true };
  }

  /** How high the text stands, with the gap of its last line. */
  heightOf(text: string, style: TextStyle): number {
    this.#use(style);
    const options = this.#options(style);
    const height = this.#doc.heightOfString(text, options);
    return options.height === undefined ? height : Math.min(height, Number(options.height));
  }

  /** Part of the page for who reads by ear, as `Table`; its own parts follow until it is closed. */
  open(type: string, parent: Structure = this.#root): Structure {
    const part = this.#doc.struct(type);
    parent.add(part);
    return part;
  }

  /** Draws a tagged text; answers its height. */
  text(
    type: string,
    text: string,
    x: number,
    y: number,
    style: TextStyle,
    parent: Structure = this.#root,
  ): number {
    const part = this.open(type, parent);
    const content = this.#doc.markStructureContent(type);
    this.#use(style);
    this.#doc.text(text, x, y, this.#options(style));
    this.#doc.endMarkedContent();
    part.add(content);
    part.end();
    return this.heightOf(text, style);
  }

  /** A line across the page that says nothing. */
  rule(
    y: number,
    { from = PAGE.side as number, width = CONTENT_WIDTH, weight = 0.5, color = INK.line as string } = {},
  ): void {
    this.#ornament('Layout', () =>
      this.#doc
        .moveTo(from, y)
        .lineTo(from + width, y)
        .lineWidth(weight)
        .stroke(color),
    );
  }

  frame(y: number, height: number): void {
    this.#ornament('Layout', () =>
      this.#doc.roundedRect(PAGE.side, y, CONTENT_WIDTH, height, 5).lineWidth(0.75).stroke(INK.line),
    );
  }

  #ornament(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.#doc.markContent('Artifact', { type });
    draw();
    this.#doc.endMarkedContent();
  }

  /** Whether so much still fits on this page. */
  fits(height: number): boolean {
    return this.y + height <= PAGE.height - PAGE.bottom;
  }

  newPage(): void {
    this.#doc.addPage();
    this.y = PAGE.top;
  }

  /** Writes the feet of all pages and ends. */
  async end(footOf: (page: number, pages: number) => { left: string; right: string }): Promise<Buffer> {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      const { left, right } = footOf(page + 1, count);
      const y = PAGE.height - PAGE.bottom + 30;
      this.rule(y - 10);
      this.#ornament('Pagination', () => {
        const style: TextStyle = { size: 8, color: INK.muted, lines: 1, width: CONTENT_WIDTH - 90 };
        this.#use(style);
        this.#doc.text(left, PAGE.side, y, this.#options(style));
        this.#doc.text(
          right,
          PAGE.side,
          y,
          this.#options({ ...style, width: CONTENT_WIDTH, align: 'right' }),
        );
      });
    }
    this.#root.end();
    this.#doc.end();
    return this.#bytes;
  }
}

export interface SheetInfo {
  title: string;
  author: string;
  subject: string;
  lang: string;
  /** When it was issued: the file's time, whenever it is made. */
  createdAt: Date;
}
