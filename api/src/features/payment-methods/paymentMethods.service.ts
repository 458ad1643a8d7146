import type { PaymentMethod, PaymentMethodList, PaymentSetup } from '@ezdash/contracts';
import { type Actor, type AuthUser, createSecretBox } from '../../platform/auth';
import { type Db, inTransaction, lockOwner, type Trx } from '../../platform/db';
import { createBeginSetup } from './beginSetup';
import { createDetach } from './detach';
import { createMethodMails } from './methodMails';
import { gatewaysFor, isUuid, kindOf, noMethod, type PaymentMethodsServiceDeps } from './parts';
import * as repo from './paymentMethods.repo';
import { presentMethod } from './presentMethod';
import { createTakeIn } from './takeIn';

export interface PaymentMethodsService {
  list(user: AuthUser): Promise<PaymentMethodList>;
  /**
   * Begins a visit to a gateway's page; the same key answers the same visit. 422 for a gateway that is not there, 409
   * TOO_MANY_METHODS and IDEMPOTENCY_KEY_USED, 429, 502 GATEWAY_FAILED.
   */
  beginSetup(user: AuthUser, gateway: string, idempotencyKey: string): Promise<PaymentSetup>;
  /** Takes in what a visit left at the gateway; a second time it answers the same method. */
  takeIn(actor: Actor, setupId: string): Promise<{ method: PaymentMethod; isNew: boolean }>;
  /** The owner is told by mail, unless it was the default before. */
  makeDefault(actor: Actor, id: string): Promise<{ list: PaymentMethodList; isNew: boolean }>;
  /** The newest of the others becomes the default when this one was it. */
  remove(actor: Actor, id: string): Promise<void>;
  /** Removes everything of an account that is deleted; the gateways are told once the transaction has committed. */
  forget(trx: Trx, userId: number): Promise<void>;
  /** What is kept of a person, without the tokens; read on `on` when it is given. */
  exportOf(userId: number, on?: Db): Promise<Omit<PaymentMethod, 'id'>[]>;
  /** Forgets visits that ended long ago. */
  tidy(): Promise<void>;
}

const KEPT_MS = 7 * 86_400_000;

export function createPaymentMethodsService(deps: PaymentMethodsServiceDeps): PaymentMethodsService {
  const { db, clock, gateways } = deps;
  const seal = createSecretBox(deps.secret, 'payment method tokens');
  const notify = createMethodMails(deps.mail);
  const detach = createDetach({ ...deps, seal });

  async function list(user: AuthUser): Promise<PaymentMethodList> {
    const kind = kindOf(user.role);
    const rows = await repo.findMethods(db, user.id);
    return {
      kind,
      methods: rows.map((row) => presentMethod(row, clock.now())),
      gateways: gatewaysFor(gateways, kind).map(({ id, name }) => ({ id, name })),
    };
  }

  return {
    list,
    beginSetup: createBeginSetup(deps),
    takeIn: createTakeIn({ ...deps, seal }),

    async makeDefault(actor, id) {
      const { user } = actor;
      const isNew = await inTransaction(db, async (trx) => {
        await lockOwner(trx, user.id);
        const row = isUuid(id) ? await repo.findMethod(trx, user.id, id) : undefined;
        if (!row) throw noMethod();
        if (row.is_default) return false;
        await repo.setDefault(trx, user.id, id);
        await notify(trx, actor, 'default', row, clock.now());
        return true;
      });
      return { list: await list(user), isNew };
    },

    async remove(actor, id) {
      const now = clock.now();
      const userId = actor.user.id;
      await inTransaction(db, async (trx) => {
        await lockOwner(trx, userId);
        const row = isUuid(id) ? await repo.findMethod(trx, userId, id) : undefined;
        if (!row) throw noMethod();
        await repo.markRemoved(trx, id, now);
        const [newest] = await repo.findMethods(trx, userId);
        if (row.is_default && newest) await repo.setDefault(trx, userId, newest.id);
        await notify(trx, actor, 'removed', row, now);
        await detach.later(trx, id);
      });
    },

    async forget(trx, userId) {
      for (const id of await repo.markAllRemoved(trx, userId, clock.now())) await detach.later(trx, id);
      await repo.deleteSetupsOf(trx, userId);
    },

    async exportOf(userId, on = db) {
      const rows = await repo.findMethods(on, userId);
      return rows.map((row) => {
        const { id: _id, ...rest } = presentMethod(row, clock.now());
        return rest;
      });
    },

    tidy: () => repo.deleteOldSetups(db, new Date(clock.nowMs() - KEPT_MS)),
  };
}
