import nodemailer from 'nodemailer';
import { isLoopbackHost } from '../../platform/address';
import type { RenderedMail } from './renderMail';

export interface Sender {
  name: string;
  address: string;
}

export interface Letter extends RenderedMail {
  id: string;
  to: string;
  locale: string;
}

/** Hands mails to a server. */
export interface Transport {
  /** Resolves when the server has taken it; rejects with MailRefused. */
  send(letter: Letter, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The server did not take a mail, or could not be reached. The message names no address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  constructor(
    message: string,
    /** The server said for good that it does not take it: no other attempt would help. */
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
/** Silence of the server at any later point. */
const SOCKET_TIMEOUT_MS = 20_000;
const DNS_TIMEOUT_MS = 5_000;
const LONGEST_REASON = 300;
const ADDRESS = /(?<![^\s<>"'])[^\s<>"']+@[^\s<>"',;]+/g;

/** `Name <address>` or the address alone; null when it is neither. */
export function parseSender(text: string, defaultName: string): Sender | null {
  const [, quoted = '', angled] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const address = (angled ?? text).trim();
  if (!/^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/.test(address)) return null;
  const name = quoted.trim().replace(/^"(.*)"$/, '$1');
  return /\p{Cc}/u.test(name) ? null : { name: name || defaultName, address };
}

/** Texts of servers repeat the recipient; logs and lists of jobs must not. */
const withoutAddresses = (text: string) =>
  text.replace(ADDRESS, '[address]').replace(/\s+/g, ' ').slice(0, LONGEST_REASON);

function refusal(error: unknown): MailRefused {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number };
  const isAnswer = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = isAnswer && responseCode !== undefined && responseCode >= 500;
  return new MailRefused(withoutAddresses(message ?? String(error)), isFinal, { cause: error });
}

/** A password must not cross a network in the open; the address itself may say otherwise (`?requireTLS=false`). */
function needsTls(smtpUrl: string): boolean {
  const { protocol, hostname, username } = new URL(smtpUrl);
  return protocol === 'smtp:' && username !== '' && !isLoopbackHost(hostname);
}

/** SMTP by its address: `smtp://user:password@host:587`, `smtps://…:465`. */
export function createSmtp(smtpUrl: string, from: Sender): Transport {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    requireTLS: needsTls(smtpUrl),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    dnsTimeout: DNS_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    send: async (letter, signal) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: letter.to },
          subject: letter.subject,
          text: letter.text,
          html: letter.html,
          attachments: letter.files.map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content,
          })),
          // The same at every attempt: a server that has it already may see that.
          messageId: `<${letter.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': letter.locale },
          signal,
        });
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => transport.close(),
  };
}
