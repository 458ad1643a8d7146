/** What a remote needs at run time beside the store and the design system. The build lies apart, in `./build`. */
export type { PageAccess, RemoteManifest, RemoteNavigation, RemotePage } from '@ezdash/contracts';
export { CONTRACT_VERSION, defineRemote, LEAST_CONTRACT_VERSION } from './defineRemote';
