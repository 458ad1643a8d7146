import type { AlertDelivery, AlertDeliveryAnswer } from '@ezdash/contracts';
import { ALERT_DIGESTS } from '@ezdash/contracts/constants';
import { failureOf } from '@ezdash/store';
import { AppLink, Button, Checkbox, Panel, Radio, TextInput, toast, useForm } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { LoadedBody } from '../../components/LoadedBody';
import { useSettingsAlertDeliveryQuery, useSettingsSaveAlertDeliveryMutation } from './alerts.api';
import classes from './alerts.module.css';
import { checkDelivery, deliveryForm, deliveryOf } from './deliveryForm';

const HEIGHT = 240;

/** When mails and calls come: each at once or all of a day together, and at which hours none. */
export function DeliveryPanel() {
  const { t } = useTranslation('settings');
  const query = useSettingsAlertDeliveryQuery();
  return (
    <Panel title={t('alerts.delivery.title')}>
      <LoadedBody query={query} failed={t('alerts.delivery.loadFailed')} height={HEIGHT}>
        {(answer) => <DeliveryForm key={keyOf(answer.delivery)} answer={answer} />}
      </LoadedBody>
    </Panel>
  );
}

/** What was saved elsewhere is what is to be seen. */
const keyOf = (delivery: AlertDelivery) => JSON.stringify(delivery);

function DeliveryForm({ answer: { delivery, timezone } }: { answer: AlertDeliveryAnswer }) {
  const { t } = useTranslation('settings');
  const [save] = useSettingsSaveAlertDeliveryMutation();
  const form = useForm({
    initial: deliveryForm(delivery),
    check: (values) => checkDelivery(values, t),
    onSubmit: async (values) => {
      await save(deliveryOf(values)).unwrap();
      toast({ text: t('alerts.delivery.saved') });
    },
  });
  const failure = failureOf(form.failure);
  const { values } = form;
  return (
    <form {...form.props} className={classes.form}>
      {failure ? <FailureNotice failure={failure} title={t('alerts.delivery.saveFailed')} /> : null}
      <Radio.Group
        label={t('alerts.delivery.mails')}
        value={values.digest}
        onChange={(digest) => form.set({ digest: digest === 'daily' ? 'daily' : 'off' })}
      >
        <div className={classes.choices}>
          {ALERT_DIGESTS.map((digest) => (
            <Radio
              key={digest}
              value={digest}
              label={t(`alerts.delivery.${digest}`)}
              description={t(`alerts.delivery.${digest}Hint`)}
            />
          ))}
        </div>
      </Radio.Group>
      {values.digest === 'daily' ? (
        <TextInput
          {...form.field('digestAt')}
          className={classes.time}
          type="time"
          label={t('alerts.delivery.at')}
        />
      ) : null}
      <Checkbox
        {...form.checkbox('quiet')}
        label={t('alerts.delivery.quiet')}
        description={t('alerts.delivery.quietHint')}
      />
      {values.quiet ? (
        <div className={classes.times}>
          <TextInput
            {...form.field('from')}
            className={classes.time}
            type="time"
            label={t('alerts.delivery.from')}
          />
          <TextInput
            {...form.field('to')}
            className={classes.time}
            type="time"
            label={t('alerts.delivery.to')}
          />
        </div>
      ) : null}
      <p className="ez-small ez-dim">
        {t('alerts.delivery.zone', { zone: timezone.replaceAll('_', ' ') })}{' '}
        <AppLink href="/settings/appearance">{t('alerts.delivery.changeZone')}</AppLink>
      </p>
      <div>
        <Button type="submit" variant="default" loading={form.pending}>
          {t('alerts.delivery.save')}
        </Button>
      </div>
    </form>
  );
}
