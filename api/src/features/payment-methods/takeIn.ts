import { randomUUID } from 'node:crypto';
import { PAYMENT_METHODS_MOST, type PaymentMethod } from '@ezdash/contracts';
import type { Actor, SecretBox } from '../../platform/auth';
import { inTransaction, lockOwner } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import { callGateway, type GatewayMethod } from '../gateways';
import { createMethodMails } from './methodMails';
import { isUuid, noSetup, type PaymentMethodsServiceDeps, tooManyMethods } from './parts';
import * as repo from './paymentMethods.repo';
import { presentMethod } from './presentMethod';
import { refuseUnlessDone } from './setupState';

/** Takes in what visits left at their gateways. */
export function createTakeIn(deps: PaymentMethodsServiceDeps & { seal: SecretBox }) {
  const { db, clock, log, gateways, policy, seal } = deps;
  const notify = createMethodMails(deps.mail);

  async function readDone(setup: repo.SetupRow): Promise<GatewayMethod> {
    const gateway = gateways.find(({ id }) => id === setup.gateway);
    if (!gateway) throw noSetup();
    const read = await callGateway(gateway, log, (signal) => gateway.readSetup(setup.id, signal), policy);
    return refuseUnlessDone(read, setup.expires_at <= clock.now());
  }

  /** The visit's row alone decides whether its method is new: two who take it in at once come one after the other. */
  function keep(actor: Actor, setup: repo.SetupRow, { token, brand, last4, expires }: GatewayMethod) {
    const now = clock.now();
    const userId = actor.user.id;
    return inTransaction(db, async (trx) => {
      await lockOwner(trx, userId);
      const { method_id } = (await repo.findSetup(trx, userId, setup.id)) ?? setup;
      if (method_id !== null) return { row: await repo.findMethod(trx, userId, method_id), isNew: false };
      const count = await repo.countMethods(trx, userId);
      if (count >= PAYMENT_METHODS_MOST) throw tooManyMethods();
      const id = randomUUID();
      const row = await repo.insertMethod(trx, {
        id,
        user_id: userId,
        kind: setup.kind,
        gateway: setup.gateway,
        token_sealed: seal.seal(token, `payment_method ${id}`),
        brand,
        last4,
        expires,
        is_default: count === 0,
        created_at: now,
      });
      await repo.noteTaken(trx, setup.id, id);
      await notify(trx, actor, 'added', row, now);
      return { row, isNew: true };
    });
  }

  return async (actor: Actor, setupId: string): Promise<{ method: PaymentMethod; isNew: boolean }> => {
    const userId = actor.user.id;
    const setup = isUuid(setupId) ? await repo.findSetup(db, userId, setupId) : undefined;
    if (!setup) throw noSetup();
    const { row, isNew } =
      setup.method_id === null
        ? await keep(actor, setup, await readDone(setup))
        : { row: await repo.findMethod(db, userId, setup.method_id), isNew: false };
    if (!row)
      throw new ConflictError(
        'What this visit left was removed since. Add the method again',
        'SETUP_EXPIRED',
      );
    return { method: presentMethod(row, clock.now()), isNew };
  };
}
