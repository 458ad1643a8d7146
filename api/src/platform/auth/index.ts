export { createLimiter, type Limiter, type LimiterOptions } from './createLimiter';
export { csrfToken, requireCsrfToken } from './csrf';
export { type AuthUser, currentUser } from './currentUser';
export { hashPassword, verifyPassword } from './passwords';
export { refusal, requireAdmin, requireRole, requireUser } from './policies';
export {
  createSessions,
  SESSION_COOKIE,
  type SessionOptions,
  type Sessions,
  signIn,
  signOut,
} from './sessions';
