import { PAYMENT_STATES, PAYMENT_TYPES } from '@ezdash/contracts/constants';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../components/FilterBar';
import { GATEWAYS, type usePaymentPlace } from './usePaymentPlace';

const SEARCH_LENGTH = 254;

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
    <FilterBar
      search={{
        label: t('money.payments.search'),
        hint: t('money.payments.searchHint'),
        maxLength: SEARCH_LENGTH,
        text: search,
        onType: onSearch,
      }}
      choices={[
        {
          name: 'state',
          label: t('money.payments.state'),
          any: t('money.payments.anyState'),
          options: PAYMENT_STATES.map((value) => ({ value, label: t(`money.payments.stateOf.${value}`) })),
          value: place.state,
        },
        {
          name: 'type',
          label: t('money.payments.type'),
          any: t('money.payments.anyType'),
          options: PAYMENT_TYPES.map((value) => ({ value, label: t(`money.payments.typeOf.${value}`) })),
          value: place.type,
        },
        {
          name: 'gateway',
          label: t('money.payments.gateway'),
          any: t('money.payments.anyGateway'),
          options: GATEWAYS.map((value) => ({ value, label: t(`money.payments.gatewayOf.${value}`) })),
          value: place.gateway,
        },
      ]}
      onChoose={place.change}
      isFiltered={isFiltered}
      onClear={onClear}
    />
  );
}
