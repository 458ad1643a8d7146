import { STORAGE_KEYS } from '@ezdash/contracts/constants';

/** This person wants to complete the profile later: the shell asks no more while the browser's session lasts. */
export function putProfileOff(userId: number): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEYS.profileLater, String(userId));
  } catch {
    // asked again at the next sign-in, no more
  }
}
