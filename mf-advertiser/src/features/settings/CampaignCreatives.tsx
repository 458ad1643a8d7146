import type { Campaign, Creative } from '@ezdash/contracts';
import { Button, Panel, Status } from '@ezdash/ui';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useRejectionReason } from '../campaigns/useStateReason';
import { CreativePreview } from '../creatives/CreativePreview';
import classes from './settings.module.css';

function CreativeItem({ creative }: { creative: Creative }) {
  const { t } = useTranslation('advertiser');
  const reasonOf = useRejectionReason();
  return (
    <li>
      <span className={classes.creativeHead}>
        <b>{creative.name}</b>
        <Status
          state={creative.state}
          plain
          stacked
          reason={reasonOf(creative.state, creative.state_reason)}
        />
      </span>
      <CreativePreview asset={creative.image} alt={creative.alt} />
      {creative.alt === '' ? <p className={classes.quiet}>{t('creative.noAlt')}</p> : null}
    </li>
  );
}

interface CampaignCreativesProps {
  campaign: Campaign;
  /** Opens the editor; left out while it is open, and where nothing can be changed. */
  onEdit?: () => void;
  editRef?: Ref<HTMLButtonElement>;
}

/** The images of a campaign with their review state. */
export function CampaignCreatives({ campaign, onEdit, editRef }: CampaignCreativesProps) {
  const { t } = useTranslation('advertiser');
  const { creatives } = campaign;
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
            <CreativeItem key={creative.id} creative={creative} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
