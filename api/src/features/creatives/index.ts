import path from 'node:path';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import { assetRoutes } from './assets.routes';
import { type AssetService, createAssetService } from './assets.service';
import { createImageStore, type ImageStore } from './imageStore';

export { recordAsset } from './assets.repo';
export type { AssetService } from './assets.service';
export { type AssetImage, assetUrl, contentOf, creativeFile, presentAsset } from './content';
export { inspectBundle } from './html5Bundle';
export { createImageStore, type ImageStore, imageUrl } from './imageStore';
export { inspectVideo } from './videoFile';

export interface CreativesFeature {
  mounts: Mount[];
  store: ImageStore;
  assets: AssetService;
}

/**
 * What creatives show: upload, check, store. The files are served in front of Express, from `<dataDir>/creatives`.
 */
export function createCreativesFeature({ db, dataDir }: { db: Db; dataDir: string }): CreativesFeature {
  const store = createImageStore(path.join(dataDir, 'creatives'));
  const assets = createAssetService({ db, store });
  return { mounts: [{ path: '/api/assets', router: assetRoutes(assets) }], store, assets };
}
