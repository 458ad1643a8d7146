import type { RemoteFailure } from '@ezdash/contracts';
import { createContext } from 'react';
import { reportError } from '../app/errorReports';

/** What can be told of a remote's last failure to whoever sits in front of it. */
export interface LastFailure {
  version: string;
  /** Of the report to the remote's team; null when nothing is reported. */
  reportId: string | null;
  /** Of the call that told the network of it; null when that did not arrive. */
  requestId: Promise<string | null>;
}

const failures = new Map<string, LastFailure>();

/**
 * Tells the remote's own team of its failure; that it was given back to the release before goes with it.
 * @param requestId of the call that tells the network
 */
export function reportToTeam(
  failure: RemoteFailure,
  error: unknown,
  requestId: Promise<string | null> = Promise.resolve(null),
): void {
  const { remote, version, module, phase, fellBackTo } = failure;
  const tags = { module, phase, ...(fellBackTo !== null && { fell_back_to: fellBackTo }) };
  failures.set(remote, { version, reportId: reportError(error, { remote, version, tags }), requestId });
}

/** The last failure of a remote in this tab; null when it has not failed. */
export function lastFailure(remote: string): LastFailure | null {
  return failures.get(remote) ?? null;
}

/** Names the remote in whose place something is shown. */
export const FailedRemote = createContext<string | null>(null);
