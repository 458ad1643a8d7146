import { withScheme } from './withScheme';

test.each([
  ['shop.example', 'https://shop.example'],
  [' shop.example/sale?x={click_id} ', 'https://shop.example/sale?x={click_id}'],
  ['münchen.example:8443/a', 'https://münchen.example:8443/a'],
  ['https://shop.example', 'https://shop.example'],
  ['http://shop.example', 'http://shop.example'],
  ['mailto:a@shop.example', 'mailto:a@shop.example'],
  ['ftp://shop.example', 'ftp://shop.example'],
  ['shop', 'shop'],
  ['', ''],
])('%s is meant as %s', (text, meant) => {
  expect(withScheme(text)).toBe(meant);
});
