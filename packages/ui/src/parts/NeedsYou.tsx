import { useTranslation } from 'react-i18next';
import { CallOut, type CallOutProps } from './CallOut';
import { Panel } from './Panel';

export interface Need extends CallOutProps {
  id: string;
}

const WORST_FIRST = { bad: 0, warn: 1, info: 2, ok: 3 } as const;

interface NeedsYouProps {
  needs: readonly Need[];
  /** They come in their order: what is worst was decided by more than the tone. */
  inOrder?: boolean;
}

/** The panel of what needs the person, worst first. Renders nothing when nothing does. */
export function NeedsYou({ needs, inOrder = false }: NeedsYouProps) {
  const { t } = useTranslation('ui');
  if (needs.length === 0) return null;
  const sorted = inOrder ? needs : [...needs].sort((a, b) => WORST_FIRST[a.tone] - WORST_FIRST[b.tone]);
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
