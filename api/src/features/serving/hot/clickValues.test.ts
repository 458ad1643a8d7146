import { BROWSER_CODES, CLICK_MACROS, type ClickMacro, DEVICE_CODES, OS_CODES } from '@ezdash/contracts';
import { type ClickFacts, clickValues } from './clickValues';
import { countryNumber } from './index/country';
import { originOf, regionNumber } from './index/region';
import { languageNumber } from './language';
import { createTokenSigner, type TokenFields } from './token';
import { parseUserAgent } from './userAgent';
import { createRandomPool, cryptoRandom } from './uuidV7';

const NOW_MS = 1_800_000_000_123;
const GERMANY = countryNumber('DE');
const signer = createTokenSigner([{ id: 1, secret: Buffer.alloc(32, 7) }], createRandomPool(cryptoRandom));
const fields: TokenFields = {
  pricing: 1,
  device: DEVICE_CODES.phone,
  test: false,
  private: false,
  country: GERMANY,
  os: OS_CODES.android,
  browser: BROWSER_CODES.samsung,
  language: languageNumber('pl'),
  zoneId: 401,
  creativeId: 301,
  campaignId: 101,
  priceMicros: 250_000,
  payoutMicros: 200_000,
};

function valuesOf(changes: Partial<TokenFields> = {}, facts: Partial<ClickFacts> = {}) {
  signer.begin(NOW_MS);
  const { token } = signer.verify(signer.sign({ ...fields, ...changes }), 'click', NOW_MS);
  if (!token) throw new Error('forged');
  const values = clickValues(token, {
    creative: { publicId: 'cr_1', campaignPublicId: 'c_1' },
    zone: { publicId: 'z_1', domain: 'news.example' },
    origin: originOf(GERMANY, regionNumber('DE-BY')),
    sub: 'mail-7',
    private: false,
    ...facts,
  });
  return { values, token };
}

test('all of the macros have a value', () => {
  const { values, token } = valuesOf();
  expect(values).toEqual({
    click_id: token.decisionId,
    campaign: 'c_1',
    creative: 'cr_1',
    zone: 'z_1',
    site: 'news.example',
    sub_id: 'mail-7',
    country: 'DE',
    region: 'DE-BY',
    device: 'phone',
    os: 'android',
    browser: 'samsung',
    language: 'pl',
    cost: '0.25',
    timestamp: String(NOW_MS),
    random: expect.stringMatching(/^\d{1,10}$/),
  });
  expect(Object.keys(values).sort()).toEqual([...CLICK_MACROS].sort());
});

test.each([
  [0, '0'],
  [1, '0.000001'],
  [3_001, '0.003001'],
  [1_000_000, '1'],
  [4_294_967_295, '4294.967295'],
])('%i micros cost %s', (priceMicros, cost) => {
  expect(valuesOf({ priceMicros }).values.cost).toBe(cost);
});

/** What is always known: the ad, and what is made for the click. */
const ALWAYS_KNOWN: readonly ClickMacro[] = [
  'click_id',
  'campaign',
  'creative',
  'cost',
  'timestamp',
  'random',
];

describe('of a visitor nobody knows, in a zone that is gone', () => {
  const { client } = parseUserAgent('nobody-knows/1.0');
  const nowhere = countryNumber('');
  const { values } = valuesOf(
    { ...client, language: languageNumber(''), country: nowhere },
    { origin: nowhere, sub: '', zone: undefined },
  );
  test.each(CLICK_MACROS)('{%s} is empty unless it is always known', (macro) => {
    expect(values[macro] !== '').toBe(ALWAYS_KNOWN.includes(macro));
  });
});

test('a region is of the country that was decided for', () => {
  const origin = originOf(countryNumber('FR'), regionNumber('FR-75C'));
  expect(valuesOf({}, { origin }).values).toMatchObject({ country: 'DE', region: '' });
});

test.each([
  ['then', { private: true }, {}],
  ['now', {}, { private: true }],
])('who asks %s not to be followed is told by nothing', (_, changes, facts) => {
  const { values } = valuesOf(changes, facts);
  expect(values).toMatchObject({ click_id: '', sub_id: '', region: '', country: 'DE', device: 'phone' });
  expect(values.timestamp).toBe(String(NOW_MS - 123));
});

test('no two clicks have the same random number', () => {
  expect(valuesOf().values.random).not.toBe(valuesOf().values.random);
});
