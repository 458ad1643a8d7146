import type { MailRequest } from './createMail';
import type { TemplateData } from './templates/templates';

type Data = TemplateData['security-changed'];

/** Whose account it is. */
export interface NoticeReader {
  id: number;
  email: string;
  locale: string | null;
  timezone: string;
}

export interface SecurityNotice extends Pick<Data, 'what' | 'provider' | 'tokenName' | 'device'> {
  at: Date;
  /** The row it is about, where an account has several. */
  of?: string;
}

/** The mail by which owners learn what changed about the security of their account; it cannot be turned off. */
export function securityNotice(
  { id, email, locale, timezone }: NoticeReader,
  { at, of = '', ...facts }: SecurityNotice,
): MailRequest<'security-changed'> {
  return {
    to: email,
    template: 'security-changed',
    locale,
    data: { ...facts, changedAt: at.toISOString(), timeZone: timezone },
    idempotencyKey: `security-changed:${facts.what}:${id}:${at.getTime()}:${of}`,
  };
}
