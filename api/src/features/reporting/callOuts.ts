import type { CallOut, Property } from '@ezdash/contracts';
import { worstFirst } from './worstFirst';

/** A zone that waits for its first ad request. */
export interface SilentZone {
  id: string;
  name: string;
  propertyId: string;
  property: string;
}

/** One for all of them: their owner puts the tags of a site into it together. */
function silentCallOut(zones: readonly SilentZone[]): CallOut | null {
  const [first, ...others] = zones;
  if (!first) return null;
  const property = `/publisher/properties/${first.propertyId}`;
  const isOneSite = others.every(({ propertyId }) => propertyId === first.propertyId);
  // One zone's tag is opened there.
  const href = others.length === 0 ? `${property}?tag=${first.id}` : property;
  return {
    code: 'no-tag-seen',
    tone: 'warn',
    subject: first.name,
    params: { property: first.property, others: others.length },
    href: isOneSite ? href : '/publisher/properties',
  };
}

/** A zone that the network stopped. */
export interface StoppedZone {
  name: string;
  propertyId: string;
  reason: string;
}

/** What waits for a publisher. */
export function publisherCallOuts(
  properties: readonly Pick<Property, 'id' | 'name' | 'state' | 'state_reason'>[],
  silentZones: readonly SilentZone[],
  stoppedZones: readonly StoppedZone[] = [],
): CallOut[] {
  const all: CallOut[] = stoppedZones.map(({ name, propertyId, reason }) => ({
    code: 'zone-stopped',
    tone: 'bad',
    subject: name,
    params: { reason },
    href: `/publisher/properties/${propertyId}`,
  }));
  for (const { id, name, state, state_reason } of properties)
    if (state === 'rejected' || state === 'stopped')
      all.push({
        code: `property-${state}`,
        tone: 'bad',
        subject: name,
        params: { reason: state_reason ?? '' },
        href: `/publisher/properties/${id}`,
      });
  const [unverified, ...others] = properties.filter(({ state }) => state === 'pending');
  if (unverified)
    all.push({
      code: 'property-unverified',
      tone: 'warn',
      subject: unverified.name,
      params: { others: others.length },
      href:
        others.length === 0
          ? `/publisher/properties/${unverified.id}?tab=verification`
          : '/publisher/properties',
    });
  const tagCallOut = silentCallOut(silentZones);
  if (tagCallOut) all.push(tagCallOut);
  if (properties.every((property) => property.state === 'archived'))
    all.push({ code: 'no-property', tone: 'info', subject: '', params: {}, href: '/publisher/properties' });
  return worstFirst(all);
}
