import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './releases.module.css';

export interface TroubleFigures {
  failures: number;
  page_loads: number;
}

/** What is less is not told from nothing by a figure with one digit. */
const LEAST_SHOWN = 0.001;

/** Page loads that had trouble, as a share of all; null where it was given to nobody. */
export const troubleShare = ({ failures, page_loads: loads }: TroubleFigures): number | null =>
  loads === 0 ? null : Math.min(1, failures / loads);

/** The trouble that browsers had with a release in a day; a dash where nobody was given it. */
export function Trouble({ trouble }: { trouble: TroubleFigures }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const share = troubleShare(trouble);
  const shown = (ratio: number) =>
    ratio > 0 && ratio < LEAST_SHOWN
      ? t('releases.troubleLess', { share: format.percent(LEAST_SHOWN, 1) })
      : format.percent(ratio, ratio === 0 ? 0 : 1);
  if (share === null && trouble.failures === 0) return <span className="ez-dim">–</span>;
  return (
    <span className="ez-num">
      {share === null ? format.count(trouble.failures) : shown(share)}
      <small className={styles.under}>
        {t('releases.troubleOf', {
          failures: format.count(trouble.failures),
          loads: format.count(trouble.page_loads),
        })}
      </small>
    </span>
  );
}
