import { z } from 'zod';
import { routesOf } from './testing/routesOf';
import { startWholeApp } from './testing/startWholeApp';

/** Every text that a request may bring, over the whole server: what people read of each other has no unseen characters. */

/** Between Latin letters each of them has no effect but to deceive. */
const PROBES = ['\u200B', '\u202E', '\u2067', '\u00AD', '\u3164', '\u0007'].map((unseen) => `Aa${unseen}bc`);
/** Names of things looked up and compared, and secrets: shown to nobody as they were sent. */
const COMPARED =
  /(\bid|_id|ids\[\]|(attachments|clicked|clude|payouts|properties|transports)\[\]|\.(channel_name|current_password|email|gateway|goal|origin|password|setup|step|ticket|until|url)|creatives_seen\[\]\.\w+)$/;

interface Leaf {
  path: string;
  schema: z.ZodType;
}

/** Every schema of a text within a schema, with the names that lead there. */
function textsIn(schema: z.ZodType, path = '', seen = new Set<unknown>()): Leaf[] {
  if (seen.has(schema)) return [];
  const inside = new Set(seen).add(schema);
  const below = (inner: unknown, step: string) => textsIn(inner as z.ZodType, `${path}${step}`, inside);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [{ path, schema }];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => below(inner, `.${name}`));
  if (schema instanceof z.ZodArray) return below(schema.element, '[]');
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => below(option, ''));
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((side) => below(side, ''));
  if (schema instanceof z.ZodRecord) return below(schema.valueType, '{}');
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => below(item, '[]'));
  // What the first step of a pipe refuses, and what its last makes of the rest.
  if (schema instanceof z.ZodPipe)
    return textsIn(schema.in as z.ZodType, path, inside).length > 0 ? [{ path, schema }] : [];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  )
    return below(schema.unwrap(), '');
  return [];
}

it('loses what no reader can see, or is refused, unless it is shown to nobody', async () => {
  const app = await startWholeApp();
  const leaves = routesOf(app.mounts).flatMap(({ name, schemas }) =>
    schemas.body ? textsIn(schemas.body).map((leaf) => ({ ...leaf, path: `${name} ${leaf.path}` })) : [],
  );
  await app.close();
  expect(leaves.length).toBeGreaterThan(100);
  const keepsUnseen = ({ schema }: Leaf) =>
    PROBES.some((probe) => {
      const parsed = schema.safeParse(probe);
      return parsed.success && typeof parsed.data === 'string' && parsed.data.includes(probe.slice(1, 4));
    });
  const kept = leaves.filter(keepsUnseen).map(({ path }) => path);
  expect(kept.filter((path) => !COMPARED.test(path))).toEqual([]);
});
