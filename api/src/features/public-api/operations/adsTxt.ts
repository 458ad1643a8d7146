import { adsTxtCheck, publisherSeller, publisherSellerInput } from '@ezdash/contracts';
import type { AdsTxtFeature } from '../../ads-txt';
import { body, idParams, named, type Operation, operation } from '../operation';

const PROPERTIES = { tag: 'Properties', role: 'publisher' } as const;
const CHECK = named('AdsTxtCheck', adsTxtCheck);
const SELLER = named('Seller', publisherSeller);

/** ads.txt of a publisher's properties, and the publisher's entry in sellers.json. */
export function adsTxtOperations({
  adsTxt,
  sellers,
}: Pick<AdsTxtFeature, 'adsTxt' | 'sellers'>): Operation[] {
  return [
    operation(
      {
        ...PROPERTIES,
        id: 'getAdsTxt',
        method: 'get',
        path: '/properties/{id}/ads-txt',
        scope: 'read',
        summary: "What the last look at a property's ads.txt found, and the line that belongs into it",
        params: idParams,
        answer: CHECK,
      },
      ({ user, params }) => adsTxt.get(user.id, params.id),
    ),
    operation(
      {
        ...PROPERTIES,
        id: 'checkAdsTxt',
        method: 'post',
        path: '/properties/{id}/ads-txt/check',
        scope: 'write',
        summary: "Look at a property's ads.txt now",
        params: idParams,
        answer: CHECK,
      },
      ({ user, params }) => adsTxt.check(user.id, params.id),
    ),
    operation(
      {
        ...PROPERTIES,
        id: 'getSeller',
        method: 'get',
        path: '/seller',
        scope: 'read',
        summary: 'Your entry in sellers.json',
        answer: SELLER,
      },
      ({ user }) => sellers.get(user.id),
    ),
    operation(
      {
        ...PROPERTIES,
        id: 'setSeller',
        method: 'put',
        path: '/seller',
        scope: 'write',
        summary: 'Say whether sellers.json has your name and domain',
        body: body('SellerInput', publisherSellerInput),
        example: { is_confidential: false },
        answer: SELLER,
      },
      (context) => sellers.set(context.user.id, context.body.is_confidential),
    ),
  ];
}
