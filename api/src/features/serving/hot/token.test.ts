import { createHmac, randomBytes } from 'node:crypto';
import { PRICING_CODES } from '@ezdash/contracts';
import fc from 'fast-check';
import { nodeOfDecision } from '../../events';
import {
  createTokenSigner,
  EVENT_TTL_MS,
  nodeOfPayload,
  PAYLOAD_BYTES,
  TOKEN_LENGTH,
  type TokenFields,
} from './token';
import { createRandomPool, cryptoRandom } from './uuidV7';

const NOW_MS = 1_800_000_000_000;
const secret = randomBytes(32);
const signer = createTokenSigner([{ id: 7, secret }], createRandomPool(cryptoRandom));
const fields: TokenFields = {
  pricing: 1,
  device: 2,
  test: false,
  private: false,
  country: 82,
  os: 5,
  browser: 2,
  language: 83,
  zoneId: 401,
  creativeId: 301,
  campaignId: 101,
  priceMicros: 4_294_967_295,
  payoutMicros: 3_435_973_836,
};
const sign = (changed: Partial<TokenFields> = {}, nowMs = NOW_MS) => {
  signer.begin(nowMs);
  return signer.sign({ ...fields, ...changed });
};

describe('token', () => {
  test('carries what was signed, in one spelling', () => {
    const text = sign();
    expect(text).toHaveLength(TOKEN_LENGTH);
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    const { state, token } = signer.verify(text, 'impression', NOW_MS);
    expect(state).toBe('genuine');
    expect(token).toMatchObject({ ...fields, decidedAtMs: NOW_MS, countryCode: 'DE' });
    expect(token?.decisionId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test.each([PRICING_CODES.CPM, PRICING_CODES.CPC, PRICING_CODES.CPA])('says the pricing %p', (pricing) => {
    const { token } = signer.verify(sign({ pricing }), 'click', NOW_MS);
    expect(token).toMatchObject({ ...fields, pricing });
  });

  test.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('is a trial: %p, of somebody who asks not to be followed: %p', (isTest, isPrivate) => {
    const { token } = signer.verify(sign({ test: isTest, private: isPrivate }), 'click', NOW_MS);
    expect(token).toMatchObject({ ...fields, test: isTest, private: isPrivate });
  });

  test('of a conversion is of a version that servers from before it take for forged', () => {
    expect(Buffer.from(sign({ pricing: PRICING_CODES.CPA }), 'base64url')[0]).toBe(3);
    expect(Buffer.from(sign({ pricing: PRICING_CODES.CPC }), 'base64url')[0]).toBe(2);
  });

  test('its code is HMAC-SHA256 as createHmac makes it', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 100 }),
        fc.nat(0xffffffff),
        (bytes, priceMicros) => {
          const key = Buffer.from(bytes);
          const other = createTokenSigner([{ id: 0, secret: key }], createRandomPool(cryptoRandom));
          other.begin(NOW_MS);
          const whole = Buffer.from(other.sign({ ...fields, priceMicros }), 'base64url');
          const expected = createHmac('sha256', key)
            .update(whole.subarray(0, PAYLOAD_BYTES))
            .digest()
            .subarray(0, 16);
          expect(whole.subarray(PAYLOAD_BYTES)).toEqual(expected);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('a change of any single bit is found', () => {
    const bytes = Buffer.from(sign(), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >>> 3] = (changed[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
      expect(signer.verify(changed.toString('base64url'), 'impression', NOW_MS).state).toBe('forged');
    }
  });

  test('whatever a stranger sends is a value, not an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary', minLength: TOKEN_LENGTH, maxLength: TOKEN_LENGTH }),
        ),
        (text) => {
          expect(signer.verify(text, 'click', NOW_MS)).toEqual({ state: 'forged', token: null });
        },
      ),
    );
  });

  test('an impression counts for an hour, a click for a day', () => {
    const text = sign();
    for (const kind of ['impression', 'click'] as const) {
      expect(signer.verify(text, kind, NOW_MS + EVENT_TTL_MS[kind]).state).toBe('genuine');
      expect(signer.verify(text, kind, NOW_MS + EVENT_TTL_MS[kind] + 1).state).toBe('expired');
    }
    expect(EVENT_TTL_MS).toMatchObject({ impression: 3_600_000, click: 86_400_000 });
  });

  test('a decision of the future was not made here', () => {
    expect(signer.verify(sign({}, NOW_MS + 120_000), 'impression', NOW_MS).state).toBe('forged');
  });

  test('candidates of one decision share its id, decisions do not', () => {
    signer.begin(NOW_MS);
    const [first, second] = [signer.sign(fields), signer.sign({ ...fields, campaignId: 102 })];
    const idOf = (text: string) => signer.verify(text, 'impression', NOW_MS).token?.decisionId;
    expect(idOf(first)).toBe(idOf(second));
    expect(idOf(sign())).not.toBe(idOf(first));
  });

  test('a replaced key still verifies what it has signed', () => {
    const text = sign();
    const next = createTokenSigner(
      [
        { id: 8, secret: randomBytes(32) },
        { id: 7, secret },
      ],
      createRandomPool(cryptoRandom),
    );
    expect(next.verify(text, 'impression', NOW_MS).state).toBe('genuine');
    const without = createTokenSigner([{ id: 8, secret: randomBytes(32) }], createRandomPool(cryptoRandom));
    expect(without.verify(text, 'impression', NOW_MS).state).toBe('forged');
  });

  test('a token of the version before is still taken, without what it did not carry', () => {
    const bytes = Buffer.alloc(41 + 16);
    sign();
    const now = Buffer.from(sign(), 'base64url');
    now.copy(bytes, 0, 0, 40);
    bytes[0] = 1;
    bytes[40] = 7;
    createHmac('sha256', secret).update(bytes.subarray(0, 41)).digest().copy(bytes, 41, 0, 16);
    const { state, token } = signer.verify(bytes.toString('base64url'), 'impression', NOW_MS);
    expect(state).toBe('genuine');
    expect(token).toMatchObject({ ...fields, os: 0, browser: 0, language: 0, decidedAtMs: NOW_MS });
    // Neither version passes for the other.
    bytes[0] = 2;
    expect(signer.verify(bytes.toString('base64url'), 'impression', NOW_MS).state).toBe('forged');
    now[0] = 1;
    expect(signer.verify(now.toString('base64url'), 'impression', NOW_MS).state).toBe('forged');
  });

  test('every decision names the process that made it, in bits that were random before', () => {
    const numbered = createTokenSigner([{ id: 7, secret }], createRandomPool(cryptoRandom));
    for (const node of [1, 255, 256, 4_095]) {
      numbered.setNode(node);
      numbered.begin(NOW_MS);
      const { state, token } = numbered.verify(numbered.sign(fields), 'impression', NOW_MS);
      expect(state).toBe('genuine');
      if (token === null) throw new Error('forged');
      expect([nodeOfPayload(token.payload), nodeOfDecision(token.decisionId)]).toEqual([node, node]);
      expect(token.decisionId).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(token.decidedAtMs).toBe(NOW_MS);
    }
  });

  test('a short key is refused', () => {
    expect(() =>
      createTokenSigner([{ id: 1, secret: Buffer.alloc(8) }], createRandomPool(cryptoRandom)),
    ).toThrow('32 bytes');
  });
});
