import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { focusField } from '../form/focusField';
import { type CampaignTab, isCampaignTab, tabOfField } from './campaignTabs';

/**
 * The tab in the address, and once the field that a link leads to (`?tab=limits&field=daily_budget_micros`): it takes
 * focus when it is on the page. A field without a tab finds its own.
 */
export function useCampaignTab(): [tab: CampaignTab, go: (tab: CampaignTab) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('tab');
  const field = params.get('field');
  const tab = isCampaignTab(wanted) ? wanted : field ? tabOfField(field) : 'overview';
  const led = useRef<string | null>(null);
  useEffect(() => {
    if (!field || led.current === field) return;
    if (focusField(field)) led.current = field;
  });
  const go = useCallback(
    (next: CampaignTab) =>
      setParams((now) => {
        const params = new URLSearchParams(now);
        params.set('tab', next);
        params.delete('field');
        return params;
      }),
    [setParams],
  );
  return [tab, go];
}
