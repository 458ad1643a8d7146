import { countryNumber } from './index/country';
import { languageNumber } from './language';
import { decodeRecord, encodeEvent } from './records';
import { createTokenSigner, type TokenFields } from './token';
import { createRandomPool, cryptoRandom } from './uuidV7';

const NOW_MS = 1_800_000_000_000;
const signer = createTokenSigner([{ id: 1, secret: Buffer.alloc(32, 7) }], createRandomPool(cryptoRandom));
const fields: TokenFields = {
  pricing: 0,
  device: 2,
  test: false,
  private: false,
  country: countryNumber('DE'),
  os: 6,
  browser: 5,
  language: languageNumber('pl'),
  zoneId: 401,
  creativeId: 301,
  campaignId: 101,
  priceMicros: 1_000,
  payoutMicros: 800,
};

function payload(): Buffer {
  signer.begin(NOW_MS);
  const { token } = signer.verify(signer.sign(fields), 'impression', NOW_MS);
  if (!token) throw new Error('not verified');
  return token.payload;
}

test.each([
  [false, false, false, 0, ''],
  [true, false, true, 1, 'mail-7'],
  [false, true, false, 6, 'x'],
  [true, true, true, 7, '~'.repeat(64)],
])(
  'an event survives the way into the journal (%p, %p, %p, %p, %p)',
  (claimed, shown, knownOnly, claim, sub) => {
    const event = {
      kind: 1,
      invalidReason: 0,
      happenedAtMs: NOW_MS + 5,
      claimed,
      shown,
      knownOnly,
      claim,
      sub,
      payload: payload(),
    };
    expect(decodeRecord(Buffer.from(encodeEvent(event)))).toEqual({
      type: 'event',
      kind: 1,
      invalidReason: 0,
      happenedAtMs: NOW_MS + 5,
      decisionId: expect.any(String),
      decidedAtMs: NOW_MS,
      pricing: 0,
      zoneId: 401,
      creativeId: 301,
      campaignId: 101,
      country: 'DE',
      device: 2,
      os: 6,
      browser: 5,
      language: 'pl',
      priceMicros: 1_000,
      payoutMicros: 800,
      claimed,
      shown,
      knownOnly,
      claim,
      sub,
    });
  },
);

test('records of the version before are read, others are left out', () => {
  const old = Buffer.concat([payload().subarray(0, 40), Buffer.from([1])]);
  old[0] = 1;
  const event = {
    kind: 3,
    invalidReason: 0,
    happenedAtMs: NOW_MS,
    claimed: true,
    shown: false,
    knownOnly: false,
    claim: 0,
    sub: '',
  };
  const bytes = Buffer.from(encodeEvent({ ...event, payload: old }));
  expect(bytes).toHaveLength(51);
  const withSub = Buffer.from(encodeEvent({ ...event, sub: 'mail-7', payload: old }));
  expect(decodeRecord(withSub)).toMatchObject({ kind: 3, os: 0, sub: 'mail-7', claimed: true });
  expect(decodeRecord(withSub.subarray(0, withSub.length - 1))).toBeNull();
  expect(decodeRecord(bytes)).toMatchObject({ kind: 3, os: 0, browser: 0, language: '', claimed: true });
  expect(decodeRecord(bytes.subarray(0, 50))).toBeNull();
  expect(decodeRecord(Buffer.concat([bytes, Buffer.from([0])]))).toBeNull();
});
