import { adReviewList, adReviewQuery, blockAnswer, blockInput, propertyBlocks } from '@ezdash/contracts';
import type { AdReviewFeature } from '../../ad-review';
import { body, idParams, named, type Operation, operation } from '../operation';

const BLOCK_INPUT = body('BlockInput', blockInput);
const BLOCK_ANSWER = named('BlockAnswer', blockAnswer);
const EXAMPLE = { kind: 'domain', value: 'shop.example', properties: null };

/** The ads on a publisher's properties, and what is kept off them. */
export function adReviewOperations({ ads, blocks }: Pick<AdReviewFeature, 'ads' | 'blocks'>): Operation[] {
  const shared = { tag: 'Ad review', role: 'publisher' } as const;
  return [
    operation(
      {
        ...shared,
        id: 'listAds',
        method: 'get',
        path: '/ads',
        scope: 'read',
        summary: 'The ads that ran on your properties, with their figures and whether you block them',
        query: adReviewQuery,
        answer: named('AdReviewList', adReviewList),
      },
      ({ query, user }) => ads.list(user.id, query),
    ),
    operation(
      {
        ...shared,
        id: 'listBlocks',
        method: 'get',
        path: '/properties/{id}/blocks',
        scope: 'read',
        summary: 'What a property does not show, and what it did not show once',
        params: idParams,
        answer: named('PropertyBlocks', propertyBlocks),
      },
      ({ params, user }) => blocks.list(user.id, params.id),
    ),
    operation(
      {
        ...shared,
        id: 'addBlock',
        method: 'post',
        path: '/property-blocks',
        scope: 'write',
        summary: 'Block an ad, an advertiser, a category or a domain on some properties or on all (null)',
        body: BLOCK_INPUT,
        example: EXAMPLE,
        answer: BLOCK_ANSWER,
      },
      (context) => blocks.block(context.user.id, context.body),
    ),
    operation(
      {
        ...shared,
        id: 'removeBlock',
        method: 'post',
        path: '/property-blocks/remove',
        scope: 'write',
        summary: 'Take a block back',
        body: BLOCK_INPUT,
        example: EXAMPLE,
        answer: BLOCK_ANSWER,
      },
      (context) => blocks.unblock(context.user.id, context.body),
    ),
  ];
}
