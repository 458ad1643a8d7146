import { createHmac } from 'node:crypto';
import { makeSecret, signatureOf } from './sign';

test('the signature is the HMAC of time and body, as a receiver reckons it', () => {
  const secret = makeSecret();
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  const at = new Date('2026-11-16T12:00:00.900Z');
  const header = signatureOf(secret, '{"a":1}', at);
  const [, seconds, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  expect(seconds).toBe('1794830400');
  expect(digest).toBe(createHmac('sha256', secret).update(`${seconds}.{"a":1}`).digest('hex'));
  expect(signatureOf(secret, '{"a":2}', at)).not.toBe(header);
  expect(makeSecret()).not.toBe(secret);
});
