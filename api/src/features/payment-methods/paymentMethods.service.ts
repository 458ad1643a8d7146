import type { PaymentMethod, PaymentMethodList, PaymentSetup } from '@ezdash/contracts';
import { type Actor, type AuthUser, createSecretBox } from '../../platform/auth';
import { type Db, inTransaction, lockOwner, type Trx } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import { createBeginSetup } from './beginSetup';
import { createDetach } from './detach';
import { createMethodMails } from './methodMails';
import { gatewaysFor, isUuid, kindOf, noMethod, type PaymentMethodsServiceDeps } from './parts';
import * as repo from './paymentMethods.repo';
import { isOver, labelOf, presentMethod } from './presentMethod';
import { createTakeIn } from './takeIn';

/** A method that its owner wants to pay with, or to be paid on. */
export interface OpenMethod {
  gateway: string;
  /** Opens it at the gateway: a secret, never to be logged or answered. */
  token: string;
  /** As its owner knows it: `Visa 4242`. */
  label: string;
  /** Its month is over: the gateway would refuse it. */
  expired: boolean;
}

/** A method as other pages list it. */
export interface KeptMethod {
  id: string;
  gateway: string;
  kind: PaymentMethod['kind'];
  label: string;
  expired: boolean;
  is_default: boolean;
}

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
  /**
   * The newest of the others becomes the default when this one was it. 409 METHOD_IN_USE while nobody knows whether a
   * charge was made.
   */
  remove(actor: Actor, id: string): Promise<void>;
  /** Removes everything of an account that is deleted; the gateways are told once the transaction has committed. */
  forget(trx: Trx, userId: number): Promise<void>;
  /** What is kept of a person, without the tokens; read on `on` when it is given. */
  exportOf(userId: number, on?: Db): Promise<Omit<PaymentMethod, 'id'>[]>;
  /** The method with what opens it; null when it is not this person's, or is gone. */
  openMethod(on: Db, userId: number, methodId: string): Promise<OpenMethod | null>;
  /** The default first, then the newest. */
  methodsOf(on: Db, userId: number): Promise<KeptMethod[]>;
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
        // Whether the charge was made is learnt by asking again with the method: without it, money could be lost.
        if (await repo.isBeingCharged(trx, userId, id))
          throw new ConflictError(
            'A payment with this method is being made. Try again when it has ended',
            'METHOD_IN_USE',
          );
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

    async openMethod(on, userId, methodId) {
      const row = isUuid(methodId) ? await repo.findMethod(on, userId, methodId) : undefined;
      if (!row) return null;
      return {
        gateway: row.gateway,
        token: seal.open(row.token_sealed, `payment_method ${row.id}`),
        label: labelOf(row),
        expired: isOver(row.expires, clock.now()),
      };
    },

    async methodsOf(on, userId) {
      const rows = await repo.findMethods(on, userId);
      return rows.map((row) => {
        const { id, gateway, kind, expired, is_default } = presentMethod(row, clock.now());
        return { id, gateway, kind, label: labelOf(row), expired, is_default };
      });
    },

    tidy: () => repo.deleteOldSetups(db, new Date(clock.nowMs() - KEPT_MS)),
  };
}
