import { rootDomain } from './rootDomain';

test.each([
  ['example.com', 'example.com'],
  ['www.example.com', 'example.com'],
  ['a.b.example.com', 'example.com'],
  ['example.co.uk', 'example.co.uk'],
  ['news.example.co.uk', 'example.co.uk'],
  ['www.example.com.au', 'example.com.au'],
  ['blog.example.de', 'example.de'],
  ['somebody.github.io', 'somebody.github.io'],
  ['docs.somebody.github.io', 'somebody.github.io'],
  ['localhost:4000', 'localhost:4000'],
  ['shop.example.com:8443', 'example.com:8443'],
  ['127.0.0.1:4000', '127.0.0.1:4000'],
])('of %s it is %s', (host, root) => {
  expect(rootDomain(host)).toBe(root);
});
