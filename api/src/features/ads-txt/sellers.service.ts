import { createHash } from 'node:crypto';
import { adsTxtLine, type PublisherSeller, publicId, type SellersJsonSeller } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import { type NamedSeller, nameSellers } from './nameSellers';
import * as repo from './sellers.repo';

/** /sellers.json as it is sent. */
export interface SellersFile {
  body: Buffer;
  etag: string;
}

export interface SellersService {
  /** A publisher's own entry. */
  get(publisherId: number): Promise<PublisherSeller>;
  /** Says whether name and domain are public. A public entry needs a name. */
  set(publisherId: number, isConfidential: boolean): Promise<PublisherSeller>;
  /** The whole file; at most a minute old. */
  file(): Promise<SellersFile>;
  exportOf(publisherId: number, on: Db): Promise<unknown>;
  forget(trx: Trx, publisherId: number): Promise<void>;
}

export interface SellersServiceDeps {
  db: Db;
  clock: Clock;
  /** Public address of the network, without a slash at its end. */
  appUrl: string;
  networkDomain: string;
  supportEmail: string;
}

/** How long a file is kept before it is made anew. */
export const FILE_MS = 60_000;
const VERSION = '1.0';

const nameOf = ({ company_name: company, first_name: first, last_name: last }: NamedSeller) =>
  company?.trim() || [first, last].filter(Boolean).join(' ').trim() || null;

/** One of `sellers` (sellers.json 1.0, section 3.4): of a confidential one neither name nor domain. Pure. */
export function sellerEntry(row: NamedSeller): SellersJsonSeller {
  const name = nameOf(row);
  const { domain } = row;
  const common = { seller_id: publicId('user', row.id), seller_type: 'PUBLISHER' as const };
  // Without both, an entry that is not confidential would break the specification.
  if (row.is_confidential || name === null || domain === null) return { ...common, is_confidential: 1 };
  return { ...common, is_confidential: 0, name, domain };
}

export function createSellersService(deps: SellersServiceDeps): SellersService {
  const { db, clock, appUrl, networkDomain, supportEmail } = deps;
  let kept: { at: number; file: Promise<SellersFile> } | null = null;

  async function makeFile(): Promise<SellersFile> {
    const sellers = (await nameSellers(db, await repo.findListed(db))).map(sellerEntry);
    const file = { contact_email: supportEmail, version: VERSION, sellers };
    const body = Buffer.from(`${JSON.stringify(file, null, 1)}\n`);
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
  }

  async function ownRow(publisherId: number): Promise<NamedSeller> {
    const known = await repo.findSeller(db, publisherId);
    const [row] = await nameSellers(db, known ? [known] : []);
    if (!row) throw new NotFoundError('No such publisher');
    return row;
  }

  function view(row: NamedSeller): PublisherSeller {
    const sellerId = publicId('user', row.id);
    return {
      seller_id: sellerId,
      network_domain: networkDomain,
      ads_txt_line: adsTxtLine({ domain: networkDomain, sellerId }),
      sellers_json_url: `${appUrl}/sellers.json`,
      is_confidential: row.is_confidential,
      is_listed: row.is_listed,
      entry: sellerEntry(row),
      name: nameOf(row),
      domain: row.domain,
    };
  }

  return {
    get: async (publisherId) => view(await ownRow(publisherId)),

    async set(publisherId, isConfidential) {
      const row = await ownRow(publisherId);
      if (!isConfidential && nameOf(row) === null)
        throw new ConflictError('Enter a company or a name in your profile first', 'NO_NAME');
      await repo.keepEntry(db, publisherId, isConfidential, clock.now());
      kept = null;
      return view({ ...row, is_confidential: isConfidential });
    },

    file() {
      const now = clock.nowMs();
      if (kept && now - kept.at < FILE_MS) return kept.file;
      const made = { at: now, file: makeFile() };
      kept = made;
      // A failure is not kept: the next one asks again.
      made.file.catch(() => {
        if (kept === made) kept = null;
      });
      return made.file;
    },

    async exportOf(publisherId, on) {
      const choice = await repo.findChoice(on, publisherId);
      return {
        sellers_json: choice
          ? { is_confidential: choice.is_confidential, changed_at: choice.changed_at.toISOString() }
          : null,
      };
    },

    forget: repo.forgetEntry,
  };
}
