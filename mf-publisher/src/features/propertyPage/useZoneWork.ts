import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Which drawer is open, of which zone. */
export type ZoneWork = { what: 'tag' | 'edit'; zoneId: string } | { what: 'create' } | null;

/** The tag stands in the address (`?tag=z_1001`): call-outs lead to it, and it can be sent to who builds the page. */
export function useZoneWork(): [ZoneWork, (next: ZoneWork) => void] {
  const [search, setSearch] = useSearchParams();
  const [work, setWork] = useState<ZoneWork>(null);
  const tagged = search.get('tag');
  const change = (next: ZoneWork) => {
    const wanted = next?.what === 'tag' ? next.zoneId : null;
    setWork(wanted === null ? next : null);
    if (wanted === tagged) return;
    const changed = new URLSearchParams(search);
    if (wanted === null) changed.delete('tag');
    else changed.set('tag', wanted);
    setSearch(changed, { replace: true });
  };
  return [tagged === null ? work : { what: 'tag', zoneId: tagged }, change];
}
