import type { Schema } from './surface.types';

/** A schema without a choice in it: one type, or one value. */
export type Alternative = Schema;

type Kind = 'any' | 'null' | 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
const KINDS: ReadonlySet<string> = new Set([
  'null',
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
]);
const isKind = (text: string): text is Kind => KINDS.has(text);

/** Type of an alternative; `any` when it says none. */
export function kindOf({ type, const: value }: Alternative): Kind {
  if (value === null) return 'null';
  if (typeof type === 'string' && isKind(type)) return type;
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string' || typeof value === 'boolean')
    return typeof value === 'string' ? 'string' : 'boolean';
  return 'any';
}

/** An object of any names, all of them alike. */
export function isRecord(schema: Schema): schema is Schema & { additionalProperties: Schema } {
  return typeof schema.additionalProperties === 'object';
}

/** For people: `null`, `"paused"`, `an object`. */
export function wordsFor(alternative: Alternative): string {
  if (alternative.const !== undefined) return JSON.stringify(alternative.const);
  const kind = kindOf(alternative);
  if (kind === 'any') return 'anything';
  if (kind === 'null') return 'null';
  const tags = Object.entries(alternative.properties ?? {}).flatMap(([name, { const: tag }]) =>
    tag === undefined ? [] : [`${name} ${JSON.stringify(tag)}`],
  );
  return `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind}${tags.length > 0 ? ` with ${tags.join(', ')}` : ''}`;
}

/** A schema with the one it names in its place; what stands beside the name goes before what the name says. */
export function resolve(schema: Schema, names: Record<string, Schema>): Schema {
  const { $ref: name, ...own } = schema;
  if (name === undefined) return schema;
  const named = names[name];
  return { ...(named ? resolve(named, names) : {}), ...own };
}

/** Several that hold at once are one: properties of all of them, needed when any needs them. */
function merged(parts: Schema[], own: Schema): Schema {
  const all = [own, ...parts];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: [...new Set(all.flatMap(({ required = [] }) => required))],
  };
}

/** All that a schema allows, each by itself: types of a list, members of unions, values of an enumeration. */
export function alternativesOf(schema: Schema, names: Record<string, Schema>): Alternative[] {
  const { anyOf, oneOf, allOf, enum: values, type, ...own } = resolve(schema, names);
  const choice = anyOf ?? oneOf;
  if (choice) return choice.flatMap((each) => alternativesOf(each, names));
  if (allOf)
    return alternativesOf(
      merged(
        allOf.map((part) => resolve(part, names)),
        { ...own, type },
      ),
      names,
    );
  if (values) return values.map((value) => ({ ...(value === null ? {} : { type }), const: value }));
  if (Array.isArray(type)) return type.map((one) => ({ ...own, type: one }));
  return [{ ...own, ...(type === undefined ? {} : { type }) }];
}
