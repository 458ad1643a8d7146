/** The ad server. */
export { actionRatePpm, readActionCounts } from './actionRates';
export { createLearner, type Learner } from './createLearner';
export { createServing, type Serving, type ServingOptions, type ServingStats } from './createServing';
export { advertiserDomain, domainAndParents } from './hot/advertiserDomain';
export { type ClientClass, clientClass } from './hot/clientClass';
export { createBundlePolicy } from './hot/creativePolicy';
export type { DecisionContext } from './hot/decision';
export type { AnsweredAd, Engine, Visitor } from './hot/engine';
export { type Geo, openGeo } from './hot/geo';
export { countryCode, countryNumber } from './hot/index/country';
export type { Among, SnapshotCampaign, SnapshotCreative, SnapshotZone } from './hot/index/entries';
export { parseLanding } from './hot/index/landing';
export { countryOf, originOf, regionNumber } from './hot/index/region';
export { LeanRequest } from './hot/LeanRequest';
export { languageNumber } from './hot/language';
export { expectedCtrPpm, meanClickRate } from './hot/learning/clickRates';
export { narrowZone } from './hot/narrowing';
export { type HourCount, openShare } from './hot/prospect/openShare';
export {
  impressionMicros,
  type Missed,
  Prospect,
  type ProspectBid,
  type ProspectInput,
  type ProspectPlace,
} from './hot/prospect/Prospect';
export { serverKeyHash } from './hot/serverKey';
export type { TokenKey, VerifiedToken } from './hot/token';
export type { CampaignFates } from './hot/trace/CampaignFates';
export type { FateRow, HourRow } from './hot/trace/FateTally';
export { decodeFates } from './hot/trace/fateBytes';
export { contextOf, type RecordedInputs, type Replayed, replay } from './hot/trace/replay';
export type { Trace, TraceAnswer, TraceCandidate, TraceInputs } from './hot/trace/Trace';
export type { DecisionSampler } from './hot/trace/TraceSampler';
export { createTraffic, type Traffic, type TrafficOptions } from './hot/traffic/createTraffic';
export { createVisitorTest, type VisitorReason, type VisitorTest } from './hot/traffic/createVisitorTest';
export { createDataCentreTest, NETWORK_KINDS, type NetworkKinds, NO_KINDS } from './hot/traffic/networkKind';
export { TrafficSettingError } from './hot/traffic/TrafficSettingError';
export { createUserAgents, type UserAgent } from './hot/userAgent';
export {
  DEFAULT_VERSION,
  VAST_VERSIONS,
  type VastPublisher,
  type VastVersion,
  vastDocument,
} from './hot/vast/vastDocument';
export { createVisitors, type PersonFields } from './hot/visitors';
