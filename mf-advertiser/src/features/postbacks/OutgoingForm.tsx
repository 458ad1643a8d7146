import type { MadeOutgoingPostback, OutgoingPostback } from '@ezdash/contracts';
import { CONVERSION_STATUSES, OUTGOING_MACROS } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { anyDirection, BusyButton, Button, Drawer, Notice, TextInput, useForm } from '@ezdash/ui';
import { MultiSelect, Select } from '@ezdash/ui/data';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { useAdvertiserGoalsQuery } from '../form/goals.api';
import { usePostbacksCreateOutgoingMutation, usePostbacksUpdateOutgoingMutation } from './postbacks.api';
import classes from './postbacks.module.css';

type Events = OutgoingPostback['events'];

interface Values {
  name: string;
  url: string;
  method: OutgoingPostback['method'];
  goal_id: string | null;
  events: Events;
}

interface OutgoingFormProps {
  /** Null for a new one. */
  outgoing: OutgoingPostback | null;
  onClose: () => void;
  onMade: (made: MadeOutgoingPostback) => void;
}

function useOutgoingForm({ outgoing, onClose, onMade }: OutgoingFormProps) {
  const { t } = useTranslation('advertiser');
  const [create] = usePostbacksCreateOutgoingMutation();
  const [update] = usePostbacksUpdateOutgoingMutation();
  return useForm<Values>({
    initial: {
      name: outgoing?.name ?? '',
      url: outgoing?.url ?? '',
      method: outgoing?.method ?? 'GET',
      goal_id: outgoing?.goal_id ?? null,
      events: outgoing?.events ?? ['approved'],
    },
    check: ({ name, url, events }) => ({
      name: name.trim() === '' ? t('postbacks.outgoing.nameMissing') : undefined,
      url: /^https?:\/\/\S+$/.test(url.trim()) ? undefined : t('postbacks.outgoing.urlProblem'),
      events: events.length === 0 ? t('postbacks.outgoing.eventsMissing') : undefined,
    }),
    onSubmit: async (values) => {
      const input = { ...values, name: values.name.trim(), url: values.url.trim() };
      if (outgoing) {
        await update({ id: outgoing.id, changes: input }).unwrap();
        onClose();
        return;
      }
      onMade(await create(input).unwrap());
    },
  });
}

/** Makes or changes an address that is called for each conversion. */
export function OutgoingForm(props: OutgoingFormProps) {
  const { outgoing, onClose } = props;
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const formId = useId();
  const goals = useAdvertiserGoalsQuery().data?.goals ?? [];
  const form = useOutgoingForm(props);
  const failure = toApiError(form.failure);
  const { values, set } = form;
  const { value: _value, onChange: _change, ...events } = form.field('events');
  return (
    <Drawer
      opened
      onClose={onClose}
      title={outgoing ? t('postbacks.outgoing.edit', { name: outgoing.name }) : t('postbacks.outgoing.new')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <BusyButton type="submit" form={formId} busy={form.pending}>
            {outgoing ? t('postbacks.goal.save') : t('postbacks.outgoing.add')}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={formId} className={classes.form}>
        <TextInput
          {...form.field('name')}
          ref={anyDirection}
          label={t('postbacks.outgoing.name')}
          maxLength={120}
        />
        <TextInput
          {...form.field('url')}
          dir="ltr"
          label={t('postbacks.outgoing.url')}
          description={t('postbacks.outgoing.urlText', {
            macros: OUTGOING_MACROS.map((macro) => `{${macro}}`).join(' '),
          })}
          placeholder="https://tracker.example/hook?id={click_id}&sum={value}"
        />
        <Select
          label={t('postbacks.outgoing.method')}
          description={t(`postbacks.outgoing.methodText.${values.method}`)}
          data={['GET', 'POST']}
          value={values.method}
          allowDeselect={false}
          onChange={(value) => set({ method: value === 'POST' ? 'POST' : 'GET' })}
        />
        <Select
          label={t('postbacks.outgoing.goal')}
          placeholder={t('postbacks.log.allGoals')}
          clearable
          error={form.field('goal_id').error}
          data={goals.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
          value={values.goal_id}
          onChange={(value) => set({ goal_id: value })}
        />
        <MultiSelect
          {...events}
          label={t('postbacks.outgoing.events')}
          data={CONVERSION_STATUSES.map((value) => ({ value, label: t(`postbacks.status.${value}`) }))}
          value={values.events}
          onChange={(chosen) =>
            set({ events: CONVERSION_STATUSES.filter((status) => chosen.includes(status)) })
          }
        />
        {failure ? (
          <Notice tone="bad" title={t('postbacks.goal.notSaved')}>
            {failureText(failure)}
          </Notice>
        ) : null}
      </form>
    </Drawer>
  );
}
