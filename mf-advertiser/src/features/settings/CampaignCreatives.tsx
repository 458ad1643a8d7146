import type { Campaign, Creative } from '@ezdash/contracts';
import { Button, Notice, Panel, Status } from '@ezdash/ui';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRejectionReason } from '../campaigns/useStateReason';
import { altKind } from '../creatives/altKind';
import { CreativePreview } from '../creatives/CreativePreview';
import { CreativesPreview } from '../creatives/CreativesPreview';
import { isCappedVideo } from '../creatives/isCappedVideo';
import { LandingState } from '../creatives/LandingState';
import classes from './settings.module.css';

function CreativeItem({ creative, capped }: { creative: Creative; capped: boolean }) {
  const { t } = useTranslation('advertiser');
  const reasonOf = useRejectionReason();
  return (
    <li>
      <span className={classes.creativeHead}>
        <b>
          <bdi>{creative.name}</bdi>
        </b>
        <Status
          state={creative.state}
          plain
          stacked
          reason={reasonOf(creative.state, creative.state_reason)}
        />
      </span>
      {creative.review_note ? (
        <p className={classes.quiet}>
          {t('creatives.reviewNote')} <bdi>{creative.review_note}</bdi>
        </p>
      ) : null}
      {typeof creative.share === 'number' ? (
        <p className={classes.quiet}>{t('creatives.shareIs', { share: creative.share })}</p>
      ) : null}
      <CreativePreview asset={creative.image} alt={creative.alt} />
      {isCappedVideo(creative.image, capped) ? (
        <Notice tone="warn">{t('creative.cappedVideo')}</Notice>
      ) : null}
      {creative.alt === '' && creative.image.width > 0 ? (
        <p className={classes.quiet}>{t(`creative.noAlt.${altKind(creative.image)}`)}</p>
      ) : null}
    </li>
  );
}

interface CampaignCreativesProps {
  campaign: Campaign;
  /** Opens the editor; left out while it is open, and where nothing can be changed. */
  onEdit?: () => void;
  editRef?: Ref<HTMLButtonElement>;
}

/** The creatives of a campaign with their review state. */
export function CampaignCreatives({ campaign, onEdit, editRef }: CampaignCreativesProps) {
  const { t } = useTranslation('advertiser');
  const { creatives } = campaign;
  const [isPreviewed, setPreviewed] = useState(false);
  const edit = onEdit ? (
    <Button ref={editRef} variant="subtle" size="compact-sm" onClick={onEdit}>
      {t('campaign.editCreatives')}
    </Button>
  ) : undefined;
  return (
    <Panel title={t('campaign.creatives')} hint={creatives.length} aside={edit}>
      {creatives.length === 0 ? (
        <p className={classes.quiet}>{t('campaign.noCreatives')}</p>
      ) : (
        <ul className={classes.creatives}>
          {creatives.map((creative) => (
            <CreativeItem key={creative.id} creative={creative} capped={campaign.frequency_cap !== null} />
          ))}
        </ul>
      )}
      {creatives.length > 0 ? (
        <>
          <Button variant="default" onClick={() => setPreviewed(true)}>
            {t('creatives.preview')}
          </Button>
          <CreativesPreview creatives={creatives} opened={isPreviewed} onClose={() => setPreviewed(false)} />
          <LandingState campaign={campaign} />
        </>
      ) : null}
    </Panel>
  );
}
