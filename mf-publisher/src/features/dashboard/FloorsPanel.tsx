import type { PublisherDashboard } from '@ezdash/contracts';
import { AppLink, Panel } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useFloorSentences } from '../zones/FloorAdvice';
import { usePublisherTopFloorQuery } from './dashboard.api';
import styles from './dashboard.module.css';

type TopZone = PublisherDashboard['zones'][number];

/** Each is an answer of its own, played again from recorded auctions. */
const MOST_ZONES = 3;

function ZoneFloor({ zone }: { zone: TopZone }) {
  const { t } = useTranslation('publisher');
  const sentences = useFloorSentences();
  const { data, isError } = usePublisherTopFloorQuery(zone.id);
  const [advice] = data ? sentences(data) : [];
  return (
    <li>
      <AppLink className="ez-link" href={`/publisher/properties/${zone.property_id}`}>
        <bdi>{t('zones.floorOf', { name: zone.name })}</bdi>
      </AppLink>
      <span className={styles.noneInside}>
        {advice ?? t(isError ? 'dashboard.floorUnknown' : 'floorAdvice.reading')}
      </span>
    </li>
  );
}

/** What other floors would have earned the zones that earn most; a floor is changed on its property's page. */
export function FloorsPanel({ zones }: { zones: readonly TopZone[] }) {
  const { t } = useTranslation('publisher');
  const asked = zones.filter(({ figures }) => figures.requests > 0).slice(0, MOST_ZONES);
  if (asked.length === 0) return null;
  return (
    <Panel title={t('dashboard.floors')}>
      <ul className={styles.floors}>
        {asked.map((zone) => (
          <ZoneFloor key={zone.id} zone={zone} />
        ))}
      </ul>
    </Panel>
  );
}
