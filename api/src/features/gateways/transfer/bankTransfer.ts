import { DEPOSIT } from '@ezdash/contracts';
import { GatewayRefused } from '../Gateway';
import type { PaymentGateway } from '../PaymentGateway';

/** Kept with every payment by bank transfer. */
export const BANK_TRANSFER = 'bank-transfer';

/**
 * Money that the payer sends from their bank. Nobody can be asked whether it has come: an operator matches it by its
 * reference, which completes the payment; until then the answer is `open`. It is sent back by hand, so that a refund by
 * call is refused: the operator books what their bank has done.
 */
export function createBankTransfer(): PaymentGateway {
  return {
    id: BANK_TRANSFER,
    name: 'Bank transfer',
    way: 'transfer',
    leastMicros: BigInt(DEPOSIT.leastMicros),
    mostMicros: BigInt(DEPOSIT.mostMicros),
    fee: { bps: 0, fixedMicros: 0n },
    charges: false,
    // Our own number is the only one there is: the bank has none before the money moves.
    beginCheckout: async ({ paymentId, chargedMicros }) => {
      if (chargedMicros % 10_000n !== 0n) throw new GatewayRefused('An amount has whole cents');
      return { externalId: paymentId, url: null };
    },
    charge: async () => {
      throw new GatewayRefused('A bank transfer is made by the payer');
    },
    read: async () => ({ state: 'open' }),
    // What arrives later is matched all the same.
    cancel: async () => {},
    refund: async () => {
      throw new GatewayRefused('A bank transfer is sent back from the bank');
    },
  };
}
