export type { MayJoinConversation } from './channelRules';
export {
  createRealtimeFeature,
  type RealtimeDeps,
  type RealtimeFeature,
} from './createRealtimeFeature';
export { endViews } from './endViews';
export type { Publisher } from './publisher';
