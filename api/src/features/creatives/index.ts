import path from 'node:path';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import { assetRoutes } from './assets.routes';
import { type AssetService, createAssetService } from './assets.service';
import { createImageStore, type ImageStore } from './imageStore';

export { type AssetImage, assetUrl, presentAsset, recordAsset } from './assets.service';
export { createImageStore, type ImageStore, imageUrl } from './imageStore';

export interface CreativesFeature {
  mounts: Mount[];
  store: ImageStore;
  assets: AssetService;
}

/** Images of creatives: upload, check, store. The files are served in front of Express, from `<dataDir>/creatives`. */
export function createCreativesFeature({ db, dataDir }: { db: Db; dataDir: string }): CreativesFeature {
  const store = createImageStore(path.join(dataDir, 'creatives'));
  const assets = createAssetService({ db, store });
  return { mounts: [{ path: '/api/assets', router: assetRoutes(assets) }], store, assets };
}
