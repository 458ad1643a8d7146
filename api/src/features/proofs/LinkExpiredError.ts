import { ValidationError } from '../../platform/errors';

/** 422: unknown, over or used; the answer does not tell which. */
export class LinkExpiredError extends ValidationError {
  constructor() {
    const text = 'This link works no more. Ask for a new one';
    super({ token: [text] }, text, 'LINK_EXPIRED');
  }
}
