import type { Finding } from '@ezdash/contracts';
import { foldText } from '../help/excerpt';

type Kind = Finding['kind'];

/**
 * Words that say what somebody means without a name, folded, in the languages that most of our customers write; a word of
 * the text may go on behind them. What is not here is asked of a person.
 */
const TOPICS: readonly { words: readonly string[]; kinds: readonly Kind[] }[] = [
  { words: ['unfunded'], kinds: ['campaign-unfunded'] },
  {
    words: ['budget', 'tagesbudget', 'presupuesto', 'orcamento', 'spend', 'ausgab'],
    kinds: ['campaign-budget-reached', 'campaign-total-reached', 'campaign-total-rest', 'campaign-unfunded'],
  },
  {
    words: [
      'reject',
      'refus',
      'declin',
      'disapprov',
      'abgelehnt',
      'ablehn',
      'rechaz',
      'rejeit',
      'rifiut',
      'afgewezen',
    ],
    kinds: ['campaign-rejected', 'property-rejected'],
  },
  {
    words: ['review', 'approv', 'freigab', 'freigeb', 'pruf', 'genehmig', 'aprob', 'aprov', 'approuv'],
    kinds: ['campaign-in-review', 'property-pending', 'campaign-rejected', 'property-rejected'],
  },
  {
    words: ['paus', 'stopp', 'angehalten', 'gestoppt'],
    kinds: [
      'campaign-stopped',
      'property-stopped',
      'zone-stopped',
      'campaign-paused-by-system',
      'campaign-paused-by-user',
      'campaign-unfunded',
      'campaign-budget-reached',
      'campaign-total-reached',
      'campaign-total-rest',
    ],
  },
  {
    words: ['impression', 'deliver', 'auslief', 'einblend', 'auction', 'auktion', 'impresion', 'impressao'],
    kinds: [
      'campaign-stopped',
      'campaign-rejected',
      'campaign-paused-by-system',
      'campaign-unfunded',
      'campaign-budget-reached',
      'campaign-total-reached',
      'campaign-total-rest',
      'campaign-loses-auctions',
      'campaign-targeting-narrow',
    ],
  },
  { words: ['script', 'snippet', 'einbau', 'einbind', 'javascript', 'adcode'], kinds: ['zone-no-tag'] },
  {
    words: ['fill', 'empty', 'blank', 'leer', 'auslastung', 'vide', 'vacio'],
    kinds: [
      'zone-low-fill',
      'zone-no-tag',
      'property-pending',
      'property-rejected',
      'property-stopped',
      'zone-stopped',
    ],
  },
];

/** What figures of campaigns and zones have no part in: whoever writes of it wants a person. */
const ELSEWHERE = [
  'password',
  'passwort',
  'contrasena',
  'login',
  'anmeld',
  'passkey',
  'api',
  'webhook',
  'delet',
  'losch',
  'contract',
  'vertrag',
];

/**
 * Beginnings of words about being paid, paying in, balances, invoices and tax, folded; `$` ends a word. Behind `.*` they may
 * also end a German word that is put together: "Monatsrechnung".
 */
const MONEY = new RegExp(
  `^(?:${[
    // English
    'paid$',
    'pay(?!load)',
    'earn(?!est)',
    'balanc',
    'revenue',
    'invoic',
    'bill(?:s|ed|ing)?$',
    'tax(?!i|on)',
    'vat$',
    'withdraw',
    'refund',
    'deposit',
    'funds$',
    'money$',
    'iban$',
    // German
    '.*guthaben',
    'kontostand',
    'saldo',
    '.*(?<!be)rechnung(?:en|s|sadresse|snummer)?$',
    'abgerechnet',
    '.*auszahl',
    'ausgezahlt',
    '.*einzahl',
    'eingezahlt',
    '(?:be|ge)zahl',
    'zahlung',
    'verdien',
    'einnahm',
    'einkunft',
    '.*umsatz',
    'erlos',
    '.*vergutung',
    '.*gutschrift',
    'steuer(?!ung)',
    'mehrwertsteuer',
    'mwst$',
    'ust$',
    'abheb',
    'uberweis',
    'erstatt',
    'geld',
    // French, Spanish, Portuguese, Italian
    'factur',
    'fatur',
    'fattur',
    'solde$',
    'fondos',
    'impuest',
    'impot',
  ].join('|')})`,
);
/** What a campaign without funds is called in German. */
const UNFUNDED = /ohne guthaben/g;
/** Of money, and of a place or a campaign in review alike: other words decide. */
const WAITING = /^(?:pending|ausstehend)/;

/** In small letters alone: a German "Tag" is a day. */
const TAG = /(?<!\p{L})tags?(?!\p{L})/u;

const wordsOf = (text: string) => foldText(text).match(/\p{L}+/gu) ?? [];

/** The text speaks of something that nobody's figures answer. */
export function isElsewhere(text: string): boolean {
  return wordsOf(text).some((word) => ELSEWHERE.some((topic) => word.startsWith(topic)));
}

/** The text asks of money that nobody's delivery explains: what was earned, is left, is owed. A person answers. */
export function isOfMoney(text: string): boolean {
  const words = wordsOf(foldText(text).replace(UNFUNDED, 'unfunded'));
  return (
    words.some((word) => MONEY.test(word)) ||
    (words.some((word) => WAITING.test(word)) && askedKinds(text).size === 0)
  );
}

/** Kinds of findings that the words of a text ask for; none when it has no such word. */
export function askedKinds(text: string): ReadonlySet<Kind> {
  const words = wordsOf(foldText(text).replace(UNFUNDED, 'unfunded'));
  const isSaid = (topic: string) => words.some((word) => word.startsWith(topic));
  const asked = TOPICS.filter(({ words: topics }) => topics.some(isSaid)).flatMap(({ kinds }) => kinds);
  return new Set(TAG.test(text) ? [...asked, 'zone-no-tag' as const] : asked);
}
