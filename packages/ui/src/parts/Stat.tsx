import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Delta, type DeltaProps } from './Delta';
import { Figure } from './Figure';
import { Sparkline } from './Sparkline';

interface StatProps {
  label: string;
  /** Already formatted; for amounts pass `micros`. */
  value?: string;
  /** An amount in micros; its cents are set smaller. */
  micros?: number;
  change?: DeltaProps;
  /** What the change compares with; "vs previous period" when left out. */
  versus?: string;
  /** Said in the foot when there is no change to show. */
  note?: ReactNode;
  /** Figures of the days, oldest first; null where a day has none. */
  trend?: readonly (number | null)[];
  /** The period before, dashed in the sparkline. */
  previous?: readonly (number | null)[];
}

/** One number with its name, its change and its shape over time. Stands in a StatStrip. */
export function Stat({ label, value = '–', micros, change, versus, note, trend, previous }: StatProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="ez-stat">
      <dt>{label}</dt>
      <dd className="ez-stat-value">
        {micros === undefined ? <Figure value={value} /> : <Figure micros={micros} />}
        {trend ? <Sparkline values={trend} previous={previous} /> : null}
      </dd>
      {change || note ? (
        <dd className="ez-stat-foot">
          {change ? <Delta {...change} /> : null}
          <span className={change ? 'ez-stat-versus' : undefined}>{note ?? versus ?? t('delta.versus')}</span>
        </dd>
      ) : null}
    </div>
  );
}

/** Three to five figures in one frame, hairlines between them: a strip, not a row of boxes. */
export function StatStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <dl className="ez-stats">{children}</dl>
    </section>
  );
}
