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
  ['school.k12.ca.us', 'school.k12.ca.us'],
  ['news.example.gouv.fr', 'example.gouv.fr'],
  ['www.example.city.kawasaki.jp', 'city.kawasaki.jp'],
  ['a.example.yokohama.jp', 'a.example.yokohama.jp'],
  ['a.b.c.ck', 'b.c.ck'],
  ['sales.example.me.uk', 'example.me.uk'],
  ['www.xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['www.example.com.', 'example.com'],
  ['example.com.', 'example.com'],
  ['[::1]:4000', '[::1]:4000'],
  ['localhost:4000', 'localhost:4000'],
  ['shop.example.com:8443', 'example.com:8443'],
  ['127.0.0.1:4000', '127.0.0.1:4000'],
])('of %s it is %s', (host, root) => {
  expect(rootDomain(host)).toBe(root);
});
