export { type Actor, actorOf } from './actorOf';
export { addressKey } from './addressKey';
export { type PasswordOwner, passwordProblem } from './commonPasswords';
export { createLimiter, type Limiter, type LimiterOptions } from './createLimiter';
export { csrfToken, requireCsrfToken } from './csrf';
export { type AuthUser, currentUser } from './currentUser';
export { createDebugPage, type DebugPage, type DebugPageClaims, debugPageCookie } from './debugPage';
export { createDoorOf } from './doorOf';
export { equalTexts } from './equalTexts';
export { HELD_LOG_IN_MS, type HeldLogIn, heldLogIn, holdLogIn } from './heldLogIn';
export { registerLimiterMetrics } from './limiterMetrics';
export { hashPassword, verifyPassword } from './passwords';
export { refusal, refuseChange, requireAdmin, requireCustomer, requireRole, requireUser } from './policies';
export { noteProof, PROOF_MS, requireRecentProof } from './recentProof';
export { saveSession } from './saveSession';
export { createSecretBox, deriveKey, type SecretBox } from './secretBox';
export {
  createSessions,
  proveAgain,
  type SessionOptions,
  type Sessions,
  sessionCookie,
  signIn,
  signOut,
  stampSession,
} from './sessions';
export { type View, type ViewedBy, type ViewOf, ViewOnlyError } from './viewedBy';
export { type CountryOf, type Visitor, visitorOf } from './visitor';
