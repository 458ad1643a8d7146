const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const HEADER_BYTES = SIGNATURE.length + 8;
const TRAILER_BYTES = 2;
const EPOCH_2000_MS = 946_684_800_000;
const TWO_TO_32 = 4_294_967_296;

/** Bytes of a row's values, by type; each has its length before it. */
export const BYTES = { int2: 2, int4: 4, int8: 8, time: 8, uuid: 16, letters: 2 } as const;
export type ColumnType = keyof typeof BYTES;

const BLANK = 32;
const DASH = 45;
const NINE = 57;
/** Of a hexadecimal digit's code, small or capital letter. */
const nibble = (code: number) => (code <= NINE ? code - 48 : (code | 32) - 87);

/**
 * Rows as PostgreSQL's binary COPY takes them: half the bytes of text, and the server need not parse a timestamp.
 * Every column has a value of a known length; amounts are safe integers.
 */
export class BinaryRows {
  private readonly bytes: Buffer;
  /** Over the same bytes: half the time of Buffer's own ways of writing numbers. */
  private readonly view: DataView;
  private readonly columnCount: number;
  private at = HEADER_BYTES;

  constructor(columns: readonly ColumnType[], rowCount: number) {
    const rowBytes = columns.reduce((sum, type) => sum + 4 + BYTES[type], 2);
    this.columnCount = columns.length;
    this.bytes = Buffer.allocUnsafe(HEADER_BYTES + rowCount * rowBytes + TRAILER_BYTES);
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
    SIGNATURE.copy(this.bytes);
    // Neither flags nor an extension of the header.
    this.bytes.fill(0, SIGNATURE.length, HEADER_BYTES);
  }

  row(): void {
    this.view.setInt16(this.at, this.columnCount);
    this.at += 2;
  }

  /** A number that does not fit is refused: it would be stored as another one. */
  int2(value: number): void {
    if ((value << 16) >> 16 !== value) throw new RangeError(`${value} is no number of 16 bits`);
    this.view.setInt32(this.at, BYTES.int2);
    this.view.setInt16(this.at + 4, value);
    this.at += 4 + BYTES.int2;
  }

  int4(value: number): void {
    if ((value | 0) !== value) throw new RangeError(`${value} is no number of 32 bits`);
    this.view.setInt32(this.at, BYTES.int4);
    this.view.setInt32(this.at + 4, value);
    this.at += 4 + BYTES.int4;
  }

  int8(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`);
    const high = Math.floor(value / TWO_TO_32);
    this.view.setInt32(this.at, BYTES.int8);
    this.view.setInt32(this.at + 4, high);
    this.view.setUint32(this.at + 8, value - high * TWO_TO_32);
    this.at += 4 + BYTES.int8;
  }

  time(timeMs: number): void {
    this.int8((timeMs - EPOCH_2000_MS) * 1_000);
  }

  /** Of 36 characters; by hand, since taking its dashes out first takes longer than all other columns of a row. */
  uuid(text: string): void {
    this.view.setInt32(this.at, BYTES.uuid);
    let at = this.at + 4;
    for (let index = 0; index < text.length; index += 2) {
      if (text.charCodeAt(index) === DASH) index += 1;
      this.bytes[at] = (nibble(text.charCodeAt(index)) << 4) | nibble(text.charCodeAt(index + 1));
      at += 1;
    }
    if (at !== this.at + 4 + BYTES.uuid) throw new RangeError(`${text} is no UUID`);
    this.at = at;
  }

  /** Of a `char(2)`; shorter ones are padded as PostgreSQL does. */
  letters(text: string): void {
    this.view.setInt32(this.at, BYTES.letters);
    for (let index = 0; index < BYTES.letters; index += 1)
      this.bytes[this.at + 4 + index] = index < text.length ? text.charCodeAt(index) : BLANK;
    this.at += 4 + BYTES.letters;
  }

  /** What COPY is sent. */
  end(): Buffer {
    return this.part(true, true);
  }

  /** A part of what COPY is sent: the first one begins it, the last one ends it. */
  part(isFirst: boolean, isLast: boolean): Buffer {
    const from = isFirst ? 0 : HEADER_BYTES;
    return this.bytes.subarray(from, isLast ? this.bytes.writeInt16BE(-1, this.at) : this.at);
  }
}
