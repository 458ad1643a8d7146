import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { makeCertificate } from './certificate';
import { median } from './measure';

test('the certificate is one, for localhost, today, signed by its own key', () => {
  const { key, cert } = makeCertificate();
  const parsed = new X509Certificate(cert);
  expect(parsed.checkHost('localhost')).toBe('localhost');
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(new Date(parsed.validFrom).getTime()).toBeLessThan(Date.now());
  expect(new Date(parsed.validTo).getTime()).toBeGreaterThan(Date.now());
  expect(() => createSecureContext({ key, cert })).not.toThrow();
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});
