import { exampleOf, kindOf, readDescription } from './openApi';
import { checkCall, curlOf, startValues, urlOf } from './tryCall';

const ORIGIN = 'https://app.example';
const DESCRIPTION = {
  openapi: '3.1.1',
  servers: [{ url: 'https://elsewhere.example/api/v1/' }],
  tags: [{ name: 'Campaigns' }, { name: 'Empty' }],
  paths: {
    '/campaigns/{id}': {
      summary: 'not a call',
      patch: {
        operationId: 'updateCampaign',
        tags: ['Campaigns'],
        summary: 'Change a campaign',
        security: [{ token: ['write'] }],
        'x-role': 'advertiser',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'by', in: 'query', required: false, schema: { enum: ['day', 'zone'], default: 'day' } },
          { name: 'X-Thing', in: 'header', schema: {} },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Input' } } } },
      },
    },
    '/assets': { post: { tags: ['Images'], requestBody: { content: { 'image/*': {} } } } },
  },
  components: {
    schemas: {
      Input: {
        type: 'object',
        required: ['name', 'bid_micros', 'ends_at', 'devices', 'cap', 'self'],
        properties: {
          name: { type: 'string' },
          left_out: { type: 'string' },
          bid_micros: { type: 'integer', format: 'int64', minimum: 5 },
          ends_at: { anyOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }] },
          devices: { type: 'array', items: { enum: ['phone', 'tv'] } },
          cap: { type: 'object', properties: { count: { type: 'integer', exclusiveMinimum: 0 } } },
          self: { $ref: '#/components/schemas/Loop' },
        },
      },
      Loop: { type: 'object', properties: { again: { $ref: '#/components/schemas/Loop' } } },
    },
  },
};

const described = () => {
  const description = readDescription(DESCRIPTION, ORIGIN);
  const update = description?.groups[0]?.operations[0];
  const upload = description?.groups[1]?.operations[0];
  if (!description || !update || !upload) throw new Error('Nothing was read');
  return { description, update, upload };
};
const say = (key: string) => key;

test('groups in the order of the tags, none without calls, at the origin of the page', () => {
  const { description, update, upload } = described();
  expect(description.groups.map(({ tag }) => tag)).toEqual(['Campaigns', 'Images']);
  expect(description.base).toBe('https://app.example/api/v1');
  expect(update).toMatchObject({
    id: 'updateCampaign',
    method: 'PATCH',
    scopes: ['write'],
    role: 'advertiser',
  });
  expect(update.parameters.map(({ name }) => name)).toEqual(['id', 'by']);
  expect(upload).toMatchObject({ id: 'post /assets', scopes: [], role: null });
  expect(upload.body).toEqual({ kind: 'file', accept: 'image/*' });
});

test.each([undefined, null, {}, [], 'text', { paths: [] }])('%j is no description', (json) => {
  expect(readDescription(json, ORIGIN)).toBeNull();
});

test('an example holds what is required, and ends where a schema holds itself', () => {
  const { description } = described();
  const { self, ...example } = exampleOf(
    { $ref: '#/components/schemas/Input' },
    description.schemas,
  ) as Record<string, unknown>;
  expect(example).toEqual({
    name: 'text',
    bid_micros: 5,
    ends_at: '2026-01-31T12:00:00Z',
    devices: ['phone'],
    cap: { count: 1 },
  });
  expect(JSON.stringify(self).length).toBeLessThan(200);
  expect(exampleOf({ type: ['string', 'null'], format: 'date' }, {})).toBe('2026-01-31');
  expect(exampleOf({ $ref: '#/components/schemas/Missing' }, {})).toBeNull();
});

test('kinds in the words of the description', () => {
  const { schemas } = described().description;
  const { properties = {} } = schemas.Input ?? {};
  const kinds = ['name', 'bid_micros', 'ends_at', 'devices', 'self'].map((name) =>
    kindOf(properties[name] ?? {}, schemas),
  );
  expect(kinds).toEqual(['string', 'integer', 'null | string, date-time', 'phone | tv[]', 'object']);
});

test('fields become an address, and what would be no call is refused', () => {
  const { description, update } = described();
  const start = startValues(update, description.schemas);
  expect(start['query.by']).toBe('day');
  expect(checkCall(update, start, say)).toEqual({ 'path.id': 'tryApi.check.required' });
  const values = { ...start, 'path.id': ' c 1/2 ', body: '{' };
  expect(checkCall(update, values, say)).toEqual({ body: 'tryApi.check.json' });
  expect(urlOf(update, description.base, values)).toBe(
    'https://app.example/api/v1/campaigns/c%201%2F2?by=day',
  );
});

test('the same call in a shell: quoted, the token in a variable', () => {
  const { description, update, upload } = described();
  const values = { 'path.id': 'c_1', 'query.by': '', body: '{ "name": "Ines\' shells" }' };
  expect(curlOf(update, description.base, values, null)).toBe(
    [
      "curl -X PATCH 'https://app.example/api/v1/campaigns/c_1'",
      '-H "Authorization: Bearer $EZDASH_TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{"name":"Ines'\\'' shells"}'`,
    ].join(' \\\n  '),
  );
  const file = new File(['x'], 'wide.webp', { type: 'image/webp' });
  expect(curlOf(upload, description.base, {}, file)).toContain("-H 'Content-Type: image/webp'");
  expect(curlOf(upload, description.base, {}, file)).toContain("--data-binary '@wide.webp'");
});
