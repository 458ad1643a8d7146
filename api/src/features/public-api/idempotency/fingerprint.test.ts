import { fingerprint } from './fingerprint';

const CALL = { method: 'POST', address: '/api/v1/campaigns', body: { name: 'A', bids: [1, 2] } };

it('is the same for the same call, in whatever order its fields are written', () => {
  expect(fingerprint({ ...CALL, body: { bids: [1, 2], name: 'A' } })).toBe(fingerprint(CALL));
  expect(fingerprint({ ...CALL, body: undefined })).toBe(fingerprint({ ...CALL, body: {} }));
});

it('takes bodies that are nested as deep as they are long', () => {
  const nested = (depth: number, inner: string) =>
    JSON.parse(`${'{"a":['.repeat(depth)}${inner}${']}'.repeat(depth)}`);
  const [one, same, other] = ['1', '1', '2'].map((inner) =>
    fingerprint({ ...CALL, body: nested(20_000, inner) }),
  );
  expect(one).toBe(same);
  expect(one).not.toBe(other);
});

it('is what releases before made of the same call', () => {
  const body = { b: [1, 'x', null, true, { d: {}, c: [] }], a: 'ü"\n' };
  expect(fingerprint({ ...CALL, body })).toBe(
    '72c0dd6b889a5d0fa2c493cfb1240b3ac1532ad36c15981d6182713b6e5d470b',
  );
});

it.each<[string, Partial<typeof CALL> | { body: unknown }]>([
  ['method', { method: 'PATCH' }],
  ['address', { address: '/api/v1/campaigns?from=2026-11-01' }],
  ['field', { body: { name: 'B', bids: [1, 2] } }],
  ['order of a list', { body: { name: 'A', bids: [2, 1] } }],
  ['field of the prototype', { body: JSON.parse('{"name":"A","bids":[1,2],"__proto__":{"a":1}}') }],
  [
    'list that looks like an object',
    {
      body: [
        { name: 'bids', part: [1, 2] },
        { name: 'name', part: 'A' },
      ],
    },
  ],
  ['file', { body: Buffer.from('{"name":"A","bids":[1,2]}') }],
])('is another for another %s', (_what, change) => {
  expect(fingerprint({ ...CALL, ...change })).not.toBe(fingerprint(CALL));
});
