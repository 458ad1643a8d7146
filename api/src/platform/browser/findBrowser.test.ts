import { findBrowser } from './findBrowser';

const has =
  (...places: string[]) =>
  (place: string) =>
    places.includes(place);

test('the browser that the operator names is taken, or none', () => {
  expect(findBrowser('/opt/chromium', has('/opt/chromium', '/usr/bin/chromium'))).toBe('/opt/chromium');
  expect(findBrowser('/opt/chromium', has('/usr/bin/chromium'))).toBeNull();
});

test('without a name it is looked for in the usual places', () => {
  expect(findBrowser(null, has('/usr/bin/google-chrome'))).toBe('/usr/bin/google-chrome');
  expect(findBrowser(null, has())).toBeNull();
});
