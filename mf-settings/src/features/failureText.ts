import { sentence } from '@ezdash/contracts/constants';
import { failureOf } from '@ezdash/store';

type Say = (key: string) => string;

/** Why a call failed, as a sentence; what to do when the server said nothing. Empty for a proof that was not given. */
export function failureText(error: unknown, t: Say): string {
  const failure = failureOf(error);
  if (!failure) return '';
  const message = failure.message.trim();
  if (message === '') return t('failure.noAnswer');
  return sentence(message);
}
