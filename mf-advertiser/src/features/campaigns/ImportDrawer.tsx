import type { CampaignImportPreview } from '@ezdash/contracts';
import { CAMPAIGN_IMPORT } from '@ezdash/contracts/constants';
import { type ApiError, toApiError } from '@ezdash/store';
import { Button, Drawer, IconUpload, Notice, toast } from '@ezdash/ui';
import { FileButton } from '@ezdash/ui/data';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { newUuid } from '../funds/depositId';
import { useCampaignListImportMutation, useCampaignListPreviewMutation } from './campaignList.api';
import classes from './campaigns.module.css';
import { ImportRows } from './ImportRows';

interface Looked {
  name: string;
  text: string;
  preview: CampaignImportPreview;
  /** Of this file and this look at it: sent again, nothing is done twice. */
  key: string;
}

const WIDTH = 720;
const CSV_TYPES = '.csv,text/csv';

/** Stands for bytes that are no UTF-8. */
const UNREADABLE = '\uFFFD';

/** Null of what is not UTF-8: letters that were guessed would be stored as if they were meant. */
function textOf(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => {
      const text = String(reader.result);
      resolve(text.includes(UNREADABLE) ? null : text);
    };
    reader.onerror = () => resolve(null);
    reader.readAsText(file, 'utf-8');
  });
}

/** Brings a file of campaigns in: first what it would do, row by row, then all of it or nothing. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const [looked, setLooked] = useState<Looked | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const reset = useRef<() => void>(null);
  const [look, looking] = useCampaignListPreviewMutation();
  const [apply, applying] = useCampaignListImportMutation();
  const failed = (error: ApiError | null) => setFailure(error ? failureText(error) : null);

  const read = async (file: File | null) => {
    // The same file, put right meanwhile, is another one.
    reset.current?.();
    if (!file) return;
    setFailure(null);
    setLooked(null);
    if (file.size > CAMPAIGN_IMPORT.mostBytes) return setFailure(t('campaignList.import.tooLarge'));
    const text = await textOf(file);
    if (text === null) return setFailure(t('campaignList.import.unreadable'));
    const answer = await look(text);
    if (answer.error) return failed(toApiError(answer.error));
    setLooked({ name: file.name, text, preview: answer.data, key: newUuid() });
  };
  const carryOut = async () => {
    const plan = looked?.preview.plan;
    if (!looked || !plan) return;
    setFailure(null);
    const answer = await apply({ file: looked.text, plan, key: looked.key });
    if (answer.error) {
      const error = toApiError(answer.error);
      failed(error);
      // What was seen is no longer what would be done: the same file is looked at once more.
      if (error?.code === 'PLAN_CHANGED') {
        const again = await look(looked.text);
        if (!again.error) setLooked({ ...looked, preview: again.data, key: newUuid() });
      }
      return;
    }
    const { created, changed } = answer.data;
    toast({
      text: t('campaignList.import.done', {
        created: t('campaignList.import.drafts', { count: created.length }),
        changed: t('campaignList.import.changed', { count: changed.length }),
      }),
    });
    onClose();
  };
  const count = looked?.preview.plan ? looked.preview.rows.length : 0;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('campaignList.import.title')}
      width={WIDTH}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('campaignList.cancel')}
          </Button>
          {count > 0 ? (
            <Button loading={applying.isLoading} onClick={() => void carryOut()}>
              {t('campaignList.import.apply', { count })}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={classes.import}>
        <p className={classes.quiet}>{t('campaignList.import.hint')}</p>
        <FileButton accept={CSV_TYPES} resetRef={reset} onChange={(file) => void read(file)}>
          {(props) => (
            <Button
              {...props}
              variant={count > 0 ? 'default' : 'filled'}
              loading={looking.isLoading}
              leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
            >
              {t(looked ? 'campaignList.import.another' : 'campaignList.import.choose')}
            </Button>
          )}
        </FileButton>
        {failure ? <Notice tone="bad">{failure}</Notice> : null}
        {looked ? <ImportRows name={looked.name} preview={looked.preview} /> : null}
      </div>
    </Drawer>
  );
}
