import { sizeText } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import type { CreativeDraft } from '../form/campaignForm';
import { CreativeCard } from './CreativeCard';
import classes from './creatives.module.css';
import { ImageDrop } from './ImageDrop';
import { MOST_CREATIVES } from './mostCreatives';
import { escapesPricing, takesOwnClicks } from './ownClicks';
import { PreviewButton } from './PreviewButton';
import { SharesFields } from './SharesFields';
import { UploadRow } from './UploadRow';
import type { VideoRules } from './unshownVideo';
import type { CreativeFiles, ReviseCreatives } from './useCreativeFiles';
import { WordsButtons } from './WordsButtons';

interface CreativeFieldsProps {
  creatives: readonly CreativeDraft[];
  revise: ReviseCreatives;
  files: CreativeFiles;
  /** What is wrong with the images, once it is to be shown. */
  error: string | undefined;
  /** What of the campaign keeps its videos out of players. */
  rules: VideoRules;
  /** What a reviewer made of an image that is in the campaign already. */
  statusOf?: (assetId: string) => ReactNode;
}

/** Creatives to add, to describe and to remove: of a new campaign, or of one that exists. */
export function CreativeFields(props: CreativeFieldsProps) {
  const { creatives, revise, files, error, rules, statusOf } = props;
  const { t } = useTranslation('advertiser');
  const { uploads, notice } = files;
  const change = (id: string, part: Partial<CreativeDraft>) =>
    revise((now) => now.map((creative) => (creative.asset.id === id ? { ...creative, ...part } : creative)));
  return (
    <>
      <ImageDrop
        have={creatives.map(({ asset }) => sizeText(asset))}
        most={MOST_CREATIVES}
        withHtml5={takesOwnClicks(files.pricing)}
        onFiles={files.onFiles}
      >
        <WordsButtons onWrite={files.onWrite} />
      </ImageDrop>
      {notice || error ? (
        <div className={classes.section}>
          {notice ? <FieldError>{notice}</FieldError> : null}
          {error ? <FieldError>{error}</FieldError> : null}
        </div>
      ) : null}
      <ul className={classes.list}>
        {uploads.uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onRetry={() => uploads.retry(upload.key)}
            onRemove={() => uploads.remove(upload.key)}
          />
        ))}
        {creatives.map((creative) => (
          <CreativeCard
            key={creative.asset.id}
            creative={creative}
            status={statusOf?.(creative.asset.id)}
            rules={rules}
            withHint={creatives.find(({ asset }) => asset.format === creative.asset.format) === creative}
            strict={error !== undefined}
            nameError={t('problem.creativeName')}
            refused={escapesPricing(files.pricing, creative.asset) ? t('creative.cpmAlone') : undefined}
            onChange={(part) => change(creative.asset.id, part)}
            onRemove={() => files.remove(creative)}
          />
        ))}
      </ul>
      <SharesFields creatives={creatives} revise={revise} />
      {creatives.length > 0 ? (
        <div className={classes.onAPage}>
          <PreviewButton
            creatives={creatives.map(({ asset, name, alt }) => ({ id: asset.id, name, alt, image: asset }))}
          />
        </div>
      ) : null}
    </>
  );
}
