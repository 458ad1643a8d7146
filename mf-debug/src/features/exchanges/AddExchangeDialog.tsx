import type { OperatorSeatMade, SeatProperty } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { CodeBlock, Notice, TextInput, useForm } from '@ezdash/ui';
import { NumberField } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../console/FormDialog';
import { MadeDialog } from '../console/MadeDialog';
import { MoneyFailure } from '../money/MoneyFailure';
import { useDebugAddSeatMutation } from './exchanges.api';
import { PropertyFinder } from './PropertyFinder';

const LENGTH = 120;
const MOST_A_SECOND = 100_000;

interface Values {
  name: string;
  property_id: SeatProperty | null;
  buyer_seat: string;
  click_macro: string;
  requests_per_second: number | null;
}
const FIRST: Values = {
  name: '',
  property_id: null,
  buyer_seat: '',
  click_macro: '',
  requests_per_second: 1_000,
};

/** The one time that a key is to be seen. */
function KeyMade({ made: { seat, key }, onClose }: { made: OperatorSeatMade; onClose: () => void }) {
  const { t } = useTranslation('debug');
  return (
    <MadeDialog title={t('exchanges.made', { name: seat.name })} verb={t('exchanges.kept')} onClose={onClose}>
      <Notice tone="warn" title={t('exchanges.once')}>
        {t('exchanges.onceText')}
      </Notice>
      <CodeBlock code={key} label={t('exchanges.key')} language="Bearer" />
      <CodeBlock
        code={`POST ${window.location.origin}/openrtb2/auction\nAuthorization: Bearer ${key}`}
        label={t('exchanges.call')}
        language="HTTP"
      />
    </MadeDialog>
  );
}

/** An exchange that may ask for bids from now on. */
export function AddExchangeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [add] = useDebugAddSeatMutation();
  const [made, setMade] = useState<OperatorSeatMade | null>(null);
  const form = useForm<Values>({
    initial: FIRST,
    check: ({ name, property_id: property, requests_per_second: rate }) => ({
      name: name.trim() === '' ? t('exchanges.nameMissing') : undefined,
      property_id: property === null ? t('exchanges.propertyMissing') : undefined,
      requests_per_second:
        rate !== null && rate >= 1 && rate <= MOST_A_SECOND ? undefined : t('exchanges.rateWrong'),
    }),
    onSubmit: async ({ name, property_id: property, ...values }) => {
      if (!property) return;
      const input = {
        name: name.trim(),
        property_id: property.id,
        buyer_seat: values.buyer_seat.trim() || null,
        click_macro: values.click_macro.trim() || null,
        requests_per_second: values.requests_per_second ?? 0,
      };
      setMade(await run(() => add(input).unwrap()));
    },
  });
  if (made) return <KeyMade made={made} onClose={onClose} />;
  return (
    <FormDialog title={t('exchanges.add')} verb={t('exchanges.add')} form={form} onClose={onClose}>
      <TextInput {...form.field('name')} data-autofocus label={t('exchanges.name')} maxLength={LENGTH} />
      <PropertyFinder
        {...form.field('property_id')}
        label={t('exchanges.property')}
        description={t('exchanges.propertyHint')}
      />
      <TextInput
        {...form.field('buyer_seat')}
        label={t('exchanges.buyerSeat')}
        description={t('exchanges.buyerSeatHint')}
        maxLength={LENGTH}
      />
      <TextInput
        {...form.field('click_macro')}
        dir="ltr"
        label={t('exchanges.clickMacro')}
        description={t('exchanges.clickMacroHint')}
        maxLength={LENGTH}
      />
      <NumberField {...form.field('requests_per_second')} label={t('exchanges.rate')} />
      <MoneyFailure title={t('exchanges.notAdded')} failure={form.failure} otherErrors={form.otherErrors} />
    </FormDialog>
  );
}
