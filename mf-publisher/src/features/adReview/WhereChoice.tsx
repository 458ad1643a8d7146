import { SegmentedControl } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import type { AdScope } from './adScope';

interface WhereChoiceProps {
  scope: AdScope;
  /** A property's id; null: all. */
  value: string | null;
  onChange: (value: string | null) => void;
  fullWidth?: boolean;
}

const ALL = 'all';

/** Where something is blocked: this property or all of them, or one of them by its name. */
export function WhereChoice({ scope, value, onChange, fullWidth }: WhereChoiceProps) {
  const { t } = useTranslation('publisher');
  const label = t('adReview.where');
  const choose = (next: string | null) => onChange(next === ALL ? null : next);
  const all = { value: ALL, label: t('adReview.all') };
  const [first] = scope.places;
  if (scope.of === 'one' && first)
    return (
      <SegmentedControl
        fullWidth={fullWidth}
        aria-label={label}
        value={value ?? ALL}
        onChange={choose}
        data={[{ value: first.id, label: t('adReview.here') }, all]}
      />
    );
  return (
    <Select
      label={label}
      data={[all, ...scope.places.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? ALL}
      onChange={choose}
      allowDeselect={false}
      searchable
    />
  );
}
