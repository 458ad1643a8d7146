export type { AccessAction, AccessChange } from './access.repo';
export { type AccessBy, type AccountAccess, createAccountAccess, type SignedOut } from './access.service';
