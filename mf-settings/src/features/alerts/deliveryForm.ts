import type { AlertDelivery } from '@ezdash/contracts';
import type { Problems } from '@ezdash/ui';

export interface DeliveryValues {
  digest: AlertDelivery['digest'];
  digestAt: string;
  quiet: boolean;
  from: string;
  to: string;
}

/** Where quiet hours begin for who turns them on. */
const USUAL_NIGHT = { from: '22:00', to: '07:00' };
/** Browsers give seconds too when somebody types them. */
const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d/;

export function deliveryForm({ digest, digest_at, quiet_hours }: AlertDelivery): DeliveryValues {
  return { digest, digestAt: digest_at, quiet: quiet_hours !== null, ...(quiet_hours ?? USUAL_NIGHT) };
}

const minute = (time: string) => time.slice(0, 5);

export function deliveryOf({ digest, digestAt, quiet, from, to }: DeliveryValues): AlertDelivery {
  return {
    digest,
    digest_at: minute(digestAt),
    quiet_hours: quiet ? { from: minute(from), to: minute(to) } : null,
  };
}

export function checkDelivery(
  { digest, digestAt, quiet, from, to }: DeliveryValues,
  t: (key: string) => string,
): Problems<DeliveryValues> {
  const problem = (time: string) => (CLOCK_TIME.test(time) ? undefined : t('alerts.delivery.enterTime'));
  const same = minute(from) === minute(to) ? t('alerts.delivery.sameTime') : undefined;
  return {
    digestAt: digest === 'daily' ? problem(digestAt) : undefined,
    ...(quiet && { from: problem(from), to: problem(to) ?? same }),
  };
}
