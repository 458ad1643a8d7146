/**
 * In place of the runtime's snapshots of manifests, which the build has switched off but the runtime still carries: no
 * remote is described by a manifest in the page, the server's registry names its files.
 */
import { DisabledSnapshotHandler } from 'disabled-snapshots';

export class SnapshotHandler extends DisabledSnapshotHandler {
  /** Where the runtime forgets a remote, it forgets its manifest, too. */
  manifestCache = new Map();
}
/** Nobody takes a snapshot, so nobody has one. */
export const getGlobalRemoteInfo = () => ({});
