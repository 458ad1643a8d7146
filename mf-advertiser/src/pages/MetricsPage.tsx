import { usePageTitle } from '@ezdash/ui';
import { ReportPage } from '@ezdash/ui/report';
import { useTranslation } from 'react-i18next';
import { metricsSide } from '../features/metrics/metricsSide';

/** `/advertiser/metrics` */
export function MetricsPage() {
  const { t } = useTranslation('advertiser');
  const title = t('page.metrics');
  usePageTitle(title);
  return <ReportPage title={title} side={metricsSide} />;
}
