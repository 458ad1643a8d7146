import { expandLanding, parseLanding } from './landing';

const VALUES = {
  click_id: 'a b',
  campaign: 'c_1',
  creative: 'cr_1',
  zone: 'z_1',
  site: 'news.example:8080',
  country: 'DE',
  device: 'phone',
  timestamp: '17',
  sub_id: 'mail-7',
  region: 'DE-BY',
  os: 'android',
  browser: 'chrome',
  language: 'de',
  cost: '0.25',
  random: '42',
};
const expand = (address: string) => {
  const landing = parseLanding(address);
  return landing && expandLanding(landing, VALUES);
};

test.each([
  ['https://shop.example/?c={click_id}', 'https://shop.example/?c=a%20b'],
  ['https://shop.example/?c={click_id:esc}', 'https://shop.example/?c=a%20b'],
  ['https://go.example/?to=x%3Fc%3D{click_id:esc2}', 'https://go.example/?to=x%3Fc%3Da%2520b'],
  ['https://shop.example/{device:raw}/{site:raw}', 'https://shop.example/phone/news.example:8080'],
  [
    'https://shop.example/?o={os}&b={browser}&r={region}&s={sub_id}',
    'https://shop.example/?o=android&b=chrome&r=DE-BY&s=mail-7',
  ],
  ['https://shop.example/?l={language}&p={cost}&x={random}', 'https://shop.example/?l=de&p=0.25&x=42'],
  // A header is ASCII without blanks, whatever a value would say.
  ['https://shop.example/{click_id:raw}', 'https://shop.example/a%20b'],
  ['https://shop.example/{nothing}{click_id:often}', 'https://shop.example/{nothing}{click_id:often}'],
])('%s', (address, expected) => {
  expect(expand(address)).toBe(expected);
});
