import type { Mount } from '../../platform/http';
import { adRoutes, blockRoutes, propertyBlockRoutes } from './adReview.routes';
import { type AdsService, createAdsService } from './ads.service';
import { type AdReviewDeps, type BlocksService, createBlocksService } from './blocks.service';

export interface AdReviewFeature {
  mounts: Mount[];
  ads: AdsService;
  blocks: BlocksService;
}

/** The ads that run on a publisher's properties, and what is not to run there. */
export function createAdReviewFeature(deps: AdReviewDeps): AdReviewFeature {
  const ads = createAdsService(deps);
  const blocks = createBlocksService(deps);
  return {
    mounts: [
      { path: '/api/publisher/ads', router: adRoutes(ads) },
      { path: '/api/properties', router: propertyBlockRoutes(blocks) },
      { path: '/api/property-blocks', router: blockRoutes(blocks) },
    ],
    ads,
    blocks,
  };
}
