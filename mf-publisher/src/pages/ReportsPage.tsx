import { usePageTitle } from '@ezdash/ui';
import { ReportPage } from '@ezdash/ui/report';
import { useTranslation } from 'react-i18next';
import { NoFillPanel } from '../features/reports/NoFillPanel';
import { publisherReportSide } from '../features/reports/reportSide';

/** `/publisher/reports` */
export function ReportsPage() {
  const { t } = useTranslation('publisher');
  const title = t('page.reports');
  usePageTitle(title);
  return (
    <ReportPage title={title} side={publisherReportSide} beneath={(state) => <NoFillPanel state={state} />} />
  );
}
