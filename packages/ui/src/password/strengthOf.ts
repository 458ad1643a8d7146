import { PASSWORD_MIN_LENGTH } from '@ezdash/contracts/constants';

/** 0 too short, 1 enough, 2 good, 3 strong. Length is what holds: rules about signs only make passwords worse. */
export function strengthOf(password: string): 0 | 1 | 2 | 3 {
  const distinct = new Set(password).size;
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH) return 0;
  if (distinct < 6 || length < PASSWORD_MIN_LENGTH + 3) return 1;
  return length < PASSWORD_MIN_LENGTH + 8 ? 2 : 3;
}
