import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OverriddenRemote } from '../../remotes';
import styles from './overrideBanner.module.css';

/** Gives back what others have, and leads to the start page. */
const STOP_ADDRESS = '/remotes/override?off';

/** On every page of a browser that was given releases by a signed link: which, and the way back to everybody's. */
export default function OverrideBanner({ remotes }: { remotes: readonly OverriddenRemote[] }) {
  const { t } = useTranslation('shell');
  const names = remotes.map(({ remote, version }) => t('override.remote', { name: remote, version }));
  const list = new Intl.ListFormat(i18next.language).format(names);
  return (
    <section className={styles.line} aria-label={t('override.name')}>
      <p>{t('override.using', { list })}</p>
      <a className="ez-link" href={STOP_ADDRESS}>
        {t('override.stop')}
      </a>
    </section>
  );
}
