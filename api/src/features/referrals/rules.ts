import type { ReferralReason } from '@ezdash/contracts';

/** What is known of one side; nothing of it leaves the server. */
export interface Facts {
  email: string;
  /** Addresses of accounts elsewhere that sign in to it. */
  linkedEmails: readonly string[];
  phone: string | null;
  company: string | null;
  taxId: string | null;
  /** Of properties whose ownership is shown. */
  domains: readonly string[];
  /** Cards and bank accounts, one key each that the same instrument has everywhere. */
  instruments: readonly string[];
}

export type RuleReason = Exclude<ReferralReason, 'operator'>;
/** In the order in which one of them is named as the reason. */
export const RULES: readonly RuleReason[] = [
  'same-account',
  'same-email',
  'same-domain',
  'same-payment',
  'same-company',
  'same-device',
];

/** Providers that read `a.b+shop@` as `ab@`. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);
const parts = (email: string): [local: string, domain: string] => {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at), email.slice(at + 1)];
};

/** The mailbox behind an address: what stands behind a plus is a note, and some providers pass over dots. */
export function mailboxOf(email: string): string {
  const [local, domain] = parts(email.trim().toLowerCase());
  const [name = ''] = local.split('+');
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

const LEGAL_FORMS = new Set(
  'gmbh ag kg ohg ug se mbh co inc incorporated llc ltd limited plc corp corporation company sarl sas sa srl spa bv nv oy ab as aps'.split(
    ' ',
  ),
);
/** A company's name without case, signs and legal form: `Acme Media GmbH & Co. KG` → `acme media`. */
export function companyName(name: string | null): string {
  const words = (name ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const core = words.filter((word) => !LEGAL_FORMS.has(word));
  return (core.length > 0 ? core : words).join(' ');
}

/** Letters and digits alone: `DE 123.456-7` is `DE1234567`. */
export const taxNumber = (text: string | null): string =>
  (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');

const LEAST_DIGITS = 7;
/** Digits alone; too few of them name nobody. */
export function phoneNumber(text: string | null): string {
  const digits = (text ?? '').replace(/\D/g, '').replace(/^00/, '');
  return digits.length >= LEAST_DIGITS ? digits : '';
}

export const hostOf = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');

const overlap = (a: readonly string[], b: readonly string[]): boolean => {
  const known = new Set(a);
  return b.some((each) => each !== '' && known.has(each));
};
const same = (a: string, b: string): boolean => a !== '' && a === b;

/** An address at a site, or the site itself, that the other side has shown to be its own. */
function sharesDomain(one: Facts, other: Facts): boolean {
  const own = one.domains.map(hostOf);
  return overlap(own, [hostOf(parts(other.email)[1]), ...other.domains.map(hostOf)]);
}

const linkedWith = (one: Facts, other: Facts): boolean =>
  one.linkedEmails.map(mailboxOf).includes(mailboxOf(other.email));

/** Which of the rules against bringing oneself are met, in their order. */
export function rulesMet(referrer: Facts, referred: Facts, sameDevice: boolean): RuleReason[] {
  const met: Readonly<Record<RuleReason, boolean>> = {
    'same-account':
      linkedWith(referrer, referred) ||
      linkedWith(referred, referrer) ||
      overlap(referrer.linkedEmails.map(mailboxOf), referred.linkedEmails.map(mailboxOf)) ||
      same(phoneNumber(referrer.phone), phoneNumber(referred.phone)),
    'same-email': mailboxOf(referrer.email) === mailboxOf(referred.email),
    'same-domain': sharesDomain(referrer, referred) || sharesDomain(referred, referrer),
    'same-payment': overlap(referrer.instruments, referred.instruments),
    'same-company':
      same(companyName(referrer.company), companyName(referred.company)) ||
      same(taxNumber(referrer.taxId), taxNumber(referred.taxId)),
    'same-device': sameDevice,
  };
  return RULES.filter((rule) => met[rule]);
}
