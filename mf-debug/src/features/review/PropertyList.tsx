import type { OperatorProperty } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import { WaitingList } from './WaitingList';

const LATE_MS = 3 * 24 * 3_600_000;

interface PropertyListProps {
  properties: readonly OperatorProperty[];
  chosenId: string;
  nowMs: number;
  onChoose: (id: string) => void;
}

/** Sites that wait, verified ones first, of each those that wait longest. */
export function PropertyList({ properties, nowMs, ...list }: PropertyListProps) {
  const { t } = useTranslation('debug');
  const waiting = properties.map(({ id, name, domain, domain_shown: shown = domain, state, created_at }) => ({
    id,
    name,
    detail: (
      <>
        <bdi>{shown}</bdi>
        {state === 'verified' ? ` · ${t('review.property.verified')}` : null}
      </>
    ),
    waitsMs: nowMs - Date.parse(created_at),
  }));
  return <WaitingList label={t('review.property.queue')} waiting={waiting} lateMs={LATE_MS} {...list} />;
}
