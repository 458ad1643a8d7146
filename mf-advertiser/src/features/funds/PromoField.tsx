import type { OfferedPromo } from '@ezdash/contracts';
import { useSession } from '@ezdash/store';
import { Button, type FieldProps, Held, Status, TextInput, useAfterPress } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useAdvertiserPromoCodesQuery } from './funds.api';
import classes from './funds.module.css';
import { codeOf, type PromoChecking } from './usePromoPreview';
import { usePromoWords } from './usePromoWords';

interface PromoFieldProps {
  field: FieldProps<string>;
  checking: PromoChecking;
  /** Redeems a code that needs no deposit. */
  onRedeem: () => void;
  isRedeeming: boolean;
}

/** What the code does or why it does nothing, said as soon as it is known. */
function Outcome({ checking, onRedeem, isRedeeming }: Omit<PromoFieldProps, 'field'>) {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const { user } = useSession();
  const { effect, refusal } = usePromoWords();
  const { state } = checking;
  if (state.kind === 'none') return null;
  if (state.kind === 'checking') return <p className={classes.quiet}>{t('funds.promo.checking')}</p>;
  if (state.kind === 'failed')
    return (
      <p className={classes.refused}>
        {t('funds.promo.failed')} {errorText(state.error)}{' '}
        <button type="button" className="ez-link" onClick={checking.retry}>
          {t('ui:error.retry')}
        </button>
      </p>
    );
  const { preview } = state;
  const alone = preview.ok
    ? preview.promo.discount_type === 'bonus_balance'
    : preview.reason === 'needs-no-deposit';
  if (!preview.ok && !alone) return <p className={classes.refused}>{refusal(preview)}</p>;
  return (
    <>
      <p className={classes.effect}>{preview.ok ? effect(preview) : refusal(preview)}</p>
      {alone ? (
        <Held status={user?.status}>
          <Button variant="default" loading={isRedeeming} onClick={onRedeem}>
            {t('funds.promo.redeem')}
          </Button>
        </Held>
      ) : null}
    </>
  );
}

function Offers({ onChoose, chosen }: { onChoose: (promo: OfferedPromo) => void; chosen: string }) {
  const { t } = useTranslation('advertiser');
  const { offer } = usePromoWords();
  // Without the list a code can still be typed.
  const { data } = useAdvertiserPromoCodesQuery();
  const codes = data?.promo_codes ?? [];
  if (codes.length === 0) return null;
  return (
    <ul className={classes.offers} aria-label={t('funds.promo.offers')}>
      {codes.map((promo) => (
        <li key={promo.code}>
          <button
            type="button"
            aria-pressed={chosen === promo.code}
            onClick={() => onChoose(promo)}
            title={promo.description || undefined}
          >
            <b>
              <bdi>{promo.code}</bdi>
            </b>
            <small>{offer(promo)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A promo code with its effect, and the codes that are offered to everybody. */
export function PromoField({ field, checking, onRedeem, isRedeeming }: PromoFieldProps) {
  const { t } = useTranslation('advertiser');
  const id = useId();
  const afterPress = useAfterPress();
  const { state } = checking;
  const approved = state.kind === 'known' && state.preview.ok;
  // The reason stands below already.
  const isExplained = state.kind === 'known' && !state.preview.ok;
  return (
    <div className={classes.promo}>
      <TextInput
        {...field}
        label={t('funds.promo.label')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={isExplained ? Boolean(field.error) : field.error}
        dir="ltr"
        aria-describedby={id}
        rightSectionWidth={approved ? 104 : undefined}
        rightSection={approved ? <Status plain state="approved" /> : undefined}
        onBlur={({ currentTarget: { value } }) => {
          // What the code does takes a line of its own: under a press it would move the button away.
          afterPress(() => checking.check(value));
          field.onBlur();
        }}
        onKeyDown={(event) => {
          // Enter asks what the code does; it does not pay.
          if (event.key !== 'Enter' || codeOf(event.currentTarget.value) === '') return;
          event.preventDefault();
          checking.check(event.currentTarget.value);
        }}
      />
      <div id={id} className={classes.outcome} role="status">
        <Outcome checking={checking} onRedeem={onRedeem} isRedeeming={isRedeeming} />
      </div>
      <Offers
        chosen={codeOf(field.value)}
        onChoose={({ code }) => {
          const next = codeOf(field.value) === code ? '' : code;
          field.onChange(next);
          checking.check(next);
        }}
      />
    </div>
  );
}
