import fc from 'fast-check';
import { z } from 'zod';

/** The parts of a JSON schema that the contracts use. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
}

/** What has broken parsers, databases and templates before. */
const NASTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066',
  '\r\nSet-Cookie: a=b',
  "'; DROP TABLE app_user; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%0d%0a',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  'NaN',
  '9'.repeat(400),
  'ü'.repeat(300),
  '👩‍👩‍👧'.repeat(40),
  '2026-02-31',
  '2026-11-21T25:61:61Z',
  'http://[::1',
  'javascript:alert(1)',
  '203.0.113.0/33',
  'a@b',
  'AS'.repeat(2_000),
];
const NASTY_NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e-7,
  255,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER,
];

/** Any text at all. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string(),
  fc.string({ unit: 'binary' }),
);

/** Anything that JSON can say. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  fc.constantFrom<unknown>(...NASTY_NUMBERS, null, true, false, [], {}, [[[]]], { __proto__: null, a: {} }),
  fc.jsonValue({ maxDepth: 3 }),
);

function textOf({ minLength = 0, maxLength = 60, format, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'date')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'uri') return fc.webUrl();
  if (pattern) {
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'));
    } catch {
      // Not every pattern can be turned round (look-ahead): any text will do then.
    }
  }
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

function numberOf({ minimum, maximum }: JsonSchema, whole: boolean): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? -1_000, -Number.MAX_SAFE_INTEGER);
  const max = Math.max(min, Math.min(maximum ?? 1_000_000, Number.MAX_SAFE_INTEGER));
  return whole
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min, max, noNaN: true });
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema) {
  const keys = Object.keys(properties);
  if (keys.length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.string({ maxLength: 12 }), arbitraryFor(additionalProperties), { maxKeys: 4 });
  const values = Object.fromEntries(keys.map((key) => [key, arbitraryFor(properties[key] ?? {})]));
  return fc.record(values, { requiredKeys: keys.filter((key) => required.includes(key)) });
}

export function arbitraryFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(arbitraryFor));
  if (schema.allOf?.[0]) return arbitraryFor(schema.allOf[0]);
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(arbitraryFor(schema.items ?? {}), {
        minLength: schema.minItems,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4)),
      });
    case 'string':
      return textOf(schema);
    case 'integer':
      return numberOf(schema, true);
    case 'number':
      return numberOf(schema, false);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anything;
  }
}

/** Values that fit the schema as far as a schema can say it: rules of its own code may still refuse them. */
export function fitting(schema: z.ZodType): fc.Arbitrary<unknown> {
  return arbitraryFor(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

/** Objects of the right shape in which one or two fields are anything at all, are gone, or were never asked for. */
export function nearly(schema: z.ZodType): fc.Arbitrary<unknown> {
  const change = fc.record({ field: fc.nat(), value: anything, kind: fc.constantFrom('set', 'drop', 'add') });
  return fc
    .tuple(fitting(schema), fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return changes[0]?.value;
      const fields: [string, unknown][] = Object.entries(value);
      for (const { field, value: other, kind } of changes) {
        const at = fields.length === 0 ? 0 : field % fields.length;
        const name = fields[at]?.[0] ?? 'field';
        if (kind === 'set') fields[at] = [name, other];
        if (kind === 'drop') fields.splice(at, 1);
        if (kind === 'add') fields.push([typeof other === 'string' ? other.slice(0, 40) : 'extra', other]);
      }
      return Object.fromEntries(fields);
    });
}
