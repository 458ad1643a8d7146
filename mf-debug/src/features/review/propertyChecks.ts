import type { OperatorProperty } from '@ezdash/contracts';

export interface PropertyCheck {
  name: 'verification' | 'tag' | 'zones' | 'domain' | 'lookalikes' | 'publisher';
  passed: boolean;
  /** Text under `review.property.found`. */
  key: string;
  params: Record<string, unknown>;
}

/** What can be said of a site without a person, from what the server knows of it. Nobody has opened it. */
export function propertyChecksOf({
  zones,
  same_domain: same,
  verification,
  lookalikes = [],
  publisher,
}: OperatorProperty): (PropertyCheck & { at: string | null })[] {
  const seen = zones.flatMap(({ last_request_at: at }) => at ?? []).sort();
  const latest = seen.at(-1) ?? null;
  const check = (
    name: PropertyCheck['name'],
    passed: boolean,
    key: string,
    params: Record<string, unknown> = {},
    at: string | null = null,
  ) => ({ name, passed, key: `${name}.${key}`, params, at });
  const like = lookalikes.length === 0;
  return [
    verification
      ? check('verification', true, verification.method, {}, verification.verified_at)
      : check('verification', false, 'none'),
    check('tag', latest !== null, latest === null ? 'never' : 'seen', {}, latest),
    check('zones', zones.length > 0, zones.length > 0 ? 'some' : 'none', { count: zones.length }),
    check('domain', same === 0, same === 0 ? 'own' : 'shared', { count: same }),
    check('lookalikes', like, like ? 'none' : 'some', { domains: lookalikes.join(', ') }),
    check('publisher', publisher.status === 'active', publisher.status === 'active' ? 'active' : 'notActive'),
  ];
}
