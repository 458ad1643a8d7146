import { EmptyState } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { AppPage } from '../app/router/pages';
import { useTextIfKnown } from '../app/router/useRouteTitle';
import { HomeButton } from './HomeButton';

/** A page of the plan that does not exist yet says so. Nothing links to it. */
export function NotBuiltPage({ page }: { page: AppPage }) {
  const { t, i18n } = useTranslation('shell');
  const title = useTextIfKnown(page.titleKey);
  const purposeKey = `notBuilt.purpose.${page.path}`;
  return (
    <EmptyState level={1} title={title ?? t('page.unknown')} action={<HomeButton />}>
      {t('notBuilt.lead')}
      {i18n.exists(`shell:${purposeKey}`) ? ` ${t('notBuilt.text', { purpose: t(purposeKey) })}` : null}
    </EmptyState>
  );
}
