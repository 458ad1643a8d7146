import { sentence } from './sentence';

test.each([
  ['No such campaign', 'No such campaign.'],
  ['It is gone.', 'It is gone.'],
  ['Is it gone?', 'Is it gone?'],
  ['These are left:', 'These are left:'],
  ['Loading…', 'Loading…'],
  ['', ''],
])('"%s" goes on as "%s"', (text, said) => {
  expect(sentence(text)).toBe(said);
});
