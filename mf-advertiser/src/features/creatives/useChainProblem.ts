import { checkChainMacros } from '@ezdash/contracts/constants';
import { useTranslation } from 'react-i18next';

export const CHAIN_MOST = 2_000;

/** What is wrong with the address of a click counter; undefined when it may stay, also empty. */
export function useChainProblem(): (address: string) => string | undefined {
  const { t } = useTranslation('advertiser');
  return (address) => {
    const text = address.trim();
    if (text === '') return undefined;
    if (text.length > CHAIN_MOST || !/^https?:\/\//i.test(text) || !URL.canParse(text))
      return t('problem.landing');
    const problem = checkChainMacros(text);
    return problem ? t(`words.chainProblem.${problem.code}`, { macro: problem.macro }) : undefined;
  };
}
