import { useAppDispatch, useAppStore, useLive } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import i18next from 'i18next';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { createOpenTab, forgiveRemote, type OpenTab } from '../../remotes';
import { frameApi } from '../layout/shell.api';
import { createLook } from './look';

/** After a lost connection all tabs are back at once: each asks at a moment of its own. */
const BACK_WITHIN_MS = 5_000;

/** This tab, and the way to ask what it is offered. */
function useOpenTab() {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const [parts] = useState(() => {
    const tab = createOpenTab(() =>
      Object.values(store.getState().api.mutations).flatMap((change) =>
        change?.startedTimeStamp === undefined
          ? []
          : [
              {
                endpointName: change.endpointName ?? '',
                status: change.status,
                startedAt: change.startedTimeStamp,
              },
            ],
      ),
    );
    const look = createLook(async (revision) => {
      const options = { subscribe: false, forceRefetch: true };
      const { data } = await dispatch(frameApi.endpoints.shellRegistry.initiate(revision, options));
      if (data) await tab.take(data);
    });
    return { tab, look };
  });
  useEffect(() => parts.tab.start(), [parts]);
  useEffect(() => parts.look.stop, [parts]);
  return parts;
}

/** "The settings and the sign-in pages", in the page's language. */
function useNames() {
  const { t } = useTranslation('shell');
  return (remotes: readonly string[]) => {
    const names = remotes.map((name) => t(`release.name.${name}`, { defaultValue: name }));
    return new Intl.ListFormat(i18next.language).format(names);
  };
}

/** Says that releases wait, until they are in or somebody puts it off. */
function useNotice(tab: OpenTab): void {
  const { t } = useTranslation('shell');
  const namesOf = useNames();
  const waiting = useSyncExternalStore(tab.subscribe, tab.waiting);
  const list = waiting.length === 0 ? null : namesOf(waiting);
  useEffect(() => {
    if (list === null) return;
    const update = async () => {
      const done = await tab.updateNow();
      if (done.length > 0) toast({ text: t('release.done', { name: list }) });
    };
    return toast({
      text: t('release.ready', { name: list }),
      action: { label: t('release.update'), onPress: () => void update() },
    });
  }, [tab, list, t]);
}

/** Follows the releases of remotes: new ones are taken where nothing is lost by it, and offered where something is. */
export function useReleases(): void {
  const { tab, look } = useOpenTab();
  useLive('releases', undefined, {
    on: {
      'release.activated': ({ remote, revision, spread_ms }) => {
        forgiveRemote(remote);
        look.within(spread_ms, revision);
      },
    },
    // Those of the time without a connection.
    onJoined: (again) => again && look.within(BACK_WITHIN_MS),
  });
  useNotice(tab);
}
