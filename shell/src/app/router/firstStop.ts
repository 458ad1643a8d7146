import type { User } from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';

export const REGISTRATION_PATH = '/auth/complete-registration';
export const STATUS_PATH = '/auth/status';
export const PROFILE_PATH = '/auth/complete-profile';

/** Open also to who has not completed the registration: how to get help, to read, and out. */
const OPEN_BEFORE_REGISTRATION = ['/help', '/settings/appearance'];

/**
 * An account that was made at another service and has neither chosen its side of the network nor agreed to the terms.
 * One that is suspended or was rejected has other things to read first.
 */
export function registrationOwed({ role, status, standing }: User): boolean {
  if (role === 'admin' || standing?.registration_complete !== false) return false;
  return status === 'pending' || status === 'active';
}

/** Whether the page at an address waits until the registration is complete. */
export function waitsForRegistration(pathname: string): boolean {
  return !pathname.startsWith('/auth/') && !OPEN_BEFORE_REGISTRATION.includes(pathname.replace(/\/$/, ''));
}

/**
 * What a person sees after signing in before anything else: what the account lacks, how it stands, or who they are.
 * @param profilePutOff the person wants to complete the profile later
 * @returns null when nothing is in the way
 */
export function firstStop(user: User, profilePutOff: boolean): string | null {
  if (user.role === 'admin') return null;
  if (registrationOwed(user)) return REGISTRATION_PATH;
  if (user.status !== 'active') return STATUS_PATH;
  return user.standing?.profile_complete === false && !profilePutOff ? PROFILE_PATH : null;
}

/** The page of the profile notes who put it off; it is asked for again in the browser's next session. */
export function isProfilePutOff(userId: number): boolean {
  try {
    return window.sessionStorage.getItem(STORAGE_KEYS.profileLater) === String(userId);
  } catch {
    return false;
  }
}
