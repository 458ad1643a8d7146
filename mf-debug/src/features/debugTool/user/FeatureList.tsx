import { useTranslation } from 'react-i18next';
import { Block } from '../Facts';
import { FailureNote } from '../FailureNote';
import parts from '../parts.module.css';
import { TabSkeleton } from '../TabSkeleton';
import styles from './user.module.css';
import { cutName } from './userFacts';

interface FeatureListProps {
  /** Name → whether it is on; undefined while it is not known. */
  features: Readonly<Record<string, boolean>> | undefined;
  isLoading: boolean;
  error: unknown;
}

/** What the account's type opens and does not. */
export function FeatureList({ features, isLoading, error }: FeatureListProps) {
  const { t } = useTranslation('debug');
  const names = Object.keys(features ?? {});
  return (
    <Block title={t('userTab.features')} aside={names.length > 0 ? names.length : null}>
      <FailureNote failure="features" error={error} />
      {isLoading ? <TabSkeleton rows={2} /> : null}
      {features && names.length === 0 ? <p className={parts.hint}>{t('userTab.noFeatures')}</p> : null}
      {names.length > 0 ? (
        <ul className={styles.features}>
          {names.map((name) => (
            <li key={name} title={name} data-on={features?.[name] === true || undefined}>
              <span aria-hidden>{cutName(name)}</span>
              <span className="ez-sr">
                {features?.[name] === true ? name : t('userTab.featureOff', { name })}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Block>
  );
}
