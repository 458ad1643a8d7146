import { normalDomain } from './propertyRules';
import { propertyInput } from './publishing';

test.each([
  ['example.com', 'example.com'],
  ['  HTTPS://WWW.Example.com:8443/news?x=1#y  ', 'example.com'],
  ['example.com.', 'example.com'],
  ['www.example.co.uk/', 'example.co.uk'],
  ['www.com', 'www.com'],
  ['www.www.example.com', 'example.com'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['ｅxample．com', 'example.com'],
  ['localhost:4100', 'localhost:4100'],
  ['http://localhost:4100/path', 'localhost:4100'],
  ['localhost', 'localhost'],
])('%s is the domain %s', (text, domain) => {
  expect(normalDomain(text)).toBe(domain);
  expect(propertyInput.shape.domain.parse(text)).toBe(domain);
});

test.each([
  '',
  'example',
  'exa mple.com',
  '192.168.1.1',
  '[::1]',
  'ftp://example.com',
  'user:word@example.com',
  'a_b.example.com',
  '-a.example.com',
  `${'a'.repeat(64)}.com`,
  'localhost:99999',
  'javascript:alert(1)',
])('%p is none', (text) => {
  expect(normalDomain(text)).toBeNull();
  expect(propertyInput.shape.domain.safeParse(text).success).toBe(false);
});
