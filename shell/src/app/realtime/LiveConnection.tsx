import type { PublicConfig, Role } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts/constants';
import { listenLive, liveChannels, startBridge, useAppStore, useConfig, useSession } from '@ezdash/store';
import { useEffect, useState } from 'react';
import { connect } from './connect';
import { useReleases } from './useReleases';

/** Listens to everything that concerns a person, for the bridge. @returns ends it */
function listenFor(id: number, role: Role, isActive: boolean): () => void {
  const nothing = () => ({});
  const ends = [
    listenLive('account', publicId('user', id), nothing),
    listenLive('role', role, nothing),
    ...(role === 'admin' && isActive ? [listenLive('operators', undefined, nothing)] : []),
  ];
  return () => {
    for (const end of ends) end();
  };
}

interface ConnectionProps {
  broadcaster: NonNullable<PublicConfig['broadcaster']>;
  isSignedIn: boolean;
  onAnew: () => void;
}

/** Lives as long as the connection: its `key` says for whom it is, and which try. */
function Connection({ broadcaster, isSignedIn, onAnew }: ConnectionProps) {
  const store = useAppStore();
  useEffect(
    () => connect({ store, broadcaster, isSignedIn, onAnew }),
    [store, broadcaster, isSignedIn, onAnew],
  );
  return null;
}

/** What happens elsewhere reaches this page: connection, channels of the person, bridge. Shows nothing. */
export function LiveConnection() {
  const store = useAppStore();
  const { user } = useSession();
  const { broadcaster } = useConfig();
  const [generation, setGeneration] = useState(0);
  const [onAnew] = useState(() => () => setGeneration((now) => now + 1));
  const { id, role, status } = user ?? {};
  useEffect(() => startBridge(store, liveChannels), [store]);
  useEffect(() => {
    if (id !== undefined && role !== undefined) return listenFor(id, role, status === 'active');
  }, [id, role, status]);
  useReleases();
  if (!broadcaster) return null;
  return (
    <Connection
      key={`${id} ${generation}`}
      broadcaster={broadcaster}
      isSignedIn={id !== undefined}
      onAnew={onAnew}
    />
  );
}
