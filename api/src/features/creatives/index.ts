import path from 'node:path';
import { type Clock, systemClock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import { type Work, workHere } from '../../platform/work';
import type { CreativeAddresses } from './addresses';
import { assetRoutes } from './assets.routes';
import { type AssetService, createAssetService } from './assets.service';
import type { ClickTrials } from './clickTrials';
import { createDecodeImage, type DecodeImage } from './decodeImage';
import { createImageStore, type ImageStore } from './imageStore';
import { createPartFiles } from './partFiles';
import { createPreviewService, type PreviewService } from './previews.service';
import { renewBundles } from './renewBundles';
import { sweepTemporary } from './syncedFiles';
import { uploadRoutes } from './uploads.routes';
import { createUploadService, type UploadService } from './uploads.service';

export {
  type AskedFile,
  CREATIVES_PATH,
  type CreativeAddresses,
  createCreativeAddresses,
  type Viewer,
} from './addresses';
export { recordAsset } from './assets.repo';
export type { AssetService } from './assets.service';
export { createClickTrials } from './clickTrials';
export { type AssetImage, contentOf, creativeFile, pictureFile, picturePath, presentAsset } from './content';
export { inspectBundle } from './html5Bundle';
export { createImageStore, type ImageStore, writeFolder } from './imageStore';
export { asOwner, type PreviewService } from './previews.service';
export { partOf, partQuery, readPart, uploadParams } from './uploads.routes';
export type { UploadService } from './uploads.service';
export { inspectVideo } from './videoFile';

export interface CreativesFeature {
  mounts: Mount[];
  store: ImageStore;
  assets: AssetService;
  uploads: UploadService;
  previews: PreviewService;
  /** Throws away what nobody sends any more and what killed servers left; the first time, gives stored bundles the script of today. */
  sweep(): Promise<void>;
}

export interface CreativesDeps {
  db: Db;
  dataDir: string;
  addresses: CreativeAddresses;
  clock?: Clock;
  /** Where files are looked into. */
  work?: Work;
  /** In a process of its own, unless a test draws otherwise. */
  decode?: DecodeImage;
  /** Clicks bundles before they are taken. */
  clicks?: ClickTrials;
}

/**
 * What creatives show: upload, check, store. The files are served by the ad server, on a host of their own,
 * from `<dataDir>/creatives`.
 */
export function createCreativesFeature({
  db,
  dataDir,
  addresses,
  clock = systemClock,
  work = workHere,
  decode = createDecodeImage({}, work),
  clicks,
}: CreativesDeps): CreativesFeature {
  const folder = path.join(dataDir, 'creatives');
  const store = createImageStore(folder);
  const assets = createAssetService({ db, store, decode, work, clicks });
  const files = createPartFiles(path.join(folder, '.uploads'));
  const uploads = createUploadService({ db, clock, files, assets });
  const previews = createPreviewService({ db, addresses });
  let isRenewed = false;
  return {
    mounts: [
      { path: '/api/assets/uploads', router: uploadRoutes(uploads) },
      { path: '/api/assets', router: assetRoutes(assets, previews, files) },
    ],
    store,
    assets,
    uploads,
    previews,
    sweep: async () => {
      await uploads.sweep();
      await sweepTemporary(folder);
      if (!isRenewed) await renewBundles(folder);
      isRenewed = true;
    },
  };
}
