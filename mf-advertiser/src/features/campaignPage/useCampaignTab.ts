import { useCallback, useEffect } from 'react';
import { useAddressParams } from '../../components/useAddressParams';
import { focusField } from '../form/focusField';
import { type CampaignTab, isCampaignTab, tabOfField } from './campaignTabs';

/**
 * Focus for a field, at once or as soon as it comes: some wait for what the server says. Who uses the page meanwhile is
 * somewhere already, and stays there. Answers how to give up.
 */
function leadTo(field: string): () => void {
  const seek = new MutationObserver(() => {
    if (focusField(field)) giveUp();
  });
  function giveUp() {
    seek.disconnect();
    window.removeEventListener('pointerdown', giveUp);
    window.removeEventListener('keydown', giveUp);
  }
  if (focusField(field)) return giveUp;
  seek.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('pointerdown', giveUp);
  window.addEventListener('keydown', giveUp);
  return giveUp;
}

interface CampaignPlace {
  tab: CampaignTab;
  go: (tab: CampaignTab) => void;
  /** The zone that a link is about (`?tab=zones&zone=z_1`), as it is written there: it takes the focus itself. */
  zone: string | null;
}

/**
 * The tab in the address, and once the field that a link leads to (`?tab=limits&field=daily_budget_micros`): it takes
 * focus when it is on the page. A field without a tab finds its own.
 */
export function useCampaignTab(): CampaignPlace {
  const [params, change] = useAddressParams();
  const wanted = params.get('tab');
  const field = params.get('field');
  const tab = isCampaignTab(wanted) ? wanted : field ? tabOfField(field) : 'overview';
  const zone = tab === 'zones' ? params.get('zone') : null;
  useEffect(() => (field && !zone ? leadTo(field) : undefined), [field, zone]);
  const go = useCallback(
    (next: CampaignTab) =>
      change((coming) => {
        coming.set('tab', next);
        coming.delete('field');
        coming.delete('zone');
      }),
    [change],
  );
  return { tab, go, zone };
}
