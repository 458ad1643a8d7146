import { dictionary } from '@zxcvbn-ts/language-common';

/** What is known of the one who chooses a password, and so is no secret. */
export interface PasswordOwner {
  email: string;
  /** Company or site. */
  company: string | null;
  /** What the network calls itself. */
  appName: string;
}

/** Shorter names are part of too many passwords that are good. */
const LEAST_NAME = 4;
/** So much again and again is no secret, whatever it says. */
const SHORT_UNIT = 5;
/** So many digits or signs behind a known word do not hide it: a year, `123!`. */
const MOST_TAIL = 5;
const LINES = [
  '0123456789'.repeat(3),
  '9876543210'.repeat(3),
  'abcdefghijklmnopqrstuvwxyz'.repeat(2),
  'zyxwvutsrqponmlkjihgfedcba'.repeat(2),
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
];
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const inLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
const withoutSigns = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** `abcabc` → `abc`, and `abcab` too; what does not repeat itself stays. */
function unitOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

/** The ways to read a text that who guesses tries: without some of its tail, without signs, with letters for look-alikes. */
function readings(text: string, mostTail: number): string[] {
  const small = text.normalize('NFKC').toLowerCase().trim();
  const tail = /[\d\W_]*$/.exec(small)?.[0] ?? '';
  const cuts = Math.min(tail.length, mostTail) + 1;
  const stems = Array.from({ length: cuts }, (_, cut) => small.slice(0, small.length - cut));
  const all = stems.flatMap((stem) => [stem, withoutSigns(stem), inLetters(stem)]);
  return [...new Set(all)].filter(Boolean);
}

let known: ReadonlySet<string> | undefined;
/** The passwords most found in leaks (49,000, of which 1,557 have ten characters or more), and the words of dice lists. */
function knownWords(): ReadonlySet<string> {
  known ??= new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']]);
  return known;
}

function isCommon(password: string): boolean {
  // What is left of it must be most of it: a word somewhere in a long password does no harm.
  const most = readings(password, MOST_TAIL).filter((reading) => reading.length * 2 >= password.length);
  return most.some((reading) => {
    const unit = unitOf(reading);
    const repeats = unit !== reading;
    return (
      knownWords().has(unit) ||
      (repeats && unit.length <= SHORT_UNIT) ||
      LINES.some((line) => line.includes(reading))
    );
  });
}

function isOwners(password: string, { email, company, appName }: PasswordOwner): boolean {
  const [local = ''] = email.split('@');
  const names = new Set(
    [email, local, local.split('+')[0], company, appName]
      .flatMap((name) => (name ? readings(name, 0) : []))
      .filter((name) => withoutSigns(name).length >= LEAST_NAME),
  );
  return readings(password, Number.POSITIVE_INFINITY).some(
    (reading) => names.has(reading) || names.has(unitOf(reading)),
  );
}

/**
 * Why nobody should have this password, in a sentence for its field; null when nothing speaks against it. It is a
 * common one or its owner's name, as it is, repeated, with digits behind it or with signs that look like letters.
 */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  if (isOwners(password, owner))
    return 'Choose a password that is not your e-mail address, your company or the name of this site';
  return isCommon(password)
    ? 'This password is too common. Choose one that nobody else would think of'
    : null;
}
