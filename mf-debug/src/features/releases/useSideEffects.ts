import type { RemoteState } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

/** What a change of the active release ends, and what it leaves as it is. */
export function useSideEffects({ canary, pins, planned }: RemoteState): string[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const [next] = planned;
  return [
    canary ? t('releases.endsCanary', { canary: canary.version }) : null,
    pins.length > 0
      ? t('releases.pinsStay', { count: pins.length, figure: format.count(pins.length) })
      : null,
    next ? t('releases.planStays', { version: next.version, at: format.dateTime(next.at) }) : null,
  ].filter((sentence) => sentence !== null);
}
