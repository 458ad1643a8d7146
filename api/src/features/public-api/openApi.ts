import {
  asset,
  creative,
  decisionOutcome,
  deliveryFigures,
  errorBody,
  metricFigures,
  publisherFigures,
  richBlock,
  richInline,
} from '@ezdash/contracts';
import { z } from 'zod';
import { translateMessage } from '../../locales';
import { type Named, named, type Operation, scopesOf, TAGS } from './operation';

type Json = Record<string, unknown>;

export interface DescriptionOptions {
  appName: string;
  serverUrl: string;
  operations: readonly Operation[];
}

type Translate = (text: string) => string;

/** Parts of answers that several of them share. */
const PARTS: readonly Named[] = [
  named('Error', errorBody),
  named('Creative', creative),
  named('Image', asset),
  named('DeliveryFigures', deliveryFigures),
  named('PublisherFigures', publisherFigures),
  named('DecisionOutcome', decisionOutcome),
  named('MetricFigures', metricFigures),
  // They hold themselves: a list in a list has to have a name.
  named('RichBlock', richBlock),
  named('RichInline', richInline),
];
const refTo = (name: string) => `#/components/schemas/${name}`;

/** What may be refused, by status; `changes` are refused for more reasons than reads. */
const REFUSALS: Readonly<Record<string, string>> = {
  401: 'There is no API token, or it is unknown, expired or revoked',
  403: 'The token or the account does not open this',
  404: 'There is no such thing, or it is somebody else’s',
  409: 'The state of the thing does not allow this',
  413: 'The body is too large',
  415: 'The body is of the wrong type',
  422: 'Fields are wrong; every one of them is named',
  429: 'Too many calls; Retry-After says how many seconds to wait',
};

const isLimitless = (value: unknown) => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;

/** Says the same in the fewest words: formats without their expressions, whole numbers without their bounds. */
function simplify(schema: Json, path: readonly (string | number)[], translate: Translate): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.type === 'integer') {
    schema.format = 'int64';
    if (isLimitless(schema.minimum)) delete schema.minimum;
    if (isLimitless(schema.maximum)) delete schema.maximum;
    if (String(path.at(-1)).endsWith('_micros'))
      schema.description = translate('Millionths of the currency unit');
  }
}

/** Schemas under their names, with references to one another. */
function toComponents(schemas: readonly Named[], io: 'input' | 'output', translate: Translate): Json {
  const registry = z.registry<{ id: string }>();
  const known = new Map<string, z.ZodType>();
  for (const { name, schema } of schemas) {
    const present = known.get(name) ?? schema;
    if (present !== schema) throw new Error(`Two schemas of the API are called ${name}`);
    known.set(name, schema);
    registry.add(schema, { id: name });
  }
  const { schemas: made } = z.toJSONSchema(registry, {
    uri: refTo,
    io,
    override: ({ jsonSchema, path }) => {
      simplify(jsonSchema as Json, path, translate);
      // Answers may grow: who reads them must not refuse a field that is new.
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(made).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  );
}

function parametersOf({ params, query, method }: Operation, translate: Translate): Json[] {
  const read = (schema: z.ZodObject | undefined, place: 'path' | 'query') => {
    if (!schema) return [];
    const { properties = {}, required = [] } = z.toJSONSchema(schema, {
      io: 'input',
      override: ({ jsonSchema, path }) => simplify(jsonSchema as Json, path, translate),
    });
    return Object.entries(properties).map(([name, parameter]) => {
      const { description, ...schema } = parameter as Json;
      return {
        name,
        in: place,
        required: required.includes(name),
        ...(typeof description === 'string' && { description: translate(description) }),
        schema,
      };
    });
  };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: translate(
      'The same call again with the same key, within 24 hours, answers what was answered first and does nothing',
    ),
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
  };
  return [...read(params, 'path'), ...read(query, 'query'), ...(method === 'get' ? [] : [key])];
}

function bodyOf({ body, example, takesImage, bodyType }: Operation): Json {
  if (takesImage) return { requestBody: { required: true, content: { [bodyType ?? 'image/*']: {} } } };
  if (!body) return {};
  const content = { schema: { $ref: refTo(body.name) }, ...(example !== undefined && { example }) };
  return { requestBody: { required: true, content: { 'application/json': content } } };
}

function refusalsOf({ body, takesImage, params, scope, and }: Operation): string[] {
  const sends = body !== undefined || takesImage;
  return Object.keys(REFUSALS).filter((status) => {
    if (status === '404') return params !== undefined;
    if (status === '413' || status === '415') return sends;
    return status === '409' ? scope === 'write' || and === 'write' : true;
  });
}

/** How many calls are left, with every answer that a token got. */
const LIMIT_HEADERS = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};
/** Of changes besides: whether this is what was answered before to the same idempotency key. */
const CHANGE_HEADERS = {
  ...LIMIT_HEADERS,
  'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' },
};

function describeOperation(operation: Operation, translate: Translate): Json {
  const { id, tag, summary, status, answer } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary: translate(summary),
    security: [{ token: scopesOf(operation) }],
    ...(operation.role !== null && { 'x-role': operation.role }),
    parameters: parametersOf(operation, translate),
    ...bodyOf(operation),
    responses: {
      [status]: {
        description: translate(status === 201 ? 'It was made' : 'The answer'),
        headers: {
          ...(operation.method === 'get' ? LIMIT_HEADERS : CHANGE_HEADERS),
          ...(operation.linksNext && { Link: { $ref: '#/components/headers/Link' } }),
        },
        content: { [operation.file ?? 'application/json']: { schema: { $ref: refTo(answer.name) } } },
      },
      ...Object.fromEntries(
        refusalsOf(operation).map((refusal) => [refusal, { $ref: `#/components/responses/${refusal}` }]),
      ),
    },
  };
}

function describePaths(operations: readonly Operation[], translate: Translate): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method] = describeOperation(operation, translate);
    paths[operation.path] = path;
  }
  return paths;
}

function describeShared(operations: readonly Operation[], translate: Translate): Json {
  const header = (text: string) => ({ description: translate(text), schema: { type: 'string' } });
  return {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'ezt_…',
        description: translate('A token from Settings, API. Its scopes say what it opens'),
      },
    },
    headers: {
      RateLimit: header(
        'Calls of this token that are left (r) and the seconds until they are counted anew (t)',
      ),
      Link: header('Where the next page is, rel="next"; not sent with the last one'),
      'RateLimit-Policy': header('Calls of a token (q) in so many seconds (w)'),
      'Idempotency-Replayed': header('“true” when this was answered before to the same idempotency key'),
    },
    responses: Object.fromEntries(
      Object.entries(REFUSALS).map(([status, text]) => [
        status,
        {
          description: translate(text),
          content: { 'application/json': { schema: { $ref: refTo('Error') } } },
        },
      ]),
    ),
    schemas: {
      ...toComponents([...PARTS, ...operations.map(({ answer }) => answer)], 'output', translate),
      ...toComponents(
        operations.flatMap(({ body }) => body ?? []),
        'input',
        translate,
      ),
    },
  };
}

/** The OpenAPI 3.1 description of the operations, texts in the locale. */
export function describeApi({ appName, serverUrl, operations }: DescriptionOptions, locale: string): Json {
  const translate: Translate = (text) => translateMessage(locale, text);
  return {
    openapi: '3.1.1',
    info: {
      title: `${appName} API`,
      version: '1',
      description: translate(
        'Amounts are whole millionths of the currency unit, times are ISO 8601, days are days in UTC. Fields may be added to answers at any time. Query parameters that a call does not have are refused (422).',
      ),
    },
    servers: [{ url: serverUrl }],
    tags: TAGS.map((name) => ({ name })),
    security: [{ token: [] }],
    paths: describePaths(operations, translate),
    components: describeShared(operations, translate),
  };
}

/** Locale → its description, made when it is asked for first. */
export function createDescriptions(options: DescriptionOptions): (locale: string) => Json {
  const made = new Map<string, Json>();
  return (locale) => {
    const description = made.get(locale) ?? describeApi(options, locale);
    made.set(locale, description);
    return description;
  };
}
