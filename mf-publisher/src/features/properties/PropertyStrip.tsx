import type { PropertyDetail } from '@ezdash/contracts';
import { dayCount } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FigureStrip } from '../figures/FigureStrip';
import { dailyEarnings } from '../zones/zoneState';
import type { PropertyRequest } from './properties.api';
import { usePreviousDetail } from './usePreviousDetail';

interface PropertyStripProps {
  detail: PropertyDetail;
  /** The property, and the days its figures are of. */
  request: PropertyRequest;
}

/** The property's figures of the days chosen, against as many days before. */
export function PropertyStrip({ detail, request }: PropertyStripProps) {
  const { t } = useTranslation('publisher');
  const { property, zones } = detail;
  const previous = usePreviousDetail(property, request);
  const earnings = {
    now: dailyEarnings(zones),
    before: previous ? dailyEarnings(previous.zones) : undefined,
  };
  return (
    <FigureStrip
      label={t('property.figures')}
      totals={property.figures}
      previous={previous?.property.figures ?? null}
      dayCount={dayCount(request)}
      line={(figure) => (figure === 'earnings' ? earnings : undefined)}
    />
  );
}
