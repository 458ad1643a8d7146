import type { OperatorUserDetail } from '@ezdash/contracts';
import { Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useDebugAccountTypesQuery } from '../debugTool/debugTool.api';
import styles from './console.module.css';

/** Changes of what opens the account: `from` is how many sign-ins were ended. */
const ACCESS_CHANGES: readonly string[] = ['sign_ins', 'second_step'];

/** What the account may do; what is off is struck through, and says so. */
export function UserFeatures({ features }: { features: OperatorUserDetail['features'] }) {
  const { t } = useTranslation('debug');
  const names = Object.keys(features).sort();
  return (
    <Panel title={t('console.user.features')}>
      {names.length === 0 ? (
        <p className="ez-dim">{t('console.user.noFeatures')}</p>
      ) : (
        <ul className={styles.features}>
          {names.map((name) => (
            <li key={name} data-off={features[name] ? undefined : true}>
              <code dir="ltr">{name}</code>
              {features[name] ? null : <span className="ez-sr"> {t('console.user.featureOff')}</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What staff changed on the account, newest first. */
export function UserChanges({ changes }: { changes: OperatorUserDetail['changes'] }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const isType = ({ property }: { property: string }) => property === 'account_type';
  const { data } = useDebugAccountTypesQuery(undefined, { skip: !changes.some(isType) });
  const nameOf = (id: string) => data?.account_types.find((type) => String(type.id) === id)?.name ?? id;
  const shown = (change: OperatorUserDetail['changes'][number], value: string) =>
    isType(change) ? nameOf(value) : t(`userTab.statusOf.${value}`, { defaultValue: value });
  return (
    <Panel title={t('console.user.changes')}>
      {changes.length === 0 ? (
        <p className="ez-dim">{t('console.user.noChanges')}</p>
      ) : (
        <ul className={styles.changes}>
          {changes.map((change) => {
            const { property, from, to, reason, by, changed_at: at } = change;
            return (
              <li key={`${at} ${property} ${to}`}>
                {ACCESS_CHANGES.includes(property)
                  ? t(`access.changed.${property}`, {
                      count: Number(from),
                      figure: format.count(Number(from)),
                    })
                  : t('console.user.change', {
                      property: t(`console.user.property.${property}`, { defaultValue: property }),
                      from: shown(change, from),
                      to: shown(change, to),
                    })}
                {reason ? <q className={styles.reason}>{reason}</q> : null}
                <small>
                  {format.dateTime(at)}, <bdi>{by}</bdi>
                </small>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
