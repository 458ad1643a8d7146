import { type IncidentCreditInput, type IncidentCreditList, publicId } from '@ezdash/contracts';
import { type Db, inTransaction, type Trx, toNumber } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { creditIncident, noteMoneyAction, PostedOtherwiseError } from '../ledger';
import * as repo from './credits.repo';
import { findArticle, lockArticle } from './editor.repo';
import type { NewsEditorDeps } from './editor.service';

export interface IncidentCreditService {
  /** What was given for an article, newest first. */
  list(articleId: string): Promise<IncidentCreditList>;
  /** Once for each key. 409 `NO_INCIDENT`, `KEY_USED`. */
  grant(by: number, articleId: string, input: IncidentCreditInput): Promise<IncidentCreditList>;
}

type LockedArticle = NonNullable<Awaited<ReturnType<typeof lockArticle>>>;

const missing = () => new NotFoundError('No such article');
const keyUsed = () => new ConflictError('Another credit was given under this key', 'KEY_USED');
const transactionOf = (id: bigint) => publicId('transaction', toNumber(id));

/** Bonus for advertisers whom an incident cost something: a line of their ledger that leads to the article. */
export function createIncidentCredits({
  db,
  clock,
}: Pick<NewsEditorDeps, 'db' | 'clock'>): IncidentCreditService {
  async function shown(on: Db, articleId: number): Promise<IncidentCreditList> {
    const rows = await repo.findCredits(on, articleId);
    return {
      credits: rows.map((row) => ({
        transaction: transactionOf(row.transaction_id),
        account: { id: row.advertiser_id, email: row.email, company: row.company },
        amount_micros: toNumber(row.amount_micros),
        why: row.why,
        granted_at: row.granted_at.toISOString(),
        granted_by: row.granted_by,
        taken_back: row.taken_back,
      })),
      total_micros: toNumber(
        rows.reduce((sum, { amount_micros, taken_back }) => (taken_back ? sum : sum + amount_micros), 0n),
      ),
    };
  }

  /** Readers must be able to follow the line to what it is for. */
  function assertIncident({ category, published_at, audiences }: LockedArticle): void {
    if (category !== 'incident' || published_at === null || !audiences.includes('advertiser'))
      throw new ConflictError(
        'Credits are given for incidents that advertisers can read of: publish the article for them first',
        'NO_INCIDENT',
      );
  }

  /** Whether this very credit was given before; another one under its key is refused. */
  async function wasGiven(trx: Trx, articleId: number, input: IncidentCreditInput): Promise<boolean> {
    const known = await repo.findByKey(trx, input.key);
    if (!known) return false;
    const isSame =
      known.article_id === articleId &&
      known.advertiser_id === input.advertiser_id &&
      known.amount_micros === BigInt(input.amount_micros) &&
      known.why === input.why;
    if (!isSame) throw keyUsed();
    return true;
  }

  async function assertAdvertiser(trx: Trx, id: number): Promise<void> {
    const account = await repo.holdAccount(trx, id);
    const wrong = (text: string) => new ValidationError({ advertiser_id: [text] });
    if (account?.role !== 'advertiser') throw wrong('There is no advertiser with this number');
    if (account.deleted_at !== null) throw wrong('This account was deleted');
  }

  async function book(trx: Trx, by: number, articleId: number, input: IncidentCreditInput): Promise<void> {
    const { key, advertiser_id, amount_micros, why } = input;
    const now = clock.now();
    await assertAdvertiser(trx, advertiser_id);
    const amountMicros = BigInt(amount_micros);
    const { id, posted } = await creditIncident(trx, {
      ownerId: advertiser_id,
      amountMicros,
      reference: key,
      occurredAt: now,
      description: why,
    });
    if (!posted) {
      // For another article at the same time.
      if (!(await wasGiven(trx, articleId, input))) throw keyUsed();
      return;
    }
    await repo.insertCredit(trx, {
      client_key: key,
      article_id: articleId,
      advertiser_id,
      amount_micros: amountMicros,
      why,
      granted_by: by,
      granted_at: now,
      transaction_id: id,
    });
    await noteMoneyAction(trx, {
      actor: `admin ${by}`,
      action: 'incident_credited',
      why,
      detail: {
        article: publicId('newsArticle', articleId),
        account: advertiser_id,
        amount_micros,
        transaction: transactionOf(id),
      },
    });
  }

  function rowOf(articleId: string): number {
    const row = publicRowId('newsArticle', articleId);
    if (row === null) throw missing();
    return row;
  }

  return {
    async list(articleId) {
      const row = rowOf(articleId);
      if (!(await findArticle(db, row))) throw missing();
      return shown(db, row);
    },
    async grant(by, articleId, input) {
      const row = rowOf(articleId);
      await inTransaction(db, async (trx) => {
        const article = await lockArticle(trx, row);
        if (!article) throw missing();
        // What was given stays given, whatever became of the article and the account since.
        if (await wasGiven(trx, row, input)) return;
        assertIncident(article);
        await book(trx, by, row, input);
      }).catch((error: unknown) => {
        // The same key for another account or amount, given for another article at the same time.
        throw error instanceof PostedOtherwiseError ? keyUsed() : error;
      });
      return shown(db, row);
    },
  };
}
