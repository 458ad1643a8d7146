import { PAYMENT_METHODS_MOST, type PaymentSetup } from '@ezdash/contracts';
import { type AuthUser, createLimiter } from '../../platform/auth';
import { ConflictError, ValidationError } from '../../platform/errors';
import { callGateway } from '../gateways';
import { gatewaysFor, kindOf, type PaymentMethodsServiceDeps, tooManyMethods } from './parts';
import * as repo from './paymentMethods.repo';

const SETUP_MS = 3_600_000;
const SETUPS_PER_HOUR = 30;
const HOUR_SECONDS = 3_600;

/** Begins visits to gateways' pages: one for each key, also when the gateway fails in between. */
export function createBeginSetup({ db, clock, log, appUrl, gateways, policy }: PaymentMethodsServiceDeps) {
  const limiter = createLimiter({
    name: 'payment-setup',
    points: SETUPS_PER_HOUR,
    durationSeconds: HOUR_SECONDS,
  });

  return async (user: AuthUser, gatewayId: string, idempotencyKey: string): Promise<PaymentSetup> => {
    const kind = kindOf(user.role);
    const gateway = gatewaysFor(gateways, kind).find(({ id }) => id === gatewayId);
    if (!gateway) throw new ValidationError({ gateway: ['This gateway is not there'] });
    await limiter.consume(String(user.id));
    if ((await repo.countMethods(db, user.id)) >= PAYMENT_METHODS_MOST) throw tooManyMethods();
    const now = clock.now();
    const setup = await repo.openSetup(db, {
      user_id: user.id,
      idempotency_key: idempotencyKey,
      gateway: gateway.id,
      kind,
      created_at: now,
      expires_at: new Date(now.getTime() + SETUP_MS),
    });
    if (setup.gateway !== gateway.id)
      throw new ConflictError('This key was used for another gateway', 'IDEMPOTENCY_KEY_USED');
    if (setup.url !== null) return { id: setup.id, url: setup.url };
    const order = {
      setupId: setup.id,
      kind,
      owner: { userId: user.id, locale: user.locale },
      returnUrl: `${appUrl}/settings/payment-methods?setup=${setup.id}`,
      idempotencyKey: setup.id,
    };
    const { url } = await callGateway(gateway, log, (signal) => gateway.beginSetup(order, signal), policy);
    await repo.noteUrl(db, setup.id, url);
    return { id: setup.id, url };
  };
}
