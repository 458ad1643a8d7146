import { randomInt } from 'node:crypto';

/** Without what is mistaken for something else on paper: 0 and O, 1, I and L. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** What a payer writes into a bank transfer: `D-7K3M-Q9XB`. Too many to be met by a slip of the pen. */
export function makeReference(): string {
  const part = () => Array.from({ length: 4 }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');
  return `D-${part()}-${part()}`;
}

/** As it may come from a bank: in small letters, without dashes, or with blanks in it. */
export function readReference(text: string): string {
  const bare = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return /^D[A-Z0-9]{8}$/.test(bare) ? `D-${bare.slice(1, 5)}-${bare.slice(5)}` : bare;
}
