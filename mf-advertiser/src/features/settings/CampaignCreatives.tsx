import type { Campaign, Creative } from '@ezdash/contracts';
import { Panel, Status } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useStateReason } from '../campaigns/useStateReason';
import { CreativePreview } from '../creatives/CreativePreview';
import classes from './settings.module.css';

function CreativeItem({ creative }: { creative: Creative }) {
  const { t } = useTranslation('advertiser');
  const reasonOf = useStateReason();
  return (
    <li>
      <span className={classes.creativeHead}>
        <b>{creative.name}</b>
        <Status state={creative.state} plain reason={reasonOf(creative.state_reason)} />
      </span>
      <CreativePreview asset={creative.image} alt={creative.alt} />
      {creative.alt === '' ? <p className={classes.quiet}>{t('creative.noAlt')}</p> : null}
    </li>
  );
}

/** The images of a campaign with their review state. */
export function CampaignCreatives({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const { creatives } = campaign;
  return (
    <Panel title={t('campaign.creatives')} hint={creatives.length}>
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
