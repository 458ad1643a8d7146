export {
  createOutbound,
  type Outbound,
  type OutboundAnswer,
  type OutboundOptions,
  type OutboundQuestion,
} from './createOutbound';
export { OutboundError, type OutboundTrouble } from './OutboundError';
export { createResolveTxt, type ResolveTxt } from './resolveTxt';
