import { normalDomain } from '@ezdash/contracts';
import type { Db } from '../../../platform/db';
import { ValidationError } from '../../../platform/errors';
import { findVerifiedNear } from '../verification/verification.repo';
import { hasMixedScripts } from './foldDomain';
import { foldRegistered, isLocal, isPublicSuffix, looksLike } from './lookalikes';

export interface DomainRules {
  /** Where the network itself is; nobody adds it, or what looks like it. */
  ownUrl: string;
}

const refuse = (sentence: string) => new ValidationError({ domain: [sentence] });

/** What can be said of a domain alone; throws 422 with a sentence beside the field. */
function refuseByItself(domain: string, ownHost: string): void {
  if (isPublicSuffix(domain)) throw refuse('This is an ending that many sites share. Enter your own domain');
  if (hasMixedScripts(domain))
    throw refuse('This domain mixes letters of different scripts, as copies of other sites do');
  if (isLocal(ownHost)) return;
  if (domain === ownHost || domain.endsWith(`.${ownHost}`))
    throw refuse('This is the address of the network itself');
  if (looksLike(domain, ownHost)) throw refuse('This domain looks like the address of the network');
}

/**
 * Refuses what cannot be a publisher's site, and what looks like a site that another publisher has verified (422). The
 * very same domain is not refused: whoever shows that it is theirs has it.
 */
export async function refuseDomain(
  db: Db,
  publisherId: number,
  domain: string,
  { ownUrl }: DomainRules,
): Promise<void> {
  refuseByItself(domain, normalDomain(ownUrl) ?? 'localhost');
  if (isLocal(domain)) return;
  const folded = foldRegistered(domain);
  for (const near of await findVerifiedNear(db, publisherId, folded.length))
    if (looksLike(domain, near))
      throw refuse(
        'This domain looks like a site of another publisher. If it is yours, write to our support',
      );
}
