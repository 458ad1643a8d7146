import type { Property, PropertyVerification } from '@ezdash/contracts';
import { Status, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './verification.module.css';

/** What comes next, once it is known whose site it is. */
const NEXT: Partial<Record<Property['state'], 'approved' | 'verified' | 'rejected'>> = {
  approved: 'approved',
  verified: 'verified',
  rejected: 'rejected',
};

/** Whether the site was shown to be its publisher's, and what follows from it. */
export function Verdict({
  verification,
  property,
}: {
  verification: PropertyVerification;
  property: Property;
}) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { state, method, verified_at: at, lost_at: lostAt, failures, failing_since: since } = verification;
  const { domain } = property;
  if (state === 'verified' && method !== null) {
    const next = NEXT[property.state];
    return (
      <div className={classes.verdict}>
        <Status state="verified" />
        <p>
          {t(`verification.by.${method}`, { domain, date: at ? format.dateTime(at) : '' })}{' '}
          {next ? t(`verification.next.${next}`) : null}
        </p>
        {failures > 0 && since ? (
          <p>{t('verification.failing', { count: failures, since: format.dateTime(since) })}</p>
        ) : null}
      </div>
    );
  }
  const words =
    state === 'lost' && lostAt
      ? t('verification.lost', { date: format.dateTime(lostAt) })
      : t(property.state === 'approved' ? 'verification.openApproved' : 'verification.open', { domain });
  return (
    <div className={classes.verdict}>
      <Status
        state={state === 'lost' ? 'failed' : 'open'}
        label={t(state === 'lost' ? 'verification.state.lost' : 'verification.state.unverified')}
      />
      <p>{words}</p>
    </div>
  );
}
