export { addressKey } from './addressKey';
export { createLimiter, type Limiter, type LimiterOptions } from './createLimiter';
export { csrfToken, requireCsrfToken } from './csrf';
export { type AuthUser, currentUser } from './currentUser';
export { registerLimiterMetrics } from './limiterMetrics';
export { hashPassword, verifyPassword } from './passwords';
export { refusal, refuseChange, requireAdmin, requireRole, requireUser } from './policies';
export { noteProof, PROOF_MS, requireRecentProof } from './recentProof';
export {
  createSessions,
  SESSION_COOKIE,
  type SessionOptions,
  type Sessions,
  signIn,
  signOut,
  stampSession,
} from './sessions';
export { type CountryOf, type Visitor, visitorOf } from './visitor';
