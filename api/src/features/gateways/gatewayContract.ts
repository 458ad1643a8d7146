import { randomUUID } from 'node:crypto';
import type { Gateway, PaymentKind, SetupOrder } from './Gateway';

/** A gateway under test, with somebody who visits its page. */
export interface GatewayUnderTest {
  gateway: Gateway;
  /** Does at the gateway's page what leads there: enters what is accepted, what is declined, or leaves. */
  visit(url: string, kind: PaymentKind, outcome: 'done' | 'declined' | 'cancelled'): Promise<void>;
  /** Somebody whom the gateway may keep methods for. */
  owner: SetupOrder['owner'];
  /** Its page lets a visitor who was declined, or who left, try again: the visit is open until it expires. */
  staysOpen?: boolean;
  /** Lets so much time pass that a visit that is open expires; absent where that cannot be brought about. */
  expire?(): Promise<void>;
  close(): Promise<void>;
}

/** What every gateway must keep to: call it in a test file of the gateway's own. */
export function gatewayContract(name: string, open: () => Promise<GatewayUnderTest>): void {
  describe(`${name} keeps to the contract of gateways`, () => {
    let under: GatewayUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    const signal = () => AbortSignal.timeout(10_000);
    const order = (kind: PaymentKind): SetupOrder => {
      const setupId = randomUUID();
      const returnUrl = `https://app.test/back?setup=${setupId}`;
      return { setupId, kind, owner: under.owner, returnUrl, idempotencyKey: setupId };
    };
    const read = ({ setupId }: SetupOrder) => under.gateway.readSetup(setupId, signal());

    async function visited(kind: PaymentKind, outcome: 'done' | 'declined' | 'cancelled') {
      const made = order(kind);
      const { url } = await under.gateway.beginSetup(made, signal());
      await under.visit(url, kind, outcome);
      return made;
    }

    it('has a name for storage and one for people, and keeps something', () => {
      const { id, name: shown, kinds } = under.gateway;
      expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
      expect(shown.trim()).not.toBe('');
      expect(kinds.length).toBeGreaterThan(0);
    });

    it('answers the same visit to the same key', async () => {
      const [kind = 'card'] = under.gateway.kinds;
      const made = order(kind);
      const [first, second] = [
        await under.gateway.beginSetup(made, signal()),
        await under.gateway.beginSetup(made, signal()),
      ];
      expect(URL.canParse(first.url)).toBe(true);
      expect(second).toEqual(first);
      expect(await read(made)).toEqual({ state: 'open' });
    });

    it('knows nothing of a visit that was not begun', async () => {
      const [kind = 'card'] = under.gateway.kinds;
      expect(await read(order(kind))).toEqual({ state: 'expired' });
    });

    it('answers what was done, the same every time, with nothing but what may be known', async () => {
      for (const kind of under.gateway.kinds) {
        const made = await visited(kind, 'done');
        const setup = await read(made);
        expect(setup).toEqual({
          state: 'done',
          method: {
            token: expect.stringMatching(/^.{8,}$/),
            brand: setup.state === 'done' && setup.method.brand === null ? null : expect.any(String),
            last4: expect.stringMatching(/^[0-9A-Z]{4}$/),
            expires: kind === 'card' ? expect.stringMatching(/^\d{4}-(0[1-9]|1[0-2])$/) : null,
          },
        });
        expect(await read(made)).toEqual(setup);
      }
    });

    it('gives every visit a token of its own', async () => {
      const [kind = 'card'] = under.gateway.kinds;
      const setups = [await read(await visited(kind, 'done')), await read(await visited(kind, 'done'))];
      const tokens = setups.map((setup) => (setup.state === 'done' ? setup.method.token : ''));
      expect(new Set(tokens).size).toBe(2);
    });

    it.each(['declined', 'cancelled'] as const)('tells a visit that was %s', async (outcome) => {
      for (const kind of under.gateway.kinds)
        expect(await read(await visited(kind, outcome))).toEqual({
          state: under.staysOpen ? 'open' : outcome,
        });
    });

    it('takes back a method, and takes it no harm to be asked again', async () => {
      const [kind = 'card'] = under.gateway.kinds;
      const made = await visited(kind, 'done');
      const setup = await read(made);
      if (setup.state !== 'done') throw new Error('The visit is not done');
      await under.gateway.detach(setup.method.token, signal());
      await under.gateway.detach(setup.method.token, signal());
      expect((await read(made)).state).toBe('expired');
      await under.gateway.detach('unknown-token', signal());
    });

    it('ends a visit that takes too long', async () => {
      const [kind = 'card'] = under.gateway.kinds;
      const made = order(kind);
      await under.gateway.beginSetup(made, signal());
      if (!under.expire) return;
      await under.expire();
      expect(await read(made)).toEqual({ state: 'expired' });
    });
  });
}
