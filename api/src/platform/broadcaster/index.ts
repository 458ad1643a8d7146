export { type Broadcaster, type BroadcasterOptions, createBroadcaster } from './createBroadcaster';
export { refuseUpgrade } from './handshake';
export { type BroadcasterLimits, DEFAULT_LIMITS } from './limits';
export { SOCKET_ID, userChannel } from './protocol/channelNames';
export type { BroadcasterApp } from './protocol/signatures';
