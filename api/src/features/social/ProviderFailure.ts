import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** A provider did not answer, answered with an error, or said what cannot be believed. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';

  /** @param isCancelled the person said no there */
  constructor(
    message: string,
    readonly isCancelled: boolean,
  ) {
    super(message);
  }
}

/** RFC 6749 allows more; what is longer or stranger is not for a log. */
const plain = (code: string): string => (/^[\w.-]{1,60}$/.test(code) ? code : 'unreadable');

/** A word or two for the log. Never the error itself: its cause may hold the code, the tokens or what was sent with them. */
export function describeFailure(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return `${error.name} ${plain(error.error)}`;
  if (error instanceof ClientError) return `${error.name} ${plain(error.code ?? 'none')}`;
  if (error instanceof ProviderFailure) return error.message;
  return error instanceof Error ? plain(error.name) : 'unknown';
}

export function providerFailure(error: unknown): ProviderFailure {
  const isCancelled = error instanceof AuthorizationResponseError && error.error === 'access_denied';
  return new ProviderFailure(describeFailure(error), isCancelled);
}
