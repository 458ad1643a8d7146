import type { OperatorPromoCode } from '@ezdash/contracts';
import { ACCOUNT_TYPES, PROMO_TYPES } from '@ezdash/contracts/constants';
import {
  anyDirection,
  Button,
  Checkbox,
  Choice,
  Drawer,
  type Form,
  MoneyInput,
  Notice,
  Textarea,
  TextInput,
} from '@ezdash/ui';
import { DateInput, NumberField, Switch } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../news/useFailureText';
import styles from './promo.module.css';
import type { PromoValues } from './promoValues';
import { usePromoForm } from './usePromoForm';
import { usePromoSentence } from './usePromoSentence';

interface PromoDrawerProps {
  /** Null: closed; `new`: one that is to be made. */
  promo: OperatorPromoCode | 'new' | null;
  onClose: () => void;
  onSaved: (promo: OperatorPromoCode, isNew: boolean) => void;
}

/** A promo code beside the list: what it gives, to whom, how often and when. */
export function PromoDrawer({ promo, onClose, onSaved }: PromoDrawerProps) {
  const { t } = useTranslation('debug');
  const isNew = promo === 'new';
  const title = promo === null || isNew ? t('promo.new') : t('promo.edit', { code: promo.code });
  return (
    <Drawer opened={promo !== null} onClose={onClose} title={title}>
      {promo === null ? null : (
        <PromoForm
          key={isNew ? 'new' : promo.id}
          promo={isNew ? null : promo}
          onClose={onClose}
          onSaved={(saved) => onSaved(saved, isNew)}
        />
      )}
    </Drawer>
  );
}

interface PromoFormProps {
  promo: OperatorPromoCode | null;
  onClose: () => void;
  onSaved: (promo: OperatorPromoCode) => void;
}

function PromoForm({ promo, onClose, onSaved }: PromoFormProps) {
  const { t } = useTranslation('debug');
  const form = usePromoForm(promo, onSaved);
  const says = usePromoSentence().whole(form.values);
  const failure = useFailureText()(form.failure);
  // What was promised with a code is known by it.
  const isUsed = promo !== null && promo.usage_count > 0;
  return (
    <form {...form.props} className={styles.form}>
      <TextInput
        {...form.field('code')}
        label={t('promo.code')}
        description={isUsed ? t('promo.usedHint') : t('promo.codeHint')}
        disabled={isUsed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        classNames={{ input: styles.code ?? '' }}
        data-autofocus={!isUsed || undefined}
      />
      <TextInput
        {...form.field('name')}
        label={t('promo.name')}
        description={t('promo.nameHint')}
        ref={anyDirection}
        autoComplete="off"
        maxLength={120}
      />
      <Textarea
        {...form.field('description')}
        label={t('promo.description')}
        description={t('promo.descriptionHint')}
        ref={anyDirection}
        rows={2}
        maxLength={500}
      />
      <fieldset className={styles.group} disabled={isUsed}>
        <legend>{t('promo.kind')}</legend>
        {PROMO_TYPES.map((type) => (
          <Choice
            key={type}
            name="discount_type"
            value={type}
            checked={form.values.discount_type === type}
            onChange={() => form.set({ discount_type: type })}
            label={t(`promo.type.${type}`)}
            hint={t(`promo.type.${type}Hint`)}
          />
        ))}
      </fieldset>
      <WhatItGives form={form} />
      <ForWhom form={form} />
      <WhenAndHow form={form} />
      <p className={styles.says} aria-live="polite">
        {says ?? t('promo.says.unknown')}
      </p>
      {failure || form.otherErrors.length > 0 ? (
        <Notice tone="bad" title={t('promo.notSaved')}>
          {form.otherErrors.length > 0 ? form.otherErrors.join(' ') : failure}
        </Notice>
      ) : null}
      <div className={`ez-actions ez-actions-end ${styles.foot}`} data-foot>
        <Button variant="default" onClick={onClose}>
          {t('promo.cancel')}
        </Button>
        <Button type="submit" loading={form.pending}>
          {promo ? t('promo.save') : t('promo.create')}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  form: Form<PromoValues>;
}

function WhatItGives({ form }: PartProps) {
  const { t } = useTranslation('debug');
  const { onChange: setMost, ...most } = form.field('bonus_most_micros');
  const { onChange: setAmount, ...amount } = form.field('discount_value');
  const { onChange: setMinimum, ...minimum } = form.field('minimum_amount');
  const { discount_type: type } = form.values;
  return (
    <div className={styles.pair}>
      {type === 'percentage' ? (
        <>
          <NumberField {...form.field('percent')} label={t('promo.percent')} digits={2} suffix="%" />
          <MoneyInput
            {...most}
            onChange={setMost}
            label={t('promo.most')}
            description={t('promo.mostHint')}
          />
        </>
      ) : (
        <MoneyInput {...amount} onChange={setAmount} label={t('promo.amount')} />
      )}
      {type === 'bonus_balance' ? null : (
        <MoneyInput
          {...minimum}
          onChange={setMinimum}
          label={t('promo.minimum')}
          description={t('promo.minimumHint')}
        />
      )}
    </div>
  );
}

function ForWhom({ form }: PartProps) {
  const { t } = useTranslation('debug');
  const { account_types: types } = form.values;
  const toggle = (type: string, isOn: boolean) =>
    form.set({ account_types: isOn ? [...types, type] : types.filter((each) => each !== type) });
  return (
    <>
      <TextInput
        {...form.field('account')}
        type="email"
        label={t('promo.account')}
        description={t('promo.accountHint')}
        ref={anyDirection}
        autoComplete="off"
        maxLength={254}
      />
      <fieldset className={styles.types}>
        <legend>{t('promo.types')}</legend>
        {ACCOUNT_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={type}
            checked={types.includes(type)}
            onChange={(event) => toggle(type, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <Checkbox {...form.checkbox('new_accounts_only')} label={t('promo.newOnly')} />
    </>
  );
}

function WhenAndHow({ form }: PartProps) {
  const { t } = useTranslation('debug');
  const number = { inputMode: 'numeric', autoComplete: 'off', classNames: { input: 'ez-num' } } as const;
  return (
    <>
      <div className={styles.pair}>
        <TextInput {...form.field('per_account_limit')} {...number} label={t('promo.perAccount')} />
        <TextInput
          {...form.field('usage_limit')}
          {...number}
          label={t('promo.limit')}
          description={t('promo.limitHint')}
        />
      </div>
      <div className={styles.pair}>
        <DateInput withTime {...form.field('valid_from')} label={t('promo.from')} />
        <DateInput withTime {...form.field('valid_until')} label={t('promo.until')} />
      </div>
      <Switch {...form.checkbox('is_active')} label={t('promo.active')} description={t('promo.activeHint')} />
      <Switch {...form.checkbox('is_public')} label={t('promo.public')} description={t('promo.publicHint')} />
    </>
  );
}
