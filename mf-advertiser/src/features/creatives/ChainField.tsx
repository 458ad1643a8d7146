import { type FieldProps, TextInput } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { CHAIN_MOST } from './useChainProblem';

/** The address of somebody's click counter, which clicks pass on their way. */
export function ChainField(field: FieldProps<string>) {
  const { t } = useTranslation('advertiser');
  return (
    <TextInput
      {...field}
      label={t('words.chain')}
      description={t('words.chainHint')}
      inputMode="url"
      dir="ltr"
      maxLength={CHAIN_MOST}
    />
  );
}
