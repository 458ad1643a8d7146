import { createHmac, randomBytes } from 'node:crypto';
import { CLAIM_SOURCES, PRICING_CODES } from '@ezdash/contracts';
import fc from 'fast-check';
import { nodeOfDecision } from '../../events';
import {
  createTokenSigner,
  EVENT_TTL_MS,
  isPayload,
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

  describe('of a visitor whom somebody names', () => {
    const NAMED = '203.0.113.9';
    const signNamed = (address: string, isPrivate = false, changed: Partial<TokenFields> = {}) => {
      signer.begin(NOW_MS);
      signer.name({ source: CLAIM_SOURCES.key, address }, isPrivate);
      return signer.sign({ ...fields, private: isPrivate, ...changed });
    };
    const matchOf = (named: string, found: string, isPrivate = false) => {
      const { token } = signer.verify(signNamed(named, isPrivate), 'click', NOW_MS);
      return token && signer.match(token, found);
    };

    test.each([PRICING_CODES.CPM, PRICING_CODES.CPC, PRICING_CODES.CPA])(
      'carries what was signed, and the journal keeps it as any other (pricing %p)',
      (pricing) => {
        const text = signNamed(NAMED, false, { pricing });
        expect(text).toHaveLength(84);
        const { state, token } = signer.verify(text, 'impression', NOW_MS);
        expect([state, token]).toMatchObject(['genuine', { ...fields, pricing, source: CLAIM_SOURCES.key }]);
        expect(token?.payload).toHaveLength(PAYLOAD_BYTES);
        expect(isPayload(token?.payload ?? Buffer.alloc(0))).toBe(true);
        expect(token?.payload[0]).toBe(pricing === PRICING_CODES.CPA ? 3 : 2);
      },
    );

    test.each([
      ['the same address', NAMED, NAMED, 'same'],
      ['the same one as a socket shows it', NAMED, '::ffff:203.0.113.9', 'same'],
      ['its neighbour', NAMED, '203.0.113.10', 'other'],
      ['the same home', '2001:db8:1:2::1', '2001:db8:1:2:ffff::7', 'same'],
      ['the home next door', '2001:db8:1:2::1', '2001:db8:1:3::1', 'other'],
      ['the other family', NAMED, '2001:db8:1:2::1', 'unknown'],
      ['a proxy of ours', NAMED, '10.0.0.1', 'unknown'],
      ['nobody', NAMED, '', 'unknown'],
      ['anybody, when none was named', '', NAMED, 'unknown'],
      ['anybody, when a private one was named', '192.168.0.7', NAMED, 'unknown'],
    ])('%s: %s and %s are %s', (_, named, found, match) => expect(matchOf(named, found)).toBe(match));

    test('who asks not to be followed is compared by the network around them', () => {
      expect(matchOf(NAMED, '203.0.113.200', true)).toBe('same');
      expect(matchOf(NAMED, '203.0.114.9', true)).toBe('other');
      expect(matchOf('2001:db8:1:2::1', '2001:db8:1:ffff::1', true)).toBe('same');
    });

    test('nothing of it says which address it was, nor that two decisions named the same', () => {
      const codes = Array.from(
        { length: 20 },
        () => signer.verify(signNamed(NAMED), 'click', NOW_MS).token?.addressCode,
      );
      expect(new Set(codes).size).toBeGreaterThan(18);
    });

    test('a change of any single bit is found', () => {
      const bytes = Buffer.from(signNamed(NAMED), 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[bit >>> 3] = (changed[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
        expect(signer.verify(changed.toString('base64url'), 'impression', NOW_MS).state).toBe('forged');
      }
    });

    test('the decision behind it is nobody’s word, and no address matches it', () => {
      signNamed(NAMED);
      const { token } = signer.verify(sign(), 'click', NOW_MS);
      expect(token).toMatchObject({ source: 0, addressCode: 0 });
      expect(token && signer.match(token, NAMED)).toBe('unknown');
    });

    test('a replaced key still compares what it has named', () => {
      const text = signNamed(NAMED);
      const next = createTokenSigner(
        [
          { id: 8, secret: randomBytes(32) },
          { id: 7, secret },
        ],
        createRandomPool(cryptoRandom),
      );
      const { token } = next.verify(text, 'click', NOW_MS);
      expect(token && next.match(token, NAMED)).toBe('same');
      expect(token && next.match(token, '203.0.113.10')).toBe('other');
    });
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
