import { z } from 'zod';
import type { Schema } from './surface.types';

/** Which side of a transformation, or of a default: as it is written, or as it is read. */
type Side = 'input' | 'output';

const DROPPED: ReadonlySet<string> = new Set(['$schema', '$id', 'description', 'title', 'default']);
const SAFE = Number.MAX_SAFE_INTEGER;

/** Says nothing about shape: notes, and limits that every whole number of JavaScript has. */
function isNoise(key: string, value: unknown, side: Side): boolean {
  if (DROPPED.has(key) || key.startsWith('~')) return true;
  // Readers pass over what they do not know, whatever a schema says of what it gives.
  if (key === 'additionalProperties') return value === false && side === 'output';
  return (key === 'minimum' && value === -SAFE) || (key === 'maximum' && value === SAFE);
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** Each value of an object of schemas by name, cleaned. */
const cleanedNames = (named: object, side: Side) =>
  Object.fromEntries(
    Object.entries(named)
      .map(([name, schema]): [string, unknown] => [name, cleaned(schema, side)])
      .sort(byName),
  );

/** Without noise, keys sorted: the same shape is the same text. */
function cleaned(schema: unknown, side: Side): unknown {
  if (Array.isArray(schema)) return schema.map((one) => cleaned(one, side));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema)
    .filter(([key, value]) => value !== undefined && !isNoise(key, value, side))
    .map(([key, value]): [string, unknown] => {
      if (key === 'properties') return [key, cleanedNames(value, side)];
      if (key === 'required' && Array.isArray(value)) return [key, [...value].sort()];
      return [key, cleaned(value, side)];
    });
  return Object.fromEntries(entries.sort(byName));
}

/** JSON Schema of one schema by itself, without names. */
export function schemaOf(schema: z.ZodType, side: Side): Schema {
  const made = z.toJSONSchema(schema, { io: side, unrepresentable: 'any', metadata: z.registry() });
  return cleaned(made, side) as Schema;
}

/** JSON Schemas of all that a module exports; one that another exports too is named there by `$ref`. */
export function schemasOf(exported: Record<string, unknown>, side: Side): Record<string, Schema> {
  const names = z.registry<{ id: string }>();
  for (const [id, value] of Object.entries(exported))
    if (value instanceof z.ZodType && !names.has(value)) names.add(value, { id });
  const { schemas } = z.toJSONSchema(names, { io: side, unrepresentable: 'any', uri: (id) => id });
  return cleanedNames(schemas, side) as Record<string, Schema>;
}

/** Names that a schema refers to, at any depth. */
export function namesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { $ref: name } = value as Schema;
  if (typeof name === 'string') found.add(name);
  for (const each of Object.values(value)) namesIn(each, found);
  return found;
}
