import type { Role } from '@ezdash/contracts';
import { parseChannel } from '@ezdash/contracts/constants';
import { api } from '../api';
import { isSigningOut, sessionApi } from '../session';
import type { AppStore } from '../store';
import { allTags, ruleOf, tagsOf } from './bridgeTable';
import { gatherTags } from './gatherTags';
import type { LiveChannels } from './liveChannels';

/** After a restart every page comes back: what they missed is asked within this long, each at a moment of its own. */
export const MISSED_WITHIN_MS = 4_000;
/** What a page has loaded by itself is not asked again when the connection takes no longer than this. */
export const FRESH_MS = 10_000;

/** Turns messages into refetches of what the page shows, and a gap between connections into one of all of it. */
export function startBridge(store: AppStore, channels: LiveChannels): () => void {
  const gathered = gatherTags((tags) => {
    // Who leaves has no session to ask with; it is asked again only if they turn out to stay.
    if (isSigningOut(store.getState())) gathered.add(tags);
    else store.dispatch(api.util.invalidateTags(tags));
  });
  const startedAt = performance.now();
  const role = (): Role | undefined => sessionApi.endpoints.me.select()(store.getState()).data?.user?.role;
  const untap = channels.tap({
    onTold(channel, event, data) {
      const kind = parseChannel(channel)?.kind;
      const rule = kind && ruleOf(kind, event);
      if (!rule) return;
      rule.patch?.(data, store.dispatch as (action: unknown) => unknown);
      gathered.add(tagsOf(rule, role()), { figures: rule.isFigure });
    },
    onJoined(channel, again) {
      const kind = parseChannel(channel)?.kind;
      if (!kind) return;
      // Who opens a conversation asks for it when it is joined; there is nothing that they could have missed before.
      const isLate = kind !== 'conversation' && performance.now() - startedAt > FRESH_MS;
      if (again || isLate) gathered.add(allTags(kind, role()), { delayMs: Math.random() * MISSED_WITHIN_MS });
      // Between the page's own request and this moment there was nobody to say that one came.
      else if (kind === 'account') gathered.add(['Notice']);
    },
  });
  return () => {
    untap();
    gathered.stop();
  };
}
