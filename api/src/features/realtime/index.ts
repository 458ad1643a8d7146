export type { MayJoinConversation } from './channelRules';
export {
  createRealtimeFeature,
  type RealtimeDeps,
  type RealtimeFeature,
  type ReleaseNote,
} from './createRealtimeFeature';
export { endViews } from './endViews';
export type { Publisher } from './publisher';
export { sessionHash } from './sessionHash';
