import type { Reply } from '../http';

/** Xero's body of a call that it cannot take; the numbers are its own. */
const TYPES = {
  ValidationException: 10,
  PostDataInvalidException: 14,
  QueryParseException: 16,
  NoDataProcessedException: 17,
} as const;

/** Thrown by whoever finds the fault, answered in one place. */
export class XeroRefusal extends Error {
  constructor(
    readonly type: keyof typeof TYPES,
    message: string,
    readonly elements: readonly Record<string, unknown>[] = [],
  ) {
    super(message);
  }

  reply(): Reply {
    const { type, message, elements } = this;
    return {
      status: 400,
      body: { ErrorNumber: TYPES[type], Type: type, Message: message, Elements: elements },
    };
  }
}

export const messages = (errors: readonly string[]) => errors.map((Message) => ({ Message }));

export const validationRefusal = (elements: readonly Record<string, unknown>[]) =>
  new XeroRefusal('ValidationException', 'A validation exception occurred', elements);

export class NotFound extends Error {
  constructor() {
    super('The resource you are looking for cannot be found');
  }
}
