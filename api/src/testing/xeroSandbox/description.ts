import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import accounting from './openapi/accounting.json';
import identity from './openapi/identity.json';
import webhooks from './openapi/webhooks.json';

type Node = Record<string, unknown>;

/** What the sandbox reads of an operation in Xero's description. */
export interface Operation {
  id: string;
  /** Any one of them is enough. */
  scopes: readonly string[];
  path: Readonly<Record<string, string>>;
}

/** The parts of a call that the description speaks about. */
export interface DescribedCall {
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed; undefined when there is none. */
  body: unknown;
}

export interface Description {
  find(method: string, path: string, accept: string): Operation | null;
  /** What is against the description, in words; empty when nothing is. */
  checkRequest(operation: Operation, call: DescribedCall): string[];
  checkAnswer(operation: Operation, status: number, body: unknown): string[];
  /** Against a form by its name. */
  check(schema: string, value: unknown, side?: Side): string[];
}

type Side = 'request' | 'answer';
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Node;
}
interface Entry {
  id: string;
  method: string;
  pattern: RegExp;
  /** Of the path, in its order. */
  names: string[];
  scopes: string[];
  parameters: Parameter[];
  /** Undefined: takes no body. */
  body: Node | undefined;
  isPdf: boolean;
  answers: Map<number, Node | undefined>;
}

const MS_DATE = String.raw`^/Date\(-?\d+(\+0000)?\)/$`;
const SENT_DATE = String.raw`^(\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?|/Date\(-?\d+([+-]\d{4})?\)/)$`;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** RFC 3339, but the zone may be left out: Xero's own examples leave it out. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/i;
const ROOT = 'description';
const ERROR = { $ref: '#/components/schemas/Error' };
const FORMATS = {
  uuid: UUID,
  'date-time': (text: string) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text: string) => URL.canParse(text),
  int64: { type: 'number', validate: Number.isInteger },
  double: { type: 'number', validate: Number.isFinite },
  float: { type: 'number', validate: Number.isFinite },
  binary: true,
} as const;

/** Percent signs that stand for nothing leave the text as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

/**
 * Stricter than the description, as it leaves most things open: a call may have no field that the description does not
 * know (Xero drops it in silence, so it is a slip of the pen), and dates are written as Xero writes them.
 */
function sharpen(value: unknown, side: Side, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => sharpen(each, side));
  if (!isNode(value)) return value;
  // Forms are compiled one by one, away from the document that they point into.
  if (typeof value.$ref === 'string' && value.$ref.startsWith('#')) return { $ref: `${ROOT}${value.$ref}` };
  const sharp = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, sharpen(each, side, !areNames && key === 'properties')]),
  );
  if (areNames) return sharp;
  if (isNode(value.properties) && value.allOf === undefined) {
    sharp.type ??= 'object';
    if (side === 'request') sharp.additionalProperties ??= false;
  }
  if (value['x-is-msdate'] === true || value['x-is-msdate-time'] === true)
    sharp.pattern = side === 'answer' ? MS_DATE : SENT_DATE;
  return sharp;
}

const said = ({ instancePath, message, params, keyword }: ErrorObject) =>
  `${instancePath === '' ? '/' : instancePath} ${message ?? keyword}${
    keyword === 'additionalProperties' ? `: ${String(params.additionalProperty)}` : ''
  }${keyword === 'enum' ? `: ${JSON.stringify(params.allowedValues)}` : ''}`;

/** Forms are compiled when they are first used; all of Xero's take seconds that most runs need not. */
function formChecks(document: Node) {
  const components = nodeOf(document.components);
  const ajvs = new Map<Side, Ajv>();
  const compiled = new Map<string, ValidateFunction>();
  const ajvOf = (side: Side) => {
    const known = ajvs.get(side);
    if (known) return known;
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, formats: FORMATS });
    ajv.addSchema({ $id: ROOT, components: sharpen(components, side) });
    ajvs.set(side, ajv);
    return ajv;
  };
  return (schema: Node, value: unknown, side: Side): string[] => {
    const key = `${side} ${JSON.stringify(schema)}`;
    const validate = compiled.get(key) ?? ajvOf(side).compile(nodeOf(sharpen(schema, side)));
    compiled.set(key, validate);
    return validate(value) ? [] : (validate.errors ?? []).map(said);
  };
}

/** As it stands in an address, as the type that it is of. */
function typed(text: string, { type }: Node): unknown {
  if (type === 'integer' || type === 'number')
    return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'array') return text.split(',');
  return text;
}

function entriesOf(document: Node): Entry[] {
  const pointed = (value: unknown): Node => {
    const node = nodeOf(value);
    if (typeof node.$ref !== 'string') return node;
    return pointed(
      node.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => nodeOf(at)[key], document),
    );
  };
  const schemaOf = (holder: Node, type: string) => {
    const content = nodeOf(nodeOf(holder.content)[type]);
    return isNode(content.schema) ? content.schema : undefined;
  };
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  return Object.entries(nodeOf(document.paths)).flatMap(([path, item]) =>
    Object.entries(nodeOf(item)).flatMap(([method, value]): Entry[] => {
      if (!isNode(value) || typeof value.operationId !== 'string') return [];
      const template = typeof value['x-path'] === 'string' ? value['x-path'] : path;
      const parameters = [...list(nodeOf(item).parameters), ...list(value.parameters)].map((each) => {
        const { name, in: where, required, schema } = pointed(each);
        return {
          name: String(name),
          in: String(where),
          required: required === true,
          schema: nodeOf(schema),
        };
      });
      const answers = Object.entries(nodeOf(value.responses)).map(([status, answer]) => [
        Number(status),
        schemaOf(pointed(answer), 'application/json'),
      ]);
      return [
        {
          id: value.operationId,
          method: method.toUpperCase(),
          pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`, 'i'),
          names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)),
          scopes: list(value.security).flatMap((each) => list(nodeOf(each).OAuth2).map(String)),
          parameters,
          body: schemaOf(pointed(value.requestBody), 'application/json'),
          isPdf: schemaOf(pointed(nodeOf(value.responses)['200']), 'application/pdf') !== undefined,
          answers: new Map(answers as [number, Node | undefined][]),
        },
      ];
    }),
  );
}

function describe(document: Node): Description {
  const entries = entriesOf(document);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const checkForm = formChecks(document);
  const entryOf = ({ id }: Operation): Entry => {
    const entry = byId.get(id);
    if (!entry) throw new Error(`The description has no ${id}`);
    return entry;
  };

  function checkParameters(entry: Entry, operation: Operation, { query, headers }: DescribedCall): string[] {
    const known = entry.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
    return [
      ...unknown.map((name) => `query has no ${name} in the description`),
      ...entry.parameters.flatMap(({ name, in: where, required, schema }) => {
        const value =
          where === 'query'
            ? query.get(name)
            : where === 'path'
              ? operation.path[name]
              : headers[name.toLowerCase()];
        if (value === undefined || value === null) return required ? [`${where} must have ${name}`] : [];
        // Xero takes the date of HTTP there as well.
        if (name === 'If-Modified-Since' && !Number.isNaN(Date.parse(String(value)))) return [];
        return checkForm(schema, typed(String(value), schema), 'request').map(
          (error) => `${where} ${name}: ${error}`,
        );
      }),
    ];
  }

  return {
    find: (method, path, accept) => {
      const isPdf = accept.includes('application/pdf');
      for (const { id, method: its, pattern, names, scopes, isPdf: givesPdf } of entries) {
        const found = its === method && givesPdf === isPdf ? pattern.exec(path) : null;
        if (!found) continue;
        const values = found.slice(1).map(decoded);
        return { id, scopes, path: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) };
      }
      return null;
    },
    checkRequest: (operation, call) => {
      const entry = entryOf(operation);
      const errors = checkParameters(entry, operation, call);
      if (!entry.body) return errors;
      if (call.body === undefined) return [...errors, 'a body is missing'];
      return [...errors, ...checkForm(entry.body, call.body, 'request').map((error) => `body ${error}`)];
    },
    checkAnswer: (operation, status, body) => {
      const { answers, isPdf } = entryOf(operation);
      if (isPdf && status === 200)
        return Buffer.isBuffer(body) && body.subarray(0, 5).toString() === '%PDF-' ? [] : ['it is no PDF'];
      // Xero refuses reading calls in the same form, though its description leaves that out.
      if (!answers.has(status) && status !== 400)
        return [`the description has no ${status} for ${operation.id}`];
      const schema = answers.get(status) ?? (status === 400 ? ERROR : undefined);
      return schema ? checkForm(schema, body, 'answer') : [];
    },
    check: (schema, value, side = 'answer') =>
      checkForm({ $ref: `#/components/schemas/${schema}` }, value, side),
  };
}

/** Compiled forms serve every sandbox of a process. */
export const accountingDescription = describe(accounting);
export const identityDescription = describe(identity);
export const webhooksDescription = describe(webhooks);
