import type { CreditSummary, DepositWay, Funds, TransferAccount } from '@ezdash/contracts';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { balanceOf, spendableOf } from '../figures';
import type { PaymentGateway } from '../gateways';
import { balances } from '../ledger';
import type { PaymentMethodsService } from '../payment-methods';
import { autoTopUpOf, listForStatement, presentPayments } from '../payments';
import { moneyLeft } from '../reporting';
import { heldOf } from './lines/lines.repo';

export interface ReadFundsDeps {
  db: Db;
  /** In the order that they are offered. */
  gateways: readonly PaymentGateway[];
  bankAccount: TransferAccount | null;
  methodsOf: PaymentMethodsService['methodsOf'];
  creditSummaryOf(db: Db, userId: number, now: Date): Promise<CreditSummary | null>;
}

const CURRENCY = 'USD';
/** Nobody has more open than that. */
const MOST_OPEN = 50;

async function waysOf(db: Db, userId: number, { gateways, methodsOf }: ReadFundsDeps): Promise<DepositWay[]> {
  const methods = await methodsOf(db, userId);
  return gateways.map((gateway) => ({
    gateway: gateway.id,
    name: gateway.name,
    way: gateway.way,
    least_micros: toNumber(gateway.leastMicros),
    most_micros: toNumber(gateway.mostMicros),
    fee_bps: gateway.fee.bps,
    fee_micros: toNumber(gateway.fee.fixedMicros),
    methods: gateway.charges
      ? methods
          .filter(({ gateway: id }) => id === gateway.id)
          .map(({ id, kind, label, expired, is_default }) => ({ id, kind, label, expired, is_default }))
      : [],
  }));
}

/** What the funds page begins with, of one snapshot of the database; no gateway is asked. */
export function readFunds(deps: ReadFundsDeps, userId: number, now: Date, finalUntil: Date): Promise<Funds> {
  return inTransaction(
    deps.db,
    async (trx) => {
      const held = toNumber(await heldOf(trx, userId));
      const { advertiser_cash, advertiser_bonus, advertiser_hold } = await balances(trx, userId);
      const total = toNumber(advertiser_cash + advertiser_bonus);
      const spendable = spendableOf(await balanceOf(trx, userId));
      const { perDayMicros, daysLeft } = await moneyLeft(trx, userId, spendable, now);
      const open = await listForStatement(trx, userId, { states: ['created', 'pending'], limit: MOST_OPEN });
      return {
        now: now.toISOString(),
        currency: CURRENCY,
        final_until: finalUntil.toISOString(),
        balance: {
          total_micros: total,
          cash_micros: toNumber(advertiser_cash),
          bonus_micros: toNumber(advertiser_bonus),
          held_micros: Math.min(held, Math.max(total, 0)),
          refunding_micros: toNumber(advertiser_hold),
        },
        credit: await deps.creditSummaryOf(trx, userId, now),
        per_day_micros: perDayMicros,
        days_left: daysLeft,
        ways: await waysOf(trx, userId, deps),
        open_payments: await presentPayments(trx, open, deps),
        auto_top_up: await autoTopUpOf(trx, userId, now),
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
