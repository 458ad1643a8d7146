import type { PublisherDashboard } from '@ezdash/contracts';
import { AppLink, Panel, SlotThumb, sizeText, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ecpmMicros, fillRate } from '../figures/rates';
import { reportLink } from '../reports/reportLink';
import styles from './dashboard.module.css';

type TopZone = PublisherDashboard['zones'][number];

function ZoneLine({ zone }: { zone: TopZone }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { figures } = zone;
  const fill = fillRate(figures);
  const ecpm = ecpmMicros(figures);
  const requests = t('dashboard.requestsCount', {
    count: figures.requests,
    formatted: format.count(figures.requests),
  });
  return (
    <li>
      <SlotThumb size={zone} box={38} selected />
      <span className={styles.zoneName}>
        <AppLink href={`/publisher/properties/${zone.property_id}`}>
          <bdi>{zone.name}</bdi>
        </AppLink>
        <small>
          {zone.property} · <bdi>{sizeText(zone)}</bdi>
        </small>
      </span>
      <span className={styles.zoneFacts}>
        <span>{requests}</span>
        {fill === null ? null : <span>{`${t('figure.fill')} ${format.percent(fill, 1)}`}</span>}
        {ecpm === null ? null : <span>{t('dashboard.ecpmOf', { amount: format.money(ecpm) })}</span>}
      </span>
      <b className="ez-num">{figures.earnings_micros === 0 ? '–' : format.money(figures.earnings_micros)}</b>
    </li>
  );
}

/** The zones that earned most, each with the shape of its slot. */
export function TopZones({ zones }: { zones: readonly TopZone[] }) {
  const { t } = useTranslation('publisher');
  return (
    <Panel
      title={t('dashboard.zones')}
      hint={t('dashboard.zonesHint')}
      flush
      aside={
        <>
          <AppLink className="ez-link" href={reportLink({ group: 'zone,advertiser', period: 'last28' })}>
            {t('reportsLink')}
          </AppLink>
          <AppLink className="ez-link" href="/publisher/properties">
            {t('dashboard.allProperties')}
          </AppLink>
        </>
      }
    >
      {zones.length === 0 ? (
        <p className={styles.none}>{t('dashboard.noZones')}</p>
      ) : (
        <ul className={styles.zones}>
          {zones.map((zone) => (
            <ZoneLine key={zone.id} zone={zone} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
