import type { DocumentKind, DocumentLink } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import type { DocumentContent, DocumentLocale, DocumentParty } from './content';
import {
  type Buyer,
  documentLinkOf,
  findBuyer,
  findBySubject,
  insertDocument,
  nextNumber,
} from './documents.repo';
import { countryName, documentLocale } from './format';
import { type Say, TITLES, wordsOf } from './words';

/** Who the network is. */
export interface Company {
  name: string;
  /** Lines. */
  address: string[];
  taxId: string | null;
}

const PREFIXES: Readonly<Record<DocumentKind, string>> = {
  invoice: 'INV',
  proforma: 'PRO',
  credit_note: 'CN',
  credit_statement: 'CS',
  payout_statement: 'PS',
};
const DIGITS = 6;

/** What a kind of document has of its own; the rest is the same for all. */
export type OwnContent = Pick<DocumentContent, 'status' | 'facts' | 'lines' | 'totals' | 'box' | 'notes'>;

export interface Wish {
  kind: DocumentKind;
  userId: number;
  /** What it is about: one document of a kind each. */
  subject: string;
  paymentId: number | null;
  currency: string;
  totalMicros: bigint;
  issuedAt: Date;
  /** In the language of the account. */
  write(say: Say, locale: DocumentLocale): OwnContent;
}

/** A line break or a control sign in a name would tear the layout. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

function buyerParty(buyer: Buyer, locale: DocumentLocale): DocumentParty {
  const person = oneLine([buyer.first_name, buyer.last_name].filter(Boolean).join(' '));
  const company = oneLine(buyer.company_name ?? '');
  const [name = buyer.email, ...more] = [company, person].filter((text) => text !== '');
  return {
    name,
    address: [...more, buyer.email, ...(buyer.country ? [countryName(locale, buyer.country)] : [])].filter(
      (line) => line !== name,
    ),
    tax_id: buyer.tax_id,
  };
}

/**
 * Issues a document in the transaction of what it is about: with it or not at all. Asked again, it answers the one that
 * is there. It holds the counter of its kind until the transaction ends, so nothing else may be locked behind it.
 */
export async function issueDocument(trx: Trx, company: Company, wish: Wish): Promise<DocumentLink> {
  const { kind, userId, subject, issuedAt } = wish;
  const known = await findBySubject(trx, kind, subject);
  if (known) return documentLinkOf(known);
  const buyer = await findBuyer(trx, userId);
  const locale = documentLocale(buyer.locale);
  const say = wordsOf(locale);
  const own = wish.write(say, locale);
  const year = issuedAt.getUTCFullYear();
  const number = `${PREFIXES[kind]}-${year}-${String(await nextNumber(trx, kind, year)).padStart(DIGITS, '0')}`;
  const content: DocumentContent = {
    version: 1,
    locale,
    title: say(TITLES[kind]),
    seller: { name: company.name, address: company.address, tax_id: company.taxId },
    buyer: buyerParty(buyer, locale),
    ...own,
    facts: [
      { label: say('number'), value: number },
      ...own.facts,
      { label: say('customer'), value: publicId('user', userId) },
    ],
  };
  const id = await insertDocument(trx, { ...wish, number, content });
  return { id: publicId('document', id), number, kind };
}
