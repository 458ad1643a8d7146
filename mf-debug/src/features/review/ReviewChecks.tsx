import { IconAlertTriangle, IconCheck } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { checksOf } from './checks';
import type { Review } from './queue';
import styles from './review.module.css';

interface ReviewChecksProps {
  review: Review;
  /** All that waits, this one included. */
  waiting: readonly Review[];
  /** HTML5 creatives that the reviewer has clicked. */
  clicked: readonly string[];
}

/** What was checked without a person, and what it found. */
export function ReviewChecks({ review, waiting, clicked }: ReviewChecksProps) {
  const { t } = useTranslation('debug');
  return (
    <section className={styles.checks} aria-label={t('review.checks')}>
      <h3>{t('review.checks')}</h3>
      <p>{t('review.checksHint')}</p>
      <ul>
        {checksOf(review, waiting, clicked).map(({ name, passed, key, params }) => (
          <li key={name} data-passed={passed}>
            {passed ? (
              <IconCheck size={15} stroke={2.4} role="img" aria-label={t('review.passed')} />
            ) : (
              <IconAlertTriangle size={15} stroke={2} role="img" aria-label={t('review.look')} />
            )}
            <b>{t(`review.check.${name}`)}</b>
            {/* Sizes and addresses keep their order in every script. */}
            <bdi>{t(`review.found.${key}`, params)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
