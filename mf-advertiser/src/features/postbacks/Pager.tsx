import { ActionIcon, IconChevronLeft, IconChevronRight } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { Pages } from './usePages';

/** The way to older and newer rows; nothing where there is one page. */
export function Pager({ pages, next }: { pages: Pages; next: string | null }) {
  const { t } = useTranslation(['advertiser', 'ui']);
  if (pages.index === 0 && next === null) return null;
  return (
    <div className="ez-table-foot">
      <span aria-live="polite">{t('postbacks.page', { page: pages.index + 1 })}</span>
      <span className="ez-grow" />
      <ActionIcon aria-label={t('ui:table.previous')} disabled={pages.index === 0} onClick={pages.newer}>
        <IconChevronLeft size={16} className="ez-flip" />
      </ActionIcon>
      <ActionIcon
        aria-label={t('ui:table.next')}
        disabled={next === null}
        onClick={() => next !== null && pages.older(next)}
      >
        <IconChevronRight size={16} className="ez-flip" />
      </ActionIcon>
    </div>
  );
}
