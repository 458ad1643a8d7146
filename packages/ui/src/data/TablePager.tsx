import { ActionIcon } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat';
import { IconChevronLeft, IconChevronRight } from '../icons';
import { PAGE_SIZES, type PageSize, type TableState } from './useTable';

/** Which rows these are, how many a page, and the way to the others. Not there while all rows fit. */
export function TablePager<Row>({ table, total }: { table: TableState<Row>; total: number }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const id = useId();
  const { pageIndex, pageCount, pageSize } = table;
  if (total <= PAGE_SIZES[0]) return null;
  const from = pageIndex * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  const range = { from: format.count(from), to: format.count(to), total: format.count(total) };
  return (
    <div className="ez-table-foot">
      <span aria-live="polite">{t('table.range', range)}</span>
      <span className="ez-grow" />
      <label htmlFor={id}>{t('table.perPage')}</label>
      <select
        id={id}
        className="ez-select"
        value={pageSize}
        onChange={(event) => table.setPageSize(Number(event.currentTarget.value) as PageSize)}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <ActionIcon
        aria-label={t('table.previous')}
        disabled={pageIndex === 0}
        onClick={() => table.setPageIndex(pageIndex - 1)}
      >
        <IconChevronLeft size={16} className="ez-flip" />
      </ActionIcon>
      <ActionIcon
        aria-label={t('table.next')}
        disabled={pageIndex >= pageCount - 1}
        onClick={() => table.setPageIndex(pageIndex + 1)}
      >
        <IconChevronRight size={16} className="ez-flip" />
      </ActionIcon>
    </div>
  );
}
