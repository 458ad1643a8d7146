import { parseUrl } from './parseUrl';

test.each([
  ['https://käse.example/brot', undefined, 'https://xn--kse-qla.example/brot'],
  ['/a/ü', 'https://b.example/c', 'https://b.example/a/%C3%BC'],
  ['no address', undefined, undefined],
  ['//', undefined, undefined],
])('%s from %s is %s', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});

test('says the same of letters beyond ASCII however often it is asked', () => {
  let refused = 0;
  for (let n = 0; n < 50_000; n++) if (parseUrl('https://käse.example/') === null) refused++;
  expect(refused).toBe(0);
});
