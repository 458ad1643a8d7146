import { Button } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './welcome.module.css';

const POINTS = {
  advertiser: ['secondPrice', 'reasons', 'budgets', 'live'],
  publisher: ['tag', 'floors', 'noFill', 'earnings'],
} as const;

function Side({ side }: { side: keyof typeof POINTS }) {
  const { t } = useTranslation('shell');
  return (
    <article id={side === 'advertiser' ? 'advertise' : 'publish'}>
      <h2>{t(`welcome.${side}.title`)}</h2>
      <ul>
        {POINTS[side].map((point) => (
          <li key={point}>
            <b>{t(`welcome.${side}.${point}.title`)}</b> {t(`welcome.${side}.${point}.text`)}
          </li>
        ))}
      </ul>
      <Button
        size="md"
        variant={side === 'advertiser' ? 'filled' : 'default'}
        component={Link}
        to={`/auth/register?role=${side}`}
      >
        {t(`welcome.${side}.join`)}
      </Button>
    </article>
  );
}

/** What each of the two sides gets. Only what the product does today. */
export function Sides() {
  return (
    <section className={styles.sides}>
      <Side side="advertiser" />
      <Side side="publisher" />
    </section>
  );
}
