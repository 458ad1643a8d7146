import { fingerprint } from './fingerprint';

const CALL = { method: 'POST', address: '/api/v1/campaigns', body: { name: 'A', bids: [1, 2] } };

it('is the same for the same call, in whatever order its fields are written', () => {
  expect(fingerprint({ ...CALL, body: { bids: [1, 2], name: 'A' } })).toBe(fingerprint(CALL));
  expect(fingerprint({ ...CALL, body: undefined })).toBe(fingerprint({ ...CALL, body: {} }));
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
