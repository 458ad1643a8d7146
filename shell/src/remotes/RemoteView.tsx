import { type ReactNode, Suspense, useEffect } from 'react';
import { UNSAFE_RouteContext as RouteContext, useLocation } from 'react-router-dom';
import { FailedRemote } from './lastFailures';
import { typed } from './presence';
import { RemoteBoundary } from './RemoteBoundary';
import { RemoteFailed } from './RemoteFailed';
import { remoteLoader, useRemoteGeneration } from './remotes';

export interface RemoteViewProps {
  /** `mf-advertiser` */
  remote: string;
  /** Exposed module; `App` when not given. */
  module?: string;
  /** Shown while it loads; nothing when not given. */
  fallback?: ReactNode;
  /** Shown when it failed and no other release took over; the message and Reload Page when not given. */
  failed?: ReactNode;
}

/** A remote's routes have absolute paths, wherever the shell mounts it: they are not relative to the shell's route. */
const TOP_LEVEL = { outlet: null, matches: [], isDataRoute: false };

/** Mounts an exposed module of a remote inside its boundary. */
export function RemoteView({
  remote,
  module = 'App',
  fallback = null,
  failed = <RemoteFailed />,
}: RemoteViewProps) {
  const generation = useRemoteGeneration(remote);
  const { pathname } = useLocation();
  const loader = remoteLoader();
  useEffect(() => loader.mount(remote, module), [loader, remote, module]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what it is about
  useEffect(() => typed.leavePage(remote), [remote, pathname]);
  return (
    <RemoteBoundary
      key={`${remote}/${module}@${generation}`}
      resetKey={pathname}
      recover={(error) => loader.recover(remote, module, error, generation)}
      waiting={fallback}
      failed={<FailedRemote value={remote}>{failed}</FailedRemote>}
    >
      <RouteContext.Provider value={TOP_LEVEL}>
        <Suspense fallback={fallback}>
          <RemoteSlot remote={remote} module={module} />
        </Suspense>
      </RouteContext.Provider>
    </RemoteBoundary>
  );
}

/** Inside the boundary, because asking for an unknown remote throws. */
function RemoteSlot({ remote, module }: { remote: string; module: string }) {
  const Component = remoteLoader().component(remote, module);
  return <Component />;
}
