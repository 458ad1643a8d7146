import { type AssetUpload, publicId } from '@ezdash/contracts';
import type { Db } from '../../../api/src/platform/db';
import {
  makeAdvertiser,
  makeCampaign,
  makeProperty,
  makePublisher,
  makeZone,
} from '../../../api/src/testing/factories';
import { createTestClient } from '../../../api/src/testing/testClient';
import type { Hostile, TakingRoute } from './messages';

/** Reaches what publishers alone may ask; anything else is asked by an advertiser. */
const OF_PUBLISHERS = /\/(properties|property-blocks|zones|publisher|seller)\b/;
/** The first that has tokens of the API. */
const VIP1 = 3;
let made = 0;

/** One free account with a thing of each kind, at an address of its own, signed in and with a token. */
export async function openAccount(db: Db, url: string, { path }: Pick<TakingRoute, 'path'>) {
  made += 1;
  const isPublisher = OF_PUBLISHERS.test(path);
  const user = await (isPublisher
    ? makePublisher(db, { account_type_id: VIP1 })
    : makeAdvertiser(db, { cashMicros: 0n, account_type_id: VIP1 }));
  const client = createTestClient(url);
  const address = `198.51.${made >> 8}.${made & 255}`;
  client.setHeader('X-Forwarded-For', address);
  await client.signIn(user);
  const created = await client.post<{ secret: string }>('/api/settings/api-tokens', {
    ...{ name: 'bench', scopes: ['read', 'write'], addresses: [], expires_in_days: 30 },
  });
  if (created.status !== 201) throw new Error(`No token was made: ${created.text}`);
  const { body: me } = await client.get<{ csrf_token: string }>('/api/auth/me');
  const property = isPublisher ? await makeProperty(db, { publisher_id: user.id }) : null;
  const things: Record<string, string> = {};
  if (property) {
    things.properties = publicId('property', property.id);
    things.zones = publicId('zone', (await makeZone(db, { property_id: property.id })).id);
  } else {
    things.campaigns = publicId('campaign', (await makeCampaign(db, { advertiser_id: user.id })).id);
    const upload = await client.post<AssetUpload>('/api/assets/uploads', {
      ...{ name: 'film.mp4', content_type: 'video/mp4', bytes: 20_000_000, sha256: '0'.repeat(64) },
    });
    things.uploads = upload.body.id;
  }
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headersOf = (at: string): Record<string, string> => ({
    'X-Forwarded-For': address,
    ...(at.startsWith('/api/v1/')
      ? { Authorization: `Bearer ${created.body.secret}`, 'Idempotency-Key': `bench-${made}` }
      : { Cookie: cookie, 'X-CSRF-TOKEN': me.csrf_token, 'X-Requested-With': 'XMLHttpRequest' }),
  });
  return (method: string, type: string, body: Buffer, query = ''): Hostile => ({
    method,
    path: `${path.replace(/(\w[\w-]*)\/:\w+/g, (_all, kind: string) => `${kind}/${things[kind] ?? 'x'}`)}${query && `?${query}`}`,
    headers: { ...headersOf(path), 'Content-Type': type, 'Content-Length': String(body.length) },
    body,
  });
}
