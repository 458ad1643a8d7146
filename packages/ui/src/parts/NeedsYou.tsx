import { useTranslation } from 'react-i18next';
import { CallOut, type CallOutProps } from './CallOut';
import { Panel } from './Panel';

export interface Need extends CallOutProps {
  id: string;
}

const WORST_FIRST = { bad: 0, warn: 1, info: 2, ok: 3 } as const;

/** The panel of what needs the person, worst first. Renders nothing when nothing does. */
export function NeedsYou({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation('ui');
  if (needs.length === 0) return null;
  const sorted = [...needs].sort((a, b) => WORST_FIRST[a.tone] - WORST_FIRST[b.tone]);
  return (
    <Panel title={t('needsYou')} hint={needs.length} flush>
      <ul>
        {sorted.map(({ id, ...need }) => (
          <CallOut key={id} {...need} />
        ))}
      </ul>
    </Panel>
  );
}
