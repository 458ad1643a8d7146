import {
  type DepositRequest,
  depositRequest,
  type Payment,
  type PaymentDetail,
  type PaymentList,
  publicId,
} from '@ezdash/contracts';
import type { AuthUser } from '../../platform/auth';
import { type Db, errorDetail } from '../../platform/db';
import { publicRowId } from '../figures';
import type { CallPolicy } from '../gateways';
import type { CancelDeposit } from './cancelDeposit';
import type { Learn } from './learn';
import type { createMakeDeposit } from './makeDeposit';
import { noPayment, type PaymentsDeps } from './parts';
import { claimAsk, findEvents, findPayment, type PaymentRow } from './payments.repo';
import { presentPayment, presentPayments } from './present';
import { isOpen } from './states';

const PAGE = 25;
/** Between two questions at a gateway because somebody looks. */
const ASK_EVERY_MS = 5_000;
/** Who looks does not wait long: the next look, or the reconciliation, hears of it. */
const LOOK_POLICY: CallPolicy = { timeoutMs: 3_000, tries: 1, firstPauseMs: 0 };

interface Parts {
  learn: Learn;
  makeDeposit: ReturnType<typeof createMakeDeposit>;
  cancelDeposit: CancelDeposit;
}

export interface PaymentsService {
  /** Once for each `deposit_id`; the gateway is asked for what has to be done next. */
  deposit(user: AuthUser, request: DepositRequest): Promise<{ payment: Payment; isNew: boolean }>;
  list(user: AuthUser, before: string | null): Promise<PaymentList>;
  /** Asks the gateway when the payment is open and was not asked for some seconds. */
  detail(user: AuthUser, id: string): Promise<PaymentDetail>;
  cancel(user: AuthUser, id: string): Promise<Payment>;
  /** Deposits of an account that are open, newest first. */
  openOf(on: Db, userId: number): Promise<Payment[]>;
}

export function createPaymentsService(deps: PaymentsDeps, parts: Parts): PaymentsService {
  const { db, clock, log } = deps;

  async function findOwn(user: AuthUser, id: string): Promise<PaymentRow> {
    const number = publicRowId('payment', id);
    const row = number === null ? undefined : await findPayment(db, number);
    if (row?.user_id !== user.id) throw noPayment();
    return row;
  }

  /** Asks the gateway unless somebody has just asked; what it does not answer is no reason to show nothing. */
  async function refresh(row: PaymentRow): Promise<PaymentRow> {
    const now = clock.now();
    const before = new Date(now.getTime() - ASK_EVERY_MS);
    const asks = isOpen(row.state) && row.reference === null && row.external_id !== null;
    if (!asks || !(await claimAsk(db, row.id, now, before))) return row;
    try {
      return (await parts.learn(row.id, { source: 'person', policy: LOOK_POLICY })) ?? row;
    } catch (error) {
      log.info(
        { ...errorDetail(error), paymentId: row.id },
        'A gateway could not be asked while somebody looked',
      );
      return row;
    }
  }

  const findList = (on: Db, userId: number) =>
    on.selectFrom('payment').selectAll().where('user_id', '=', userId).orderBy('id', 'desc');

  return {
    async deposit(user, request) {
      const { row, isNew } = await parts.makeDeposit(user, depositRequest.parse(request));
      return { payment: await presentPayment(db, row, deps), isNew };
    },

    async list(user, before) {
      const beforeId = before === null ? null : publicRowId('payment', before);
      const rows = await findList(db, user.id)
        .$if(beforeId !== null, (query) => query.where('id', '<', beforeId ?? 0))
        .limit(PAGE + 1)
        .execute();
      const shown = rows.slice(0, PAGE);
      const last = rows.length > PAGE ? shown.at(-1) : undefined;
      return {
        payments: await presentPayments(db, shown, deps),
        next: last ? publicId('payment', last.id) : null,
      };
    },

    async detail(user, id) {
      const row = await refresh(await findOwn(user, id));
      return {
        ...(await presentPayment(db, row, deps)),
        events: await findEvents(db, row.id),
      };
    },

    async cancel(user, id) {
      return presentPayment(db, await parts.cancelDeposit(await findOwn(user, id)), deps);
    },

    async openOf(on, userId) {
      const rows = await findList(on, userId)
        .where('type', '=', 'deposit')
        .where('state', 'in', ['created', 'pending'])
        .execute();
      return presentPayments(on, rows, deps);
    },
  };
}
