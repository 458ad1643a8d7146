import type { HoldCase, HoldDecision, HoldSum } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { BusyButton, Drawer, Textarea, toast, useForm, useFormat } from '@ezdash/ui';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusHeading } from '../console/focusHeading';
import { Facts } from '../money/Facts';
import { MoneyFailure } from '../money/MoneyFailure';
import styles from '../money/money.module.css';
import { useWhyProblem, WHY_LENGTH } from '../money/useWhyProblem';
import { useDebugDecideHoldMutation } from './holds.api';

/** What is known of the views and clicks. */
function Figures({ held }: { held: HoldCase }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { figures, source } = held;
  const events = figures.views + figures.clicks;
  const confirmed = figures.confirmed_views + figures.confirmed_clicks;
  const sumOf = ({ source: of, ...sum }: HoldSum): [string, string] => [
    of === null ? t('holds.sumOfAll') : t('holds.sumOf', { source: t(`holds.sourceOf.${of}`) }),
    t('holds.sum', {
      events: format.count(sum.views + sum.clicks),
      confirmed: format.count(sum.confirmed_views + sum.confirmed_clicks),
      elsewhere: format.count(sum.elsewhere),
      senders: format.count(sum.senders),
      visitors: format.count(sum.visitors),
      networks: format.count(sum.networks),
      held: format.money(sum.held_micros),
    }),
  ];
  const hasOrigins = figures.counted_origins > 0;
  return (
    <Facts
      rows={[
        [t('holds.publisher'), <bdi key="publisher">{held.publisher.email}</bdi>],
        [t('holds.source'), t(`holds.sourceOf.${source}`)],
        figures.made_at ? [t('holds.madeAt'), format.dateTime(figures.made_at)] : null,
        [
          t('holds.days'),
          t('holds.daysSpan', { from: format.date(figures.from), to: format.date(figures.to) }),
        ],
        [t('holds.views'), format.count(figures.views)],
        [t('holds.clicks'), format.count(figures.clicks)],
        [
          t('holds.confirmed'),
          events > 0
            ? t('holds.confirmedOf', {
                confirmed: format.count(confirmed),
                percent: format.percent(confirmed / events),
              })
            : '–',
        ],
        [t('holds.elsewhere'), format.count(figures.elsewhere)],
        [t('holds.senders'), hasOrigins ? format.count(figures.senders) : t('holds.notTracked')],
        [t('holds.visitors'), hasOrigins ? format.count(figures.visitors) : t('holds.notTracked')],
        [t('holds.networks'), hasOrigins ? format.count(figures.networks) : t('holds.notTracked')],
        ...(figures.sums ?? []).map(sumOf),
        [
          t(held.state === 'open' ? 'holds.onHold' : 'holds.decidedAmount'),
          format.money(held.state === 'open' ? figures.held_micros : held.decided_micros, { digits: 4 }),
        ],
        held.decided_at ? [t('holds.decidedAt'), format.dateTime(held.decided_at)] : null,
        held.state === 'open' ? null : [t('holds.decidedBy'), held.decided_by ?? t('holds.automatic')],
        held.why ? [t('money.why'), <bdi key="why">{held.why}</bdi>] : null,
      ]}
    />
  );
}

/** A case with its figures, and the two ways to decide it. */
export function HoldCaseDrawer({ held, onClose }: { held: HoldCase; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const id = useId();
  const { run } = useWithProof();
  const [decide] = useDebugDecideHoldMutation();
  const whyProblem = useWhyProblem();
  const { name } = held.property;
  const decision = useRef<HoldDecision['decision']>('release');
  const form = useForm({
    initial: { why: '' },
    check: ({ why }) => ({ why: whyProblem(why) }),
    onSubmit: async ({ why }) => {
      const input = { id: held.id, decision: decision.current, why: why.trim() };
      await run(() => decide(input).unwrap());
      toast({ text: t(`holds.done.${decision.current}`, { name }) });
      onClose();
      // The row that opened it goes to the decided ones.
      focusHeading();
    },
  });
  const isOpen = held.state === 'open';
  const button = (choice: HoldDecision['decision'], color?: string) => (
    <BusyButton
      type="submit"
      form={id}
      color={color}
      variant={choice === 'release' ? 'default' : 'filled'}
      busy={form.pending && decision.current === choice}
      disabled={form.pending && decision.current !== choice}
      onClick={() => {
        decision.current = choice;
      }}
    >
      {t(`holds.verb.${choice}`, { amount: format.money(held.figures.held_micros) })}
    </BusyButton>
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      title={
        isOpen
          ? t('holds.caseTitle', { name })
          : t('holds.decidedTitle', { state: t(`holds.stateOf.${held.state}`), name })
      }
      actions={
        isOpen ? (
          <>
            {button('release')}
            {button('take_back', 'red')}
          </>
        ) : null
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <ul aria-label={t('holds.reasons')} className={styles.quiet}>
          {held.reasons.map((reason) => (
            <li key={reason}>
              <b>{t(`holds.reasonOf.${reason}`)}</b>: {t(`holds.reasonText.${reason}`)}
            </li>
          ))}
        </ul>
        <Figures held={held} />
        {isOpen ? (
          <Textarea
            {...form.field('why')}
            label={t('money.why')}
            description={t('holds.whyHint')}
            rows={3}
            maxLength={WHY_LENGTH}
          />
        ) : null}
        <MoneyFailure title={t('holds.notDecided')} failure={form.failure} otherErrors={form.otherErrors} />
      </form>
    </Drawer>
  );
}
