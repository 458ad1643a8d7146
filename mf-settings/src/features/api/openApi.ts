/** A JSON Schema, as far as a form and an example need it. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
}
export type Schemas = Readonly<Record<string, Schema>>;

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

export type RequestBody =
  | { kind: 'json'; schema: Schema; example: unknown }
  | { kind: 'file'; accept: string };

export interface Operation {
  id: string;
  /** `GET`. */
  method: string;
  /** `/campaigns/{id}`, behind the API's address. */
  path: string;
  summary: string;
  /** All that a token must open; none when it is not said. */
  scopes: readonly string[];
  /** Whose call it is; null: everybody's. */
  role: string | null;
  parameters: readonly Parameter[];
  body: RequestBody | null;
}

export interface OperationGroup {
  tag: string;
  operations: Operation[];
}

export interface Description {
  /** Where the API is, on the origin of this page. */
  base: string;
  groups: readonly OperationGroup[];
  schemas: Schemas;
}

type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';
const DEEPEST = 8;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readBody(value: unknown): RequestBody | null {
  const [type, media] = Object.entries(objectOf(objectOf(value).content))[0] ?? [];
  if (type === undefined) return null;
  if (type !== JSON_TYPE) return { kind: 'file', accept: type };
  const { schema, example } = objectOf(media);
  return { kind: 'json', schema: objectOf(schema), example };
}

function readParameter(value: unknown): Parameter[] {
  const { name, in: place, required, schema } = objectOf(value);
  if (place !== 'path' && place !== 'query') return [];
  return [{ name: textOf(name), in: place, required: required === true, schema: objectOf(schema) }];
}

function readOperation(path: string, method: string, json: Json): Operation {
  const scopes = listOf(json.security).flatMap((each) => Object.values(objectOf(each)).flatMap(listOf));
  return {
    id: textOf(json.operationId) || `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: textOf(json.summary),
    scopes: scopes.map(textOf).filter(Boolean),
    role: textOf(json['x-role']) || null,
    parameters: listOf(json.parameters).flatMap(readParameter),
    body: readBody(json.requestBody),
  };
}

/** Where calls go: the path the description names, at the page's own origin, which alone may be called from here. */
function baseOf(servers: readonly unknown[], origin: string): string {
  const url = textOf(objectOf(servers[0]).url) || '/';
  return origin + (URL.canParse(url, origin) ? new URL(url, origin).pathname.replace(/\/$/, '') : '');
}

/** An OpenAPI description as groups of operations, in its own order; null when there is none to be found in it. */
export function readDescription(json: unknown, origin: string): Description | null {
  if (!isObject(json) || !isObject(json.paths)) return null;
  const groups = new Map<string, OperationGroup>(
    listOf(json.tags).map((tag) => {
      const name = textOf(objectOf(tag).name);
      return [name, { tag: name, operations: [] }];
    }),
  );
  for (const [path, item] of Object.entries(json.paths))
    for (const [method, operation] of Object.entries(objectOf(item))) {
      if (!METHODS.includes(method)) continue;
      const tag = textOf(listOf(objectOf(operation).tags)[0]);
      const group = groups.get(tag) ?? { tag, operations: [] };
      group.operations.push(readOperation(path, method, objectOf(operation)));
      groups.set(tag, group);
    }
  return {
    base: baseOf(listOf(json.servers), origin),
    groups: [...groups.values()].filter(({ operations }) => operations.length > 0),
    schemas: objectOf(objectOf(json.components).schemas) as Schemas,
  };
}

/** The calls that are open to a role: its own and everybody's. */
export function callsFor(role: string, groups: readonly OperationGroup[]): OperationGroup[] {
  return groups.flatMap(({ tag, operations }) => {
    const own = operations.filter((operation) => operation.role === null || operation.role === role);
    return own.length > 0 ? [{ tag, operations: own }] : [];
  });
}

/** The schema behind a reference, itself when it is none. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}

/** `string`, `integer`, `object`…; the first that is not null. */
export function typeOf({ type, properties }: Schema): string {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  return types.find((each) => each !== 'null') ?? (properties ? 'object' : '');
}

const isNull = (schema: Schema) => schema.type === 'null';
const EXAMPLE_TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  uri: 'https://example.com/',
  email: 'name@example.com',
};

function leastNumber({ minimum, exclusiveMinimum }: Schema): number {
  if (minimum !== undefined) return Math.max(minimum, 0);
  return exclusiveMinimum === undefined ? 0 : Math.max(exclusiveMinimum + 1, 0);
}

/** A value that the schema allows: what it names itself, else the plainest of its kind. */
export function exampleOf(given: Schema, schemas: Schemas, depth = 0): unknown {
  const schema = resolve(given, schemas);
  const named = [schema.example, schema.default, schema.const, schema.enum?.[0]].find(
    (value) => value !== undefined,
  );
  if (named !== undefined) return named;
  if (depth > DEEPEST) return null;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find((each) => !isNull(each)) ?? {}, schemas, depth + 1);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, depth + 1)));
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => !schema.required || schema.required.includes(name))
          .map(([name, property]) => [name, exampleOf(property, schemas, depth + 1)]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items, schemas, depth + 1)] : [];
    case 'integer':
    case 'number':
      return leastNumber(schema);
    case 'boolean':
      return false;
    case 'string':
      return EXAMPLE_TEXTS[schema.format ?? ''] ?? 'text';
    default:
      return null;
  }
}

/** "string, date", "CPM | CPC", "list of string": what a field takes, in the words of the description. */
export function kindOf(given: Schema, schemas: Schemas): string {
  const schema = resolve(given, schemas);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((each) => kindOf(each, schemas)).join(' | ');
  if (schema.enum) return schema.enum.map(String).join(' | ');
  const type = isNull(schema) ? 'null' : typeOf(schema);
  if (type === 'array') return `${kindOf(schema.items ?? {}, schemas)}[]`;
  return schema.format && schema.format !== 'int64' ? `${type}, ${schema.format}` : type;
}
