import { PAYMENT_STATES, PAYMENT_TYPES } from '@ezdash/contracts/constants';
import { Button, IconSearch, TextInput } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import styles from './payments.module.css';
import { GATEWAYS, type usePaymentPlace } from './usePaymentPlace';

interface PaymentFiltersProps {
  place: ReturnType<typeof usePaymentPlace>;
  search: string;
  onSearch: (text: string) => void;
  onClear: () => void;
  isFiltered: boolean;
}

/** State, type, gateway and words that narrow the list of payments. */
export function PaymentFilters({ place, search, onSearch, onClear, isFiltered }: PaymentFiltersProps) {
  const { t } = useTranslation('debug');
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        className={styles.search}
        aria-label={t('money.payments.search')}
        placeholder={t('money.payments.searchHint')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        maxLength={254}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Select
        aria-label={t('money.payments.state')}
        placeholder={t('money.payments.anyState')}
        data={PAYMENT_STATES.map((value) => ({ value, label: t(`money.payments.stateOf.${value}`) }))}
        value={place.state ?? null}
        clearable
        onChange={(state) => place.change({ state })}
      />
      <Select
        aria-label={t('money.payments.type')}
        placeholder={t('money.payments.anyType')}
        data={PAYMENT_TYPES.map((value) => ({ value, label: t(`money.payments.typeOf.${value}`) }))}
        value={place.type ?? null}
        clearable
        onChange={(type) => place.change({ type })}
      />
      <Select
        aria-label={t('money.payments.gateway')}
        placeholder={t('money.payments.anyGateway')}
        data={GATEWAYS.map((value) => ({ value, label: t(`money.payments.gatewayOf.${value}`) }))}
        value={place.gateway ?? null}
        clearable
        onChange={(gateway) => place.change({ gateway })}
      />
      {isFiltered ? (
        <Button variant="subtle" onClick={onClear}>
          {t('money.clearFilters')}
        </Button>
      ) : null}
    </div>
  );
}
