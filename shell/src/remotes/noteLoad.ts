/** What the mark of a loading says: `performance.getEntriesByName('ezdash:remote')`, for the debug tool and for profiles. */
export interface RemoteLoad {
  remote: string;
  module: string;
  version: string;
  failed: boolean;
}

/** Marks how long a module of a remote took to load, its entry included. `startedAt` by `performance.now()`. */
export function noteLoad(detail: RemoteLoad, startedAt: number): void {
  // Absent where there is no browser, as in tests.
  performance.measure?.('ezdash:remote', { start: startedAt, detail });
}
