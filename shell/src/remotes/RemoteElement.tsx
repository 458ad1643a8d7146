import type { ReactNode } from 'react';
import { presenceOf } from './presence';

interface RemoteElementProps {
  remote: string;
  module: string;
  version: string;
  children: ReactNode;
}

/** Marks where a remote's module begins: the inspector and support see what comes from whom. Takes no box. */
export function RemoteElement({ remote, module, version, children }: RemoteElementProps) {
  return (
    <div
      data-mf-remote={remote}
      data-mf-module={module}
      data-mf-version={version}
      style={{ display: 'contents' }}
      {...presenceOf(remote)}
    >
      {children}
    </div>
  );
}
