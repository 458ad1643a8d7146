import { propertyInput } from '@ezdash/contracts';
import { domainOf, isDomain } from './domain';
import { languageOptions, likelyLanguage } from './languages';

test.each([
  'example.com',
  'https://www.Example.com/news?a=1',
  'localhost:8081',
  'xn--bcher-kva.example',
  'Bücher.example',
  'example.com.',
  'example.com:8443/path',
  'a.b.c.example',
  'example',
  'exa mple.com',
  '-a.example',
  'a-.example',
  '192.168.0.1',
  '',
  `${'a'.repeat(64)}.example`,
  'example.com:123456',
])('the form and the contract agree on %p', (text) => {
  const contract = propertyInput.shape.domain.safeParse(text);
  expect(isDomain(text)).toBe(contract.success);
  if (contract.success) expect(domainOf(text)).toBe(contract.data);
});

test('languages are sorted by name and keep the one in use', () => {
  const options = languageOptions('en', 'lb');
  expect(options.map(({ label }) => label)).toEqual(
    options.map(({ label }) => label).sort((a, b) => a.localeCompare(b, 'en')),
  );
  expect(options).toContainEqual({ value: 'lb', label: 'Luxembourgish' });
});

test('a new property is in the reader’s language when we know it', () => {
  expect(likelyLanguage('de-CH')).toBe('de');
  expect(likelyLanguage('en-XA')).toBe('en');
  expect(likelyLanguage('qq')).toBe('en');
});
