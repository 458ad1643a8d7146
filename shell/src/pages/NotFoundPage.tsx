import { EmptyState } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { HomeButton } from './HomeButton';

/** An address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <EmptyState level={1} title={t('notFound.title')} action={<HomeButton />}>
      {t('notFound.text', { path: pathname })}
    </EmptyState>
  );
}
