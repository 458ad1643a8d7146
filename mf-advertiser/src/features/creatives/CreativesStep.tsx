import { toast } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import type { CampaignDraft, CreativeDraft } from '../form/campaignForm';
import type { CampaignFields } from '../form/useCampaignFields';
import { CreativeCard } from './CreativeCard';
import classes from './creatives.module.css';
import { ImageDrop } from './ImageDrop';
import { MOST_CREATIVES } from './mostCreatives';
import { UploadRow } from './UploadRow';
import type { Uploads } from './useUploads';

interface CreativesStepProps {
  fields: CampaignFields<CampaignDraft>;
  uploads: Uploads;
  /** What the last choice of files met, such as an image that is here already. */
  notice: string | null;
  onFiles: (files: File[]) => void;
}

export function CreativesStep({ fields, uploads, notice, onFiles }: CreativesStepProps) {
  const { t } = useTranslation('advertiser');
  const { creatives } = fields.values;
  const error = fields.errorOf('creatives');
  const change = (id: string, part: Partial<CreativeDraft>) =>
    fields.revise('creatives', (now) =>
      now.map((creative) => (creative.asset.id === id ? { ...creative, ...part } : creative)),
    );
  const remove = (creative: CreativeDraft) => {
    const place = creatives.indexOf(creative);
    fields.revise('creatives', (now) => now.filter(({ asset }) => asset.id !== creative.asset.id));
    toast({
      text: t('upload.removed', { name: creative.name || t('creative.untitled') }),
      undo: () => fields.revise('creatives', (now) => now.toSpliced(place, 0, creative)),
    });
  };
  return (
    <>
      <ImageDrop
        have={creatives.map(({ asset }) => `${asset.width}×${asset.height}`)}
        most={MOST_CREATIVES}
        onFiles={onFiles}
      />
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
            strict={error !== undefined}
            nameError={t('problem.creativeName')}
            onChange={(part) => change(creative.asset.id, part)}
            onRemove={() => remove(creative)}
          />
        ))}
      </ul>
    </>
  );
}
