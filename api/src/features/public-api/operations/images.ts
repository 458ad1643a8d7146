import { asset, IMAGE_MAX_BYTES } from '@ezdash/contracts';
import type { RequestHandler } from 'express';
import { AppError, ValidationError } from '../../../platform/errors';
import { rawBody } from '../../../platform/http';
import type { CreativesFeature } from '../../creatives';
import { named, type Operation, operation } from '../operation';

const EMPTY = 'The file is empty. Choose an image';

const requireImage: RequestHandler = (req, _res, next) => {
  const wrong = req.is('image/*') === false;
  next(
    wrong
      ? new AppError(
          415,
          'UNSUPPORTED_MEDIA_TYPE',
          'Send the image itself, with its type as the Content-Type',
        )
      : undefined,
  );
};

export function imageOperations({ assets }: Pick<CreativesFeature, 'assets'>): Operation[] {
  return [
    operation(
      {
        id: 'uploadImage',
        method: 'post',
        path: '/assets',
        tag: 'Images',
        summary:
          'Upload an image for creatives, as the body itself; the same image again answers the one there is',
        scope: 'write',
        role: 'advertiser',
        status: 201,
        readImage: [requireImage, rawBody({ type: 'image/*', limitBytes: IMAGE_MAX_BYTES })],
        answer: named('Image', asset),
      },
      async ({ user, req }) => {
        const image: unknown = req.body;
        if (!Buffer.isBuffer(image)) throw new ValidationError({ image: [EMPTY] }, EMPTY, 'IMAGE_REFUSED');
        return assets.upload(user.id, image, req.is('image/*') || '');
      },
    ),
  ];
}
