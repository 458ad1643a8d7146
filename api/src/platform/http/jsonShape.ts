import { BadRequestError } from '../errors';

/**
 * Far above every body there is: 500 changed campaigns have 2,000 values, the largest form some 60 fields. A hundred
 * kilobytes of names, or of wrong values, take the server tens of milliseconds to read and to refuse.
 */
const MOST_VALUES = 8_000;
const MOST_FIELDS = 500;
const MOST_DEPTH = 40;

const [QUOTE, ESCAPE, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENS = new Set([0x5b, 0x7b]);
const CLOSES = new Set([0x5d, 0x7d]);

/** Throws 400 BODY_TOO_COMPLEX before JSON of too many values, fields of one object, or levels is parsed. */
export function checkJsonShape(json: Uint8Array): void {
  let values = 1;
  let isText = false;
  /** Of each open object or list. */
  const fields: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? 0;
    if (isText) {
      if (sign === ESCAPE) at += 1;
      else if (sign === QUOTE) isText = false;
      continue;
    }
    if (sign === QUOTE) isText = true;
    else if (sign === COMMA) values += 1;
    else if (sign === COLON) fields.push((fields.pop() ?? 0) + 1);
    else if (OPENS.has(sign)) values += fields.push(0) > 0 ? 1 : 0;
    else if (CLOSES.has(sign)) fields.pop();
    if (values > MOST_VALUES || fields.length > MOST_DEPTH || (fields.at(-1) ?? 0) > MOST_FIELDS)
      throw new BadRequestError('The body has too many values, fields or levels', 'BODY_TOO_COMPLEX');
  }
}
