import type { OperatorProperty } from '@ezdash/contracts';
import {
  AppLink,
  IconAlertTriangle,
  IconCheck,
  IconExternalLink,
  Status,
  sizeText,
  useFormat,
} from '@ezdash/ui';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { propertyChecksOf } from './propertyChecks';
import styles from './review.module.css';
import { useDuration } from './useDuration';

/** The language as its readers call it: "German". */
const languageName = (code: string, locale: string) =>
  new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }).of(code);

function SiteLink({ domain, shown = domain }: { domain: string; shown?: string }) {
  const { t } = useTranslation('debug');
  const address = `https://${domain}/`;
  return (
    <a href={address} target="_blank" rel="noreferrer" dir="ltr">
      {shown} <IconExternalLink size={13} role="img" aria-label={t('review.opensOutside')} />
      {shown === domain ? null : ` (${domain})`}
    </a>
  );
}

/** Which site it is, whose, and where ads are to stand. */
export function PropertyFacts({ property, nowMs }: { property: OperatorProperty; nowMs: number }) {
  const { t } = useTranslation(['debug', 'ui']);
  const format = useFormat();
  const duration = useDuration();
  const { publisher, zones } = property;
  const rows: [name: string, value: ReactNode][] = [
    [
      t('review.property.site'),
      <SiteLink key="site" domain={property.domain} shown={property.domain_shown} />,
    ],
    [
      t('review.property.publisher'),
      <Fragment key="publisher">
        <AppLink className="ez-link" href={`/admin/users/${publisher.id}`}>
          <bdi>{publisher.name}</bdi>
        </AppLink>{' '}
        ({publisher.email}), {t('review.property.approvedBefore', { count: publisher.approved })}
      </Fragment>,
    ],
    [t('review.property.category'), t(`ui:category.${property.category}`)],
    [t('review.property.language'), languageName(property.language, format.locale)],
    [
      t('review.property.zones'),
      zones.length === 0
        ? t('review.property.noZones')
        : zones.map(({ name, kind, width, height }) => (
            <div key={`${name} ${kind} ${width} ${height}`}>
              <bdi>{name}</bdi> {kind === 'banner' ? sizeText({ width, height }) : t(`ui:format.${kind}`)}
            </div>
          )),
    ],
  ];
  return (
    <div className={styles.facts}>
      <div className={styles.factsTitle}>
        <h2>
          <bdi>{property.name}</bdi>
        </h2>
        <Status
          state={property.state === 'verified' ? 'verified' : 'inReview'}
          reason={duration(nowMs - Date.parse(property.created_at))}
        />
      </div>
      <dl>
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

/** What was checked without a person, and what it found. */
export function PropertyChecks({ property }: { property: OperatorProperty }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (
    <section className={styles.checks} aria-label={t('review.checks')}>
      <h3>{t('review.checks')}</h3>
      <p>{t('review.property.checksHint')}</p>
      <ul>
        {propertyChecksOf(property).map(({ name, passed, key, params, at }) => (
          <li key={name} data-passed={passed}>
            {passed ? (
              <IconCheck size={15} stroke={2.4} role="img" aria-label={t('review.passed')} />
            ) : (
              <IconAlertTriangle size={15} stroke={2} role="img" aria-label={t('review.look')} />
            )}
            <b>{t(`review.property.check.${name}`)}</b>
            <bdi>
              {t(`review.property.found.${key}`, { ...params, time: at === null ? '' : format.relative(at) })}
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
