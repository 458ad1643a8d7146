import type { Campaign } from '@ezdash/contracts';
import { Button, Notice, Panel, Status } from '@ezdash/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { mayAct } from '../campaigns/campaignGroups';
import { useRejectionReason } from '../campaigns/useStateReason';
import { CreativeFields } from '../creatives/CreativeFields';
import { WordsDrawer } from '../creatives/WordsDrawer';
import classes from './settings.module.css';
import { type CreativesEdit, useCreativesEditor } from './useCreativesEditor';

interface CreativesEditorProps {
  campaign: Campaign;
  start: CreativesEdit;
  onSaved: (saved: Campaign, submit: boolean) => void;
  onLeave: () => void;
  onResume: (start: CreativesEdit) => void;
}

/** What saving does to the campaign, before it is done. */
function ReviewNote({ campaign, added }: { campaign: Campaign; added: boolean }) {
  const { t } = useTranslation('advertiser');
  switch (campaign.state) {
    case 'draft':
    case 'inReview':
      return null;
    case 'stopped':
      return <Notice tone="info">{t('campaign.creativesStopped')}</Notice>;
    case 'rejected':
      return <Notice tone="info">{t('campaign.creativesRejected')}</Notice>;
    case 'pausedByUser':
      return <Notice tone={added ? 'warn' : 'info'}>{t('campaign.creativesPaused')}</Notice>;
    default:
      return <Notice tone={added ? 'warn' : 'info'}>{t('campaign.creativesReview')}</Notice>;
  }
}

/** Adds, describes and removes the images of a campaign that exists; a refused one can go to review from here. */
export function CreativesEditor(props: CreativesEditorProps) {
  const { campaign } = props;
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const reasonOf = useRejectionReason();
  const editor = useCreativesEditor(props);
  const { form, failure } = editor;
  const top = useRef<HTMLDivElement>(null);
  // It opens far from the button that opened it, and may be taller than the window.
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }, []);

  const statusOf = (assetId: string) => {
    const creative = campaign.creatives.find(({ image }) => image.id === assetId);
    return creative ? (
      <Status state={creative.state} plain stacked reason={reasonOf(creative.state, creative.state_reason)} />
    ) : (
      <span className={classes.quiet}>{t('campaign.creativeNew')}</span>
    );
  };
  const maySubmit = mayAct(campaign.state, 'submit');
  return (
    <div ref={top} tabIndex={-1} className={classes.editor}>
      <Panel title={t('campaign.editCreatives')} flush>
        <form ref={form} noValidate onSubmit={editor.save} aria-label={t('campaign.editCreatives')}>
          <div className={classes.note}>
            <ReviewNote campaign={campaign} added={editor.added} />
          </div>
          <CreativeFields
            creatives={editor.creatives}
            revise={editor.revise}
            files={editor.files}
            error={editor.error}
            rules={campaign}
            statusOf={statusOf}
          />
          {failure ? (
            <div className={classes.failure}>
              <Notice tone="bad" title={t('campaign.creativesFailed')}>
                {failureText(failure)}
              </Notice>
            </div>
          ) : null}
          <div className={classes.foot} data-foot="tall">
            <span className={classes.grow} />
            <Button variant="subtle" onClick={editor.leave}>
              {t('campaign.creativesCancel')}
            </Button>
            <Button type="submit" variant={maySubmit ? 'default' : 'filled'} loading={editor.saving}>
              {t('campaign.creativesSave')}
            </Button>
            {maySubmit ? (
              <Button type="submit" value="submit" loading={editor.saving}>
                {t('campaign.creativesSubmit')}
              </Button>
            ) : null}
          </div>
        </form>
      </Panel>
      <WordsDrawer files={editor.files} />
    </div>
  );
}
