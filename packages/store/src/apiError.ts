import type { ErrorBody } from '@ezdash/contracts';

/** A refused or failed call, decoded once, in the base query. */
export interface ApiError {
  /** The HTTP status, or what kept the call from an answer. */
  status: number | 'network' | 'timeout';
  message: string;
  code: string;
  /** Field → what is wrong with it. */
  errors: Record<string, string[]>;
  requestId?: string;
  /** What the answer says beside these; left out when that is nothing. */
  extra?: Record<string, unknown>;
}

function extraOf(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { message, error, code, errors, requestId, redirect, ...extra } = body as Record<string, unknown>;
  return Object.keys(extra).length > 0 ? extra : undefined;
}

function textOf(body: unknown, key: string): string | undefined {
  const value = (body as Record<string, unknown> | null)?.[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Any answer's body to the one shape; debug calls may say `error` instead of `message`. */
export function decodeError(status: ApiError['status'], body: unknown, requestId?: string): ApiError {
  const fields = (body as Partial<ErrorBody> | null)?.errors;
  const extra = extraOf(body);
  return {
    status,
    message: textOf(body, 'message') ?? textOf(body, 'error') ?? '',
    code: textOf(body, 'code') ?? (typeof status === 'number' ? `HTTP_${status}` : status.toUpperCase()),
    errors: fields && typeof fields === 'object' ? fields : {},
    requestId: textOf(body, 'requestId') ?? requestId,
    ...(extra ? { extra } : {}),
  };
}

/** The error of a query or mutation as an ApiError; null when there is none. */
export function toApiError(error: unknown): ApiError | null {
  if (error === undefined || error === null) return null;
  if (typeof error === 'object' && 'status' in error && 'errors' in error) return error as ApiError;
  const message = error instanceof Error ? error.message : textOf(error, 'message');
  return { status: 'network', message: message ?? '', code: 'UNKNOWN', errors: {} };
}
