import type { Reversal } from '@ezdash/contracts';
import { BusyButton, Button, Drawer, fieldErrorsOf, useFormat } from '@ezdash/ui';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFailure } from '../money/MoneyFailure';
import styles from '../money/money.module.css';
import { PreviewPart } from './PreviewPart';
import { TakeBackFields } from './TakeBackFields';
import own from './traffic.module.css';
import { useTakeBack } from './useTakeBack';

interface TakeBackDrawerProps {
  onClose: () => void;
  onBegun: (reversal: Reversal) => void;
}

/** Invalid traffic to take back: chosen, shown, and only then taken. */
export function TakeBackDrawer({ onClose, onBegun }: TakeBackDrawerProps) {
  const { t } = useTranslation(['debug', 'ui']);
  const format = useFormat();
  const id = useId();
  const { form, preview, reverse, reversing, failure } = useTakeBack(onBegun);
  const isReady = preview !== null && preview.events > 0;
  const shown = useRef<HTMLDivElement>(null);
  // It lies under a long form: who asked for it sees it come.
  useEffect(() => {
    if (preview) shown.current?.scrollIntoView({ block: 'start' });
  }, [preview]);
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('traffic.take')}
      actions={
        <>
          {/* Three do not fit on a phone; the head has the way out. */}
          {isReady ? null : (
            <Button variant="default" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
          )}
          <BusyButton type="submit" form={id} variant={isReady ? 'default' : 'filled'} busy={form.pending}>
            {t('traffic.preview')}
          </BusyButton>
          {isReady ? (
            <BusyButton color="red" busy={reversing} onClick={reverse}>
              {t('traffic.takeBack', { amount: format.money(preview.price_micros) })}
            </BusyButton>
          ) : null}
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <TakeBackFields form={form} />
        <MoneyFailure title={t('traffic.notShown')} failure={form.failure} otherErrors={form.otherErrors} />
      </form>
      <div ref={shown} role="status" className={own.preview}>
        {preview ? <PreviewPart preview={preview} /> : <p className={styles.quiet}>{t('traffic.first')}</p>}
      </div>
      <MoneyFailure
        title={t('traffic.notTaken')}
        failure={failure}
        otherErrors={Object.values(fieldErrorsOf(failure)).flat()}
      />
    </Drawer>
  );
}
