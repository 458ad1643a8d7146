import type { NewsArticle } from '@ezdash/contracts';
import { AppLink, Notice, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

/** What the account was given for the incident, each amount a way to its line of the ledger. */
export function IncidentCredits({ credits }: { credits: NonNullable<NewsArticle['credits']> }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const total = credits.reduce((sum, { amount_micros }) => sum + amount_micros, 0);
  return (
    <Notice tone="ok" title={t('incidentCredits.title', { amount: format.money(total) })}>
      {t('incidentCredits.text')}{' '}
      {credits.map(({ transaction, granted_at }, at) => (
        <span key={transaction}>
          {at > 0 ? ' · ' : null}
          <AppLink href={`/advertiser/funds?line=${encodeURIComponent(transaction)}`}>
            {t('incidentCredits.line', { date: format.date(granted_at) })}
          </AppLink>
        </span>
      ))}
    </Notice>
  );
}
