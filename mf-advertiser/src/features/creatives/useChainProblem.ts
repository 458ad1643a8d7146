import { checkChainMacros, readWebAddress } from '@ezdash/contracts/constants';
import { useTranslation } from 'react-i18next';
import { ADDRESS_CODES } from '../form/checkCampaign';

export const CHAIN_MOST = 2_000;

/** What is wrong with the address of a click counter; undefined when it may stay, also empty. */
export function useChainProblem(): (address: string) => string | undefined {
  const { t } = useTranslation('advertiser');
  return (address) => {
    if (address.trim() === '') return undefined;
    const read = readWebAddress(address);
    if ('problem' in read) return t(`problem.${ADDRESS_CODES[read.problem]}`);
    if (read.url.length > CHAIN_MOST) return t('problem.landing');
    const problem = checkChainMacros(read.url);
    return problem ? t(`words.chainProblem.${problem.code}`, { macro: problem.macro }) : undefined;
  };
}
