import type { Campaign, Creative, DateRange, ReportRow } from '@ezdash/contracts';
import { Button, Notice, Panel, Status } from '@ezdash/ui';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useCampaignMetrics } from '../campaignPage/useCampaignMetrics';
import { useRejectionReason } from '../campaigns/useStateReason';
import { altKind } from '../creatives/altKind';
import { CreativePreview } from '../creatives/CreativePreview';
import { LandingState } from '../creatives/LandingState';
import { PreviewButton } from '../creatives/PreviewButton';
import { unshownVideo, type VideoRules } from '../creatives/unshownVideo';
import { CreativeFigures } from './CreativeFigures';
import classes from './settings.module.css';

interface CreativeItemProps {
  creative: Creative;
  rules: VideoRules;
  /** What it had in these days; undefined where that is not known. */
  figures: ReportRow | null | undefined;
}

function CreativeItem({ creative, rules, figures }: CreativeItemProps) {
  const { t } = useTranslation('advertiser');
  const reasonOf = useRejectionReason();
  const unshown = unshownVideo(creative.image, rules);
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
      {figures === undefined ? null : <CreativeFigures figures={figures} />}
      <CreativePreview asset={creative.image} alt={creative.alt} />
      {unshown ? <Notice tone="warn">{t(unshown)}</Notice> : null}
      {creative.alt === '' && creative.image.width > 0 ? (
        <p className={classes.quiet}>{t(`creative.noAlt.${altKind(creative.image)}`)}</p>
      ) : null}
    </li>
  );
}

interface CampaignCreativesProps {
  campaign: Campaign;
  /** The days that their figures are of. */
  range: DateRange;
  /** Opens the editor; left out while it is open, and where nothing can be changed. */
  onEdit?: () => void;
  editRef?: Ref<HTMLButtonElement>;
}

/** The creatives of a campaign with their review state. */
export function CampaignCreatives({ campaign, range, onEdit, editRef }: CampaignCreativesProps) {
  const { t } = useTranslation('advertiser');
  const { creatives } = campaign;
  const { rows } = useCampaignMetrics(campaign.id, range, 'creative');
  // Before the first impression a row of zeros at each would say nothing.
  const figuresOf = ({ id }: Creative) =>
    rows && rows.length > 0 ? (rows.find(({ keys }) => keys[0] === id) ?? null) : undefined;
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
            <CreativeItem
              key={creative.id}
              creative={creative}
              rules={campaign}
              figures={figuresOf(creative)}
            />
          ))}
        </ul>
      )}
      {creatives.length > 0 ? (
        <>
          <PreviewButton creatives={creatives} />
          <LandingState campaign={campaign} />
        </>
      ) : null}
    </Panel>
  );
}
