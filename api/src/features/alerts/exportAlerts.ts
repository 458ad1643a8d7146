import type { AlertDelivery } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { type Choices, findChoices } from './alerts.repo';
import { exportNotices } from './notices/notices.repo';
import { findTiming } from './timing/timing.repo';
import { presentTiming } from './timing/timing.service';
import { findWebhook } from './webhook/webhook.repo';

/** What an account gets of its alerts in the archive of its data; of the webhook's secret only the hint. */
export interface ExportedAlerts {
  turned_off: Choices['off'];
  turned_on: Choices['on'];
  delivery: AlertDelivery;
  webhook: { url: string; secret_hint: string; created_at: string } | null;
  notices: Awaited<ReturnType<typeof exportNotices>>;
}

export async function exportAlerts(db: Db, userId: number): Promise<ExportedAlerts> {
  const { off, on } = await findChoices(db, userId);
  const webhook = await findWebhook(db, userId);
  return {
    turned_off: off,
    turned_on: on,
    delivery: presentTiming(await findTiming(db, userId)),
    webhook: webhook && {
      url: webhook.url,
      secret_hint: webhook.secret_hint,
      created_at: webhook.created_at.toISOString(),
    },
    notices: await exportNotices(db, userId),
  };
}
