import { LATER_REASONS } from '@ezdash/contracts/constants';
import { Button, Choice, Notice, Textarea, TextInput } from '@ezdash/ui';
import { DateInput, FileButton, Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFinder } from '../console/AccountFinder';
import { WHY_LENGTH } from '../money/useWhyProblem';
import styles from './traffic.module.css';
import type { TakeBack } from './useTakeBack';

type Part = Pick<TakeBack, 'form'>;

const PLACES = ['property', 'zone', 'campaign'] as const;
const ID_LENGTH = 40;

function Span({ form }: Part) {
  const { t } = useTranslation('debug');
  return (
    <>
      <DateInput {...form.field('from')} withTime label={t('traffic.from')} />
      <DateInput {...form.field('to')} withTime label={t('traffic.to')} description={t('traffic.toHint')} />
      <AccountFinder
        {...form.field('publisher_id')}
        accountRole="publisher"
        label={t('traffic.publisher')}
        description={t('traffic.placeHint')}
        onChange={(found) => form.set({ publisher_id: found })}
      />
      {PLACES.map((place) => (
        <TextInput
          key={place}
          {...form.field(place)}
          label={t(`traffic.idOf.${place}`)}
          classNames={{ input: 'ez-mono' }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={ID_LENGTH}
          dir="ltr"
        />
      ))}
    </>
  );
}

function Decisions({ form }: Part) {
  const { t } = useTranslation('debug');
  const [isUnread, setUnread] = useState(false);
  async function read(file: File): Promise<void> {
    setUnread(false);
    try {
      form.set({ decisions: await file.text() });
    } catch {
      setUnread(true);
    }
  }
  return (
    <>
      <Textarea
        {...form.field('decisions')}
        label={t('traffic.decisions')}
        description={t('traffic.decisionsHint')}
        classNames={{ input: 'ez-mono' }}
        rows={6}
        spellCheck={false}
        dir="ltr"
      />
      <div className="ez-actions">
        <FileButton
          accept="text/plain,text/csv,.txt,.csv"
          onChange={(file) => {
            if (file) void read(file);
          }}
        >
          {(props) => (
            <Button {...props} variant="default">
              {t('traffic.file')}
            </Button>
          )}
        </FileButton>
      </div>
      {isUnread ? <Notice tone="bad" title={t('traffic.unread')} /> : null}
    </>
  );
}

/** Whose traffic and when, or which decisions; what was found, and why. */
export function TakeBackFields({ form }: Part) {
  const { t } = useTranslation('debug');
  const { kind, reason } = form.values;
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t('traffic.what')}</legend>
        {(['span', 'decisions'] as const).map((one) => (
          <Choice
            key={one}
            name="kind"
            value={one}
            checked={kind === one}
            onChange={() => form.set({ kind: one })}
            label={t(`traffic.kind.${one}`)}
            hint={t(`traffic.kindHint.${one}`)}
          />
        ))}
      </fieldset>
      {kind === 'span' ? <Span form={form} /> : <Decisions form={form} />}
      <Select
        label={t('traffic.reason')}
        description={t(`traffic.reasonHint.${reason}`)}
        data={LATER_REASONS.map((value) => ({ value, label: t(`traffic.reasonOf.${value}`) }))}
        value={reason}
        allowDeselect={false}
        onChange={(value) => form.set({ reason: LATER_REASONS.find((one) => one === value) ?? reason })}
      />
      <Textarea
        {...form.field('why')}
        label={t('money.why')}
        description={t('traffic.whyHint')}
        rows={3}
        maxLength={WHY_LENGTH}
      />
    </>
  );
}
