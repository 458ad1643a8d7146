import { useSearchParams } from 'react-router-dom';
import { isPropertyTab, type PropertyTab } from './propertyTabs';

/** The tab in the address; a tag's link (`?tag=`) leads to the zones. */
export function usePropertyTab(): [tab: PropertyTab, go: (tab: PropertyTab) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('tab');
  const tab = isPropertyTab(wanted) && !params.has('tag') ? wanted : 'zones';
  return [tab, (next) => setParams({ tab: next })];
}
