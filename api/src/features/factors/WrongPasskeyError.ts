import { ValidationError } from '../../platform/errors';

/** 422; `reason` is for the log alone. */
export class WrongPasskeyError extends ValidationError {
  constructor(
    message: string,
    readonly reason: string,
  ) {
    super({ response: [message] }, message, 'WRONG_PASSKEY');
  }
}
