import type { PropertyDetail } from '@ezdash/contracts';
import { dayCount } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FigureStrip } from '../figures/FigureStrip';
import { dailyEarnings } from '../zones/zoneState';
import type { PropertyRequest } from './properties.api';
import { usePreviousDetail } from './usePreviousDetail';

/** Of all zones, the archived ones that are not listed too: the line adds up to the figure. */
const earningsByDay = ({ zones, archived_left_out: rest }: PropertyDetail) =>
  dailyEarnings(rest ? [...zones, rest] : zones);

interface PropertyStripProps {
  detail: PropertyDetail;
  /** The property, and the days its figures are of. */
  request: PropertyRequest;
}

/** The property's figures of the days chosen, against as many days before. */
export function PropertyStrip({ detail, request }: PropertyStripProps) {
  const { t } = useTranslation('publisher');
  const { property } = detail;
  const previous = usePreviousDetail(property, request);
  const earnings = {
    now: earningsByDay(detail),
    before: previous ? earningsByDay(previous) : undefined,
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
