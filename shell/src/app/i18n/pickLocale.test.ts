import { pickLocale } from './pickLocale';

const offered = ['en', 'de', 'en-XA'];

test.each([
  ['the person’s setting wins', ['de', 'en', 'en', 'en'], 'de'],
  ['then what was chosen here', [null, 'de', 'en', 'en'], 'de'],
  ['then what was shown here', [null, null, 'de', 'en'], 'de'],
  ['then what the browser asks for', [null, null, null, 'de'], 'de'],
  ['then English', [null, null, null, null], 'en'],
  ['a language that is not offered is passed over', ['fr', 'xx', 'de', 'en'], 'de'],
  ['nothing offered of all that', ['fr', 'es', 'it', 'pt'], 'en'],
  ['the pseudo-locale can be chosen', [null, 'en-XA', 'de', 'de'], 'en-XA'],
])(
  '%s',
  (_, [userLocale = null, selectedLocale = null, storedLocale = null, acceptedLocale = null], expected) => {
    expect(pickLocale({ userLocale, selectedLocale, storedLocale, acceptedLocale }, offered)).toBe(expected);
  },
);
