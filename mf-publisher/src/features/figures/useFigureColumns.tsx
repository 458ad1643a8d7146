import type { PublisherFigures } from '@ezdash/contracts';
import { decimalOfMicros, useFormat } from '@ezdash/ui';
import type { Column } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ecpmMicros, fillRate } from './rates';

interface WithFigures {
  figures: PublisherFigures;
}

/** Zero and "nothing to divide by" look alike in a table. */
const NONE = <span className="ez-dim">–</span>;
const RATE_DIGITS = 4;

/** The columns every table of a publisher ends with: ad requests, fill rate, eCPM, what was earned. */
export function useFigureColumns<Row extends WithFigures>(totals: PublisherFigures): Column<Row>[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  return useMemo(() => {
    const count = (value: number) => (value === 0 ? NONE : format.count(value));
    const share = (value: number | null) => (value === null ? NONE : format.percent(value, 1));
    const money = (micros: number | null) => (micros ? format.money(micros) : NONE);
    return [
      {
        key: 'requests',
        header: t('figure.requests'),
        numeric: true,
        sort: ({ figures }) => figures.requests,
        cell: ({ figures }) => count(figures.requests),
        total: count(totals.requests),
      },
      {
        key: 'fill',
        header: t('figure.fill'),
        numeric: true,
        sort: ({ figures }) => fillRate(figures),
        cell: ({ figures }) => share(fillRate(figures)),
        total: share(fillRate(totals)),
        csv: ({ figures }) => fillRate(figures)?.toFixed(RATE_DIGITS) ?? null,
      },
      {
        key: 'ecpm',
        header: t('figure.ecpm'),
        numeric: true,
        sort: ({ figures }) => ecpmMicros(figures),
        cell: ({ figures }) => money(ecpmMicros(figures)),
        total: money(ecpmMicros(totals)),
        csv: ({ figures }) => {
          const micros = ecpmMicros(figures);
          return micros === null ? null : decimalOfMicros(micros);
        },
      },
      {
        key: 'earned',
        header: t('figure.earned'),
        numeric: true,
        sort: ({ figures }) => figures.earnings_micros,
        cell: ({ figures }) => money(figures.earnings_micros),
        total: money(totals.earnings_micros),
        csv: ({ figures }) => decimalOfMicros(figures.earnings_micros),
      },
    ];
  }, [t, format, totals]);
}
