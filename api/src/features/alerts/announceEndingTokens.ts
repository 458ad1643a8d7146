import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import type { ApiTokenService } from '../api-tokens';
import type { AlertsService } from './alerts.service';

export interface AnnounceDeps {
  db: Db;
  clock: Clock;
  alerts: Pick<AlertsService, 'tellAll'>;
  tokens: Pick<ApiTokenService, 'takeEnding'>;
}

/** Tells the owners of API tokens that end soon, once for each token. */
export async function announceEndingTokens({ db, clock, alerts, tokens }: AnnounceDeps): Promise<void> {
  await inTransaction(db, async (trx) => {
    const ending = await tokens.takeEnding(trx, clock.now());
    await alerts.tellAll(
      trx,
      ending.map(({ id, ownerId, name, expiresAt }) => ({
        userId: ownerId,
        event: 'token_expiring',
        data: { token: name, expires_at: expiresAt.toISOString() },
        occurrence: String(id),
      })),
    );
  });
}
