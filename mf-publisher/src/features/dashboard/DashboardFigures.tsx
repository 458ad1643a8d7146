import type { PublisherDashboard } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import { FigureStrip } from '../figures/FigureStrip';

/** The account's figures, each against as many days before unless the account is younger than those. */
export function DashboardFigures({ dashboard }: { dashboard: PublisherDashboard }) {
  const { t } = useTranslation('publisher');
  const { totals, previous, comparable, days, previous_days: before } = dashboard;
  return (
    <FigureStrip
      label={t('dashboard.figures')}
      totals={totals}
      previous={comparable ? previous : null}
      dayCount={days.length}
      line={(_, figureOf) => ({ now: days.map(figureOf), before: before.map(figureOf) })}
    />
  );
}
