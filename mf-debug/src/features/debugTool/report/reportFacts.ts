import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { type AppStore, csrfToken, type RootState, storage, toApiError } from '@ezdash/store';
import { version as reactVersion } from 'react';
import { debugStateOf } from '../debugSlice';
import { readEnvironment } from '../page/environment';
import { readRemotes, readShared, readShellVersion } from '../page/federation';
import type { FailedCall, ReportFacts } from './bugReport';

/** Queries and changes that failed and are still known to the store. */
function failedCalls({ api }: RootState): FailedCall[] {
  const entries = [...Object.values(api.queries), ...Object.values(api.mutations)];
  return entries.flatMap((entry) => {
    if (entry?.status !== 'rejected') return [];
    const error = toApiError(entry.error);
    return [
      {
        endpoint: entry.endpointName ?? '',
        status: error?.status ?? '',
        code: error?.code ?? '',
        message: error?.message ?? '',
        requestId: error?.requestId ?? null,
      },
    ];
  });
}

function versions(): Record<string, string> {
  const remotes = readRemotes().map(({ name, given, running }) => [name, running ?? given]);
  const shared = readShared()
    .filter(({ loaded }) => loaded)
    .map(({ name, version }) => [name, version]);
  return {
    shell: readShellVersion() ?? '',
    react: reactVersion,
    ...Object.fromEntries(remotes),
    ...Object.fromEntries(shared),
  };
}

function environment(): Record<string, string> {
  const { width, height, devicePixelRatio, locale, timezone, online, userAgent } = readEnvironment();
  return {
    viewport: `${width} × ${height} @ ${devicePixelRatio}`,
    locale,
    timezone,
    online: String(online),
    userAgent,
  };
}

/** What this page knows of itself at this moment, nothing taken out. */
export function reportFacts(store: AppStore, user: ReportFacts['user']): ReportFacts {
  const root = store.getState();
  const { logs, actions } = debugStateOf(root);
  return {
    madeAt: new Date().toISOString(),
    url: window.location.href,
    title: document.title,
    user: user && { id: user.id, role: user.role },
    versions: versions(),
    environment: environment(),
    logs,
    actions,
    failedCalls: failedCalls(root),
    secrets: [storage.get(STORAGE_KEYS.debugToken) ?? '', csrfToken()],
  };
}
