import fc from 'fast-check';
import { arbitraryFor, type JsonSchema } from '../../../api/src/testing/fuzz/arbitraryOf';

/** As much as a call may carry. */
const MOST = 99_000;
/** Beginnings of what patterns look for, without an end. */
const FILLERS = ['a', ' ', '<a href="', 'a@', 'https://', '\\', '{"', '[', '1,', 'ü'];
const SEED = 20_261_130;

type Grow = (schema: JsonSchema, room: number) => unknown;

const fill = (text: string, room: number) => text.repeat(Math.max(1, Math.floor(room / text.length)));
const itemsOf = (schema: JsonSchema) => schema.items ?? {};

/** Texts and lists as long as there is room, whatever the schema allows. */
const beyond =
  (text: string): Grow =>
  (schema, room) => {
    const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
    if (choice) return beyond(text)(choice, room);
    if (schema.type === 'object') return growFields(schema, room, beyond(text));
    if (schema.type !== 'array') return fill(text, room);
    const item = itemsOf(schema).type === 'object' ? {} : text;
    return Array.from({ length: Math.floor(room / (JSON.stringify(item).length + 1)) }, () => item);
  };

/** As long as the schema allows. */
const within: Grow = (schema, room) => {
  if (schema.type === 'object' && schema.properties) return growFields(schema, room, within);
  if (schema.type !== 'array') return fc.sample(arbitraryFor(schema), { numRuns: 1, seed: SEED })[0];
  const most = Math.min(schema.maxItems ?? 10_000, 10_000);
  const items = fc.sample(arbitraryFor(itemsOf(schema)), { numRuns: most, seed: SEED });
  let left = room;
  return items.filter((item) => {
    left -= JSON.stringify(item)?.length ?? 0;
    return left > 0;
  });
};

function growFields({ properties = {} }: JsonSchema, room: number, grow: Grow): Record<string, unknown> {
  const fields = Object.entries(properties);
  return Object.fromEntries(
    fields.map(([name, each]) => [name, grow(each, Math.floor(room / fields.length) - name.length - 6)]),
  );
}

/** Lists in lists, as deep as there is room. */
const deep = (name: string) =>
  `{${JSON.stringify(name)}:${fill('[', (MOST - 100) / 2)}${fill(']', (MOST - 100) / 2)}}`;

/** The worst bodies for a route: too long, too many, too deep, and as much as it takes. */
export function worstBodies(schema: JsonSchema): string[] {
  const grown = [...FILLERS.map(beyond), within].map((grow) => JSON.stringify(grow(schema, MOST / 2)) ?? '');
  // Escaped, some are longer than they may be.
  const bodies = grown.map((text) =>
    text.length <= MOST ? text : JSON.stringify({ x: text.slice(0, MOST / 3) }),
  );
  const [first = 'x'] = Object.keys(schema.properties ?? {});
  return [
    ...bodies,
    deep(first),
    JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, 0]))),
  ];
}
