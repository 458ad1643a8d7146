import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../testing';

// biome-ignore lint/suspicious/noExplicitAny: answers of every call, looked at by one table.
export type Item = any;
export type Body = Item;
/** Parameters of a call; `as` is who makes it. */
export type Query = Record<string, string> & { as?: 'seller' };
export interface Parameter {
  name: string;
  in: string;
  schema: { enum?: string[]; const?: string };
}
export interface Asked {
  parameter: Parameter;
  /** Puts ids in the place of their names. */
  fill(text: string): string;
  ask(query: Query): Promise<Answer<Body>>;
  /** All items, over all pages. */
  all(query: Query): Promise<Item[]>;
}
/** What a parameter has to do. Where a text names `{campaign}`, its id is meant. */
export type Effect = (asked: Asked) => Promise<void>;
export type Read = (answer: Answer<Body>) => unknown;
const valuesOf = ({ schema }: Parameter) =>
  schema.enum ?? (schema.const === undefined ? null : [schema.const]);

/** A list: each value of the document, or else these, leaves exactly what it keeps; one leaves some and takes some. */
export function keeps(
  keep: (item: Item, value: string) => boolean,
  values: string[] = [],
  base: Query = {},
): Effect {
  return async ({ parameter, all, fill }) => {
    const every = await all(base);
    const told: string[] = [];
    for (const value of valuesOf(parameter) ?? values.map(fill)) {
      const found = await all({ ...base, [parameter.name]: value });
      expect([value, found]).toEqual([value, every.filter((item) => keep(item, value))]);
      if (found.length > 0 && found.length < every.length) told.push(value);
    }
    expect(told).not.toEqual([]);
  };
}
export const is = (field: string) => keeps((item, value) => item[field] === value);

/** A figure: with each value this is read of the answer, and not always what is read without one. */
export function says(read: Read, expected: Record<string, unknown>, base: Query = {}): Effect {
  return async ({ parameter, ask, fill }) => {
    const usual = read(await ask(base));
    for (const [value, figure] of Object.entries(expected))
      expect([value, read(await ask({ ...base, [parameter.name]: fill(value) }))]).toEqual([value, figure]);
    const values = valuesOf(parameter);
    if (values) expect(Object.keys(expected).sort()).toEqual([...values].sort());
    expect(Object.values(expected).every((figure) => isDeepStrictEqual(figure, usual))).toBe(false);
  };
}

export type Key = number | string | null;
/** An order: with each value what `by` reads of the items goes down (or up); what it does not know comes last. */
export function orders(
  by: (item: Item, value: string) => Key,
  base: (value: string) => Query = () => ({}),
  isUp: (value: string) => boolean = () => false,
): Effect {
  return async ({ parameter, all }) => {
    const changed: string[] = [];
    for (const value of valuesOf(parameter) ?? []) {
      const found = await all({ ...base(value), [parameter.name]: value });
      const keys = found.map((item) => by(item, value));
      const known = keys.filter((key) => key !== null);
      const sorted = known.toSorted((a, b) => (a === b ? 0 : a < b === isUp(value) ? -1 : 1));
      expect([value, keys]).toEqual([value, [...sorted, ...keys.slice(known.length)]]);
      if (!isDeepStrictEqual(found, await all(base(value)))) changed.push(value);
    }
    expect(changed).not.toEqual([]);
  };
}

/** A figure from a day on, and up to a day. */
export const days = (read: Read, [from, since]: [string, unknown], [to, until]: [string, unknown]) => ({
  from: says(read, { [from]: since }),
  to: says(read, { [to]: until }),
});
