import { encode } from 'uqr';

/** Empty modules around the code that a reader needs (ISO/IEC 18004, §6.3.8). */
const QUIET = 4;

/** A QR code as one path of unit squares, with the width of its picture. */
export function qrPath(text: string): { path: string; width: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(''), width: size };
}
