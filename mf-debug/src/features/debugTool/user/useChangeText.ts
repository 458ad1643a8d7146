import type { AccountType, DebugPropertyChange } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import { typeName } from './userFacts';

/** A change in words: "Status: active → suspended". */
export function useChangeText(types: readonly AccountType[]): (change: DebugPropertyChange) => string {
  const { t } = useTranslation('debug');
  return ({ property, from, to }) => {
    const isStatus = property === 'status';
    const shown = (value: string) =>
      isStatus
        ? t(`userTab.statusOf.${value}`, { defaultValue: value })
        : typeName(types.find(({ id }) => String(id) === value));
    return t('userTab.changed', {
      property: t(isStatus ? 'userTab.status' : 'userTab.accountType'),
      from: shown(from),
      to: shown(to),
    });
  };
}
