import { useAppDispatch, useAppStore, useLive } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import i18next from 'i18next';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { createOpenTab, failureRequest, forgiveRemote, type OpenTab, type Updated } from '../../remotes';
import { frameApi } from '../layout/shell.api';
import { createLook } from './look';
import { remoteTitle } from './remoteTitle';

/** After a lost connection all tabs are back at once: each asks at a moment of its own. */
const BACK_WITHIN_MS = 5_000;
/** A first connection that comes later than this has missed what was told since the page was made. */
const PROMPT_MS = 10_000;

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
      return data !== undefined;
    });
    const openedAt = performance.now();
    return { tab, look, isLate: () => performance.now() - openedAt > PROMPT_MS };
  });
  useEffect(() => parts.tab.start(), [parts]);
  useEffect(() => parts.look.stop, [parts]);
  return parts;
}

/** "The settings and the sign-in pages", in the page's language. */
function useNames() {
  const { t } = useTranslation('shell');
  return useCallback(
    (remotes: readonly string[]) => {
      const names = remotes.map((name) => remoteTitle(t, name));
      return new Intl.ListFormat(i18next.language).format(names);
    },
    [t],
  );
}

/** What became of "Update now", for those that are not of their new release. */
interface Failed {
  remotes: readonly string[];
  /** Nothing of them has changed; otherwise some were mounted anew. */
  isUntouched: boolean;
  /** The call by which the network heard of it. */
  requestId: string | null;
}

async function failedOf(updated: readonly Updated[]): Promise<Failed | null> {
  const others = updated.filter(({ outcome }) => outcome !== 'in');
  const [first] = others;
  if (!first) return null;
  return {
    remotes: others.map(({ remote }) => remote),
    isUntouched: others.every(({ outcome }) => outcome !== 'back'),
    requestId: await failureRequest(first.remote),
  };
}

/** Says that releases wait, until they are in or somebody puts it off; and what became of it, when that is nothing. */
function useNotice(tab: OpenTab): void {
  const { t } = useTranslation('shell');
  const namesOf = useNames();
  const waiting = useSyncExternalStore(tab.subscribe, tab.waiting);
  const [busy, setBusy] = useState<readonly string[] | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const updating = busy && namesOf(busy);
  const ready = waiting.length === 0 ? null : namesOf(waiting);
  const broken = failed && namesOf(failed.remotes);
  const isOfferedAgain = failed?.remotes.some((remote) => waiting.includes(remote)) ?? false;
  useEffect(() => {
    if (updating !== null) return toast({ text: t('release.updating', { name: updating }), stays: 'busy' });
  }, [updating, t]);
  useEffect(() => {
    if (ready === null || updating !== null) return;
    const update = async () => {
      setBusy(tab.waiting());
      setFailed(null);
      const updated = await tab.updateNow();
      setFailed(await failedOf(updated));
      setBusy(null);
      const done = updated.filter(({ outcome }) => outcome === 'in').map(({ remote }) => remote);
      if (done.length > 0) toast({ text: t('release.done', { name: namesOf(done) }) });
    };
    return toast({
      text: t('release.ready', { name: ready }),
      action: { label: t('release.update'), onPress: () => void update() },
    });
  }, [tab, ready, updating, namesOf, t]);
  useEffect(() => {
    if (isOfferedAgain) setFailed(null);
  }, [isOfferedAgain]);
  useEffect(() => {
    if (failed === null) return;
    const { isUntouched, requestId } = failed;
    const said = t(isUntouched ? 'release.failed' : 'release.back', { name: broken });
    const text = requestId === null ? said : `${said} · ${t('release.request', { id: requestId })}`;
    return toast({ text, stays: 'problem' });
  }, [failed, broken, t]);
}

/** Follows the releases of remotes: new ones are taken where nothing is lost by it, and offered where something is. */
export function useReleases(): void {
  const { tab, look, isLate } = useOpenTab();
  useLive('releases', undefined, {
    on: {
      'release.activated': ({ remote, revision, spread_ms }) => {
        forgiveRemote(remote);
        look.within(spread_ms, revision);
      },
    },
    // Those of the time without a connection.
    onJoined: (again) => (again || isLate()) && look.within(BACK_WITHIN_MS),
  });
  useNotice(tab);
}
