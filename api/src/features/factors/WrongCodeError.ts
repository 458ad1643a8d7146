import { ValidationError } from '../../platform/errors';

/** 422: no code of the account, or one that was used. */
export class WrongCodeError extends ValidationError {
  constructor(message: string) {
    super({ code: [message] }, message, 'WRONG_CODE');
  }
}
