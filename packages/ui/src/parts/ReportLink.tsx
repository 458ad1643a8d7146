import { Button } from '@mantine/core';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from './AppLink';

/** Where a failed call is reported to support, with its request; null for those who have nobody to write to. */
export type SupportHref = (requestId: string) => string;

export const SupportContext = createContext<SupportHref | null>(null);

/** The way to support with the request filled in; nothing where there is no such way. */
export function ReportLink({ requestId }: { requestId: string | null | undefined }) {
  const { t } = useTranslation('ui');
  const href = use(SupportContext);
  if (!href || !requestId) return null;
  return (
    <Button variant="subtle" component={AppLink} href={href(requestId)}>
      {t('error.report')}
    </Button>
  );
}
