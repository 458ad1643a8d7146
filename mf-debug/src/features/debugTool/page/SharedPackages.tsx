import { useTranslation } from 'react-i18next';
import type { SharedFacts } from './federation';
import styles from './page.module.css';

/** Packages that shell and remotes have in common, each with its version and who brings it. */
export function SharedPackages({ shared }: { shared: readonly SharedFacts[] }) {
  const { t } = useTranslation('debug');
  if (shared.length === 0) return t('federation.noShared');
  return (
    <ul className={styles.shared}>
      {shared.map(({ name, version, from, loaded, usedBy }) => (
        <li key={`${name} ${version}`}>
          <b>
            {name} {version}
          </b>{' '}
          {t(loaded ? 'federation.from' : 'federation.waiting', { from: from ?? t('federation.nobody') })}
          {usedBy.length > 0 ? `, ${t('federation.usedBy', { names: usedBy.join(', ') })}` : null}
        </li>
      ))}
    </ul>
  );
}
