import {
  asset,
  assetFile,
  assetUpload,
  assetUploadInput,
  landingCheck,
  landingCheckInput,
  landingResult,
  nativeInput,
  textInput,
} from '@ezdash/contracts';
import { z } from 'zod';
import { type CreativesFeature, partOf, partQuery, readPart, uploadParams } from '../../creatives';
import type { LandingFeature } from '../../landing';
import { body, idParams, named, type Operation, operation } from '../operation';

const IMAGES = { tag: 'Images', role: 'advertiser' } as const;
const CAMPAIGNS = { tag: 'Campaigns', role: 'advertiser' } as const;
const UPLOAD = named('AssetUpload', assetUpload);
const UPLOADS = named('AssetUploadList', z.object({ uploads: z.array(assetUpload) }));
const ASSET = named('Image', asset);
const CHECK = named('LandingCheck', landingCheck);

function uploadOperations({ uploads }: Pick<CreativesFeature, 'uploads'>): Operation[] {
  return [
    operation(
      {
        ...IMAGES,
        id: 'openUpload',
        method: 'post',
        path: '/assets/uploads',
        scope: 'write',
        summary:
          'Begin the upload of a file that arrives in parts; the same file again answers the one there is',
        status: 201,
        body: body('AssetUploadInput', assetUploadInput),
        example: {
          name: 'winter.mp4',
          content_type: 'video/mp4',
          bytes: 2_400_000,
          sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
        },
        answer: UPLOAD,
      },
      (context) => uploads.open(context.user.id, context.body),
    ),
    operation(
      {
        ...IMAGES,
        id: 'listUploads',
        method: 'get',
        path: '/assets/uploads',
        scope: 'read',
        summary: 'Uploads that have begun and are not finished',
        answer: UPLOADS,
      },
      async ({ user }) => ({ uploads: await uploads.list(user.id) }),
    ),
    operation(
      {
        ...IMAGES,
        id: 'getUpload',
        method: 'get',
        path: '/assets/uploads/{id}',
        scope: 'read',
        summary: 'How far an upload has come',
        params: uploadParams,
        answer: UPLOAD,
      },
      ({ user, params }) => uploads.get(user.id, params.id),
    ),
    operation(
      {
        ...IMAGES,
        id: 'sendPart',
        method: 'put',
        path: '/assets/uploads/{id}',
        scope: 'write',
        summary: 'Send the next part of a file, as the body itself',
        params: uploadParams,
        query: partQuery,
        readImage: readPart,
        bodyType: 'application/octet-stream',
        answer: UPLOAD,
      },
      ({ user, params, query, req }) => uploads.append(user.id, params.id, query.offset, partOf(req.body)),
    ),
    operation(
      {
        ...IMAGES,
        id: 'finishUpload',
        method: 'post',
        path: '/assets/uploads/{id}/finish',
        scope: 'write',
        summary: 'Make an asset of an upload that is whole',
        status: 201,
        params: uploadParams,
        answer: ASSET,
      },
      ({ user, params }) => uploads.finish(user.id, params.id),
    ),
    operation(
      {
        ...IMAGES,
        id: 'dropUpload',
        method: 'delete',
        path: '/assets/uploads/{id}',
        scope: 'write',
        summary: 'Drop an upload and what has arrived of it; answers those that are left',
        params: uploadParams,
        answer: UPLOADS,
      },
      async ({ user, params }) => {
        await uploads.cancel(user.id, params.id);
        return { uploads: await uploads.list(user.id) };
      },
    ),
  ];
}

/** Its file, for a program that has no session to be led there. */
function fileOperations({ previews }: Pick<CreativesFeature, 'previews'>): Operation[] {
  return [
    operation(
      {
        ...IMAGES,
        id: 'getAssetFile',
        method: 'get',
        path: '/assets/{id}/file',
        scope: 'read',
        summary: 'Get an address that opens the file of an asset for 30 to 60 minutes, approved or not',
        params: idParams,
        answer: named('AssetFile', assetFile),
      },
      async ({ user, params }) => ({ url: await previews.getAddress(user.id, params.id) }),
    ),
  ];
}

function wordsOperations({ assets }: Pick<CreativesFeature, 'assets'>): Operation[] {
  return [
    operation(
      {
        ...IMAGES,
        id: 'addNative',
        method: 'post',
        path: '/assets/native',
        scope: 'write',
        summary: 'Keep the words of a native ad',
        status: 201,
        body: body('NativeInput', nativeInput),
        example: {
          title: 'A shell for the winter',
          body: 'Light, dry and warm.',
          call_to_action: 'Look at it',
          sponsored_by: 'Velo Nord',
          image_asset_id: null,
          icon_asset_id: null,
          click_chain: null,
        },
        answer: ASSET,
      },
      (context) => assets.addNative(context.user.id, context.body),
    ),
    operation(
      {
        ...IMAGES,
        id: 'addText',
        method: 'post',
        path: '/assets/text',
        scope: 'write',
        summary: 'Keep the words of a text ad',
        status: 201,
        body: body('TextInput', textInput),
        example: {
          headline: 'Shells for the winter',
          description: 'Light, dry and warm.',
          display_url: 'velonord.example',
          click_chain: null,
        },
        answer: ASSET,
      },
      (context) => assets.addText(context.user.id, context.body),
    ),
  ];
}

function landingOperations({ landing }: Pick<LandingFeature, 'landing'>): Operation[] {
  return [
    operation(
      {
        ...CAMPAIGNS,
        id: 'getLandingCheck',
        method: 'get',
        path: '/campaigns/{id}/landing-check',
        scope: 'read',
        summary: "What the last look at a campaign's landing page found",
        params: idParams,
        answer: CHECK,
      },
      ({ user, params }) => landing.get(user.id, params.id),
    ),
    operation(
      {
        ...CAMPAIGNS,
        id: 'checkLanding',
        method: 'post',
        path: '/campaigns/{id}/landing-check',
        scope: 'write',
        summary: "Look at a campaign's landing page now",
        params: idParams,
        answer: CHECK,
      },
      ({ user, params }) => landing.check(user.id, params.id),
    ),
    operation(
      {
        ...CAMPAIGNS,
        id: 'lookAtLanding',
        method: 'post',
        path: '/landing-checks',
        scope: 'write',
        summary: 'Look at an address before it is saved',
        body: body('LandingCheckInput', landingCheckInput),
        example: { url: 'https://example.com/shells?click={click_id}' },
        answer: named('LandingResult', landingResult),
      },
      (context) => landing.look(context.body.url),
    ),
  ];
}

/** Files in parts, words, and whether landing pages answer. */
export function creativeOperations(
  creatives: Pick<CreativesFeature, 'assets' | 'uploads' | 'previews'>,
  landing: Pick<LandingFeature, 'landing'>,
): Operation[] {
  return [
    ...uploadOperations(creatives),
    ...fileOperations(creatives),
    ...wordsOperations(creatives),
    ...landingOperations(landing),
  ];
}
