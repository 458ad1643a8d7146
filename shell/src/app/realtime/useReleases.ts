import { page, useAppDispatch, useLive } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeRegistry } from '../../remotes';
import { refreshTexts } from '../i18n/translations';
import { frameApi } from '../layout/shell.api';

/** A release is told to all tabs at once: each asks at a moment of its own. */
const ASK_WITHIN_MS = 5_000;

/** Asks in a moment; asked for again before that, once. */
function createLook(ask: () => Promise<void>): { soon: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = null;
        void ask();
      }, Math.random() * ASK_WITHIN_MS);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

/** Follows the releases of remotes: new ones are taken where nothing is in use yet, and offered where something is. */
export function useReleases(): void {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const [waiting, setWaiting] = useState('');
  const [look] = useState(() =>
    createLook(async () => {
      const { data } = await dispatch(
        frameApi.endpoints.shellRegistry.initiate(undefined, { subscribe: false, forceRefetch: true }),
      );
      if (!data) return;
      const { waiting: names, taken } = takeRegistry(data);
      setWaiting(names.join(' '));
      if (taken) await refreshTexts();
    }),
  );
  useEffect(() => look.stop, [look]);
  useLive('releases', undefined, {
    on: { 'release.activated': look.soon },
    // Those of the time without a connection.
    onJoined: (again) => again && look.soon(),
  });
  useEffect(() => {
    if (waiting === '') return;
    const names = waiting.split(' ').map((name) => t(`release.name.${name}`, { defaultValue: name }));
    const list = new Intl.ListFormat(i18next.language).format(names);
    return toast({
      text: t('release.ready', { name: list }),
      action: { label: t('release.reload'), onPress: page.reload },
    });
  }, [waiting, t]);
}
