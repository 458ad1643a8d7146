import { failureOf, useWithProof } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFailure } from '../money/MoneyFailure';
import { TextDialog } from '../money/payouts/TextDialog';
import { type ReferralDecision, useDebugDecideReferralMutation } from './referrals.api';

/** What is asked: which referral, called what, and what is to become of it. */
export interface AskedDecision {
  id: string;
  name: string;
  decision: ReferralDecision;
}

/** Whether a decision changes anything: refused ones can be allowed, all others refused. */
export const decisionFor = (state: 'pending' | 'active' | 'refused'): ReferralDecision =>
  state === 'refused' ? 'allow' : 'refuse';

/** Refuses a referral or allows it after all, with the reason that colleagues read later. */
export function DecisionDialog({ asked, onClose }: { asked: AskedDecision; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [decide] = useDebugDecideReferralMutation();
  const [failure, setFailure] = useState<unknown>(null);
  const { id, name, decision } = asked;
  return (
    <TextDialog
      title={t(`referrals.ask.${decision}`, { name })}
      text={t(`referrals.askText.${decision}`)}
      label={t('money.why')}
      hint={t('referrals.whyHint')}
      verb={t(`referrals.verb.${decision}`)}
      failure={<MoneyFailure title={t(`referrals.didNot.${decision}`)} failure={failure} />}
      onClose={onClose}
      onGiven={async (note) => {
        setFailure(null);
        try {
          await run(() => decide({ id, decision, note }).unwrap());
        } catch (error) {
          setFailure(failureOf(error));
          return;
        }
        toast({ text: t(`referrals.done.${decision}`, { name }) });
        onClose();
      }}
    />
  );
}
