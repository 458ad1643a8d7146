import type { Property, PropertyBlocks } from '@ezdash/contracts';
import { useMemo, useState } from 'react';
import type { AdScope } from '../adReview/adScope';
import type { Blocking, Where } from '../adReview/useBlocking';
import { WhereChoice } from '../adReview/WhereChoice';
import type { PropertyRequest } from '../properties/properties.api';
import styles from './blocks.module.css';
import { DomainForm } from './DomainForm';
import { SeenForm } from './SeenForm';

interface BlockFormsProps {
  property: Property;
  request: PropertyRequest;
  known: PropertyBlocks;
  blocking: Blocking;
}

/** Adds to what is not shown: a domain by its name, an advertiser or an ad out of those that ran; here or everywhere. */
export function BlockForms({ property: { id, name }, request, known, blocking }: BlockFormsProps) {
  const [whereId, setWhereId] = useState<string | null>(id);
  const scope = useMemo<AdScope>(() => ({ of: 'one', places: [{ id, name }] }), [id, name]);
  const where: Where = whereId === null ? null : { id: whereId };
  const isBlocked = (kind: string, value: string) =>
    known.blocks.some((block) => block.kind === kind && block.value === value);
  return (
    <div className={styles.forms}>
      <WhereChoice scope={scope} value={whereId} onChange={setWhereId} />
      <DomainForm where={where} blocking={blocking} />
      <SeenForm request={request} where={where} blocking={blocking} isBlocked={isBlocked} />
    </div>
  );
}
