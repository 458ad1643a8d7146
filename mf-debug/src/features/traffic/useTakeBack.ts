import type { LaterReason, Reversal, ReversalPreview, ReversalRequest } from '@ezdash/contracts';
import { compareInstants, LATER_REASONS, REVERSAL } from '@ezdash/contracts/constants';
import { useWithProof } from '@ezdash/store';
import { type Form, useForm, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundAccount } from '../console/AccountFinder';
import { useSentId } from '../money/useSentId';
import { useWhyProblem } from '../money/useWhyProblem';
import { readDecisionIds } from './decisionIds';
import { useDebugReversalPreviewMutation, useDebugReverseMutation } from './traffic.api';

/** Named as the server names them, so that its refusals find their fields. */
export interface TakeBackValues {
  kind: 'span' | 'decisions';
  /** A day and a time, UTC: YYYY-MM-DDTHH:MM. */
  from: string;
  to: string;
  publisher_id: FoundAccount | null;
  property: string;
  zone: string;
  campaign: string;
  decisions: string;
  reason: LaterReason;
  why: string;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const HOUR_MS = 3_600_000;
const hourAt = (ms: number) => new Date(Math.floor(ms / HOUR_MS) * HOUR_MS).toISOString().slice(0, 16);
const inUtc = (moment: string) => `${moment}:00.000Z`;

type Selection = ReversalRequest['selection'];

function selectionOf(values: TakeBackValues): Selection {
  if (values.kind === 'decisions') return { kind: 'decisions', decisions: readDecisionIds(values.decisions) };
  const { publisher_id: publisher, from, to } = values;
  const text = (name: 'property' | 'zone' | 'campaign') => {
    const id = values[name].trim();
    return id === '' ? {} : { [name]: id };
  };
  return {
    kind: 'span',
    ...(publisher && { publisher_id: publisher.id }),
    ...text('property'),
    ...text('zone'),
    ...text('campaign'),
    from: inUtc(from),
    to: inUtc(to),
  };
}

/** Why a span, or a list of decisions, is not one yet. */
function useSelectionProblems() {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (values: TakeBackValues) => {
    const { kind, from, to, publisher_id: publisher, property, zone, campaign } = values;
    if (kind === 'decisions') {
      const { length } = readDecisionIds(values.decisions);
      const most = format.count(REVERSAL.mostDecisions);
      if (length === 0) return { decisions: t('traffic.decisionsMissing') };
      return length > REVERSAL.mostDecisions ? { decisions: t('traffic.tooMany', { most }) } : {};
    }
    const isNamed = publisher !== null || [property, zone, campaign].some((id) => id.trim() !== '');
    return {
      from: MOMENT.test(from) ? undefined : t('traffic.momentMissing'),
      to: !MOMENT.test(to)
        ? t('traffic.momentMissing')
        : compareInstants(to, from) <= 0
          ? t('traffic.endsFirst')
          : undefined,
      publisher_id: isNamed ? undefined : t('traffic.nobody'),
    };
  };
}

export interface TakeBack {
  form: Form<TakeBackValues>;
  /** Of exactly what the fields say now; null until it was asked for, and again when one of them changes. */
  preview: ReversalPreview | null;
  /** Carries out what the preview shows. */
  reverse: () => void;
  reversing: boolean;
  failure: unknown;
}

/** What is to be taken back, its preview, and only then the deed. */
export function useTakeBack(onBegun: (reversal: Reversal) => void): TakeBack {
  const whyProblem = useWhyProblem();
  const { run } = useWithProof();
  const { idFor, done } = useSentId();
  const selectionProblems = useSelectionProblems();
  const [ask] = useDebugReversalPreviewMutation();
  const [send, { isLoading: reversing }] = useDebugReverseMutation();
  const [seen, setSeen] = useState<{ content: string; preview: ReversalPreview } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [now] = useState(Date.now);
  const form = useForm<TakeBackValues>({
    initial: {
      kind: 'span',
      from: hourAt(now - HOUR_MS),
      to: hourAt(now),
      publisher_id: null,
      property: '',
      zone: '',
      campaign: '',
      decisions: '',
      reason: LATER_REASONS[0],
      why: '',
    },
    check: (values) => ({ ...selectionProblems(values), why: whyProblem(values.why) }),
    onSubmit: async (values) => {
      setFailure(null);
      const selection = selectionOf(values);
      setSeen({ content: JSON.stringify(selection), preview: await ask({ selection }).unwrap() });
    },
  });
  const selection = selectionOf(form.values);
  const preview = seen?.content === JSON.stringify(selection) ? seen.preview : null;

  async function reverse(): Promise<void> {
    const content = { selection, reason: form.values.reason, why: form.values.why.trim() };
    setFailure(null);
    try {
      const reversal = await run(() => send({ ...content, key: idFor(content) }).unwrap());
      done();
      onBegun(reversal);
    } catch (error) {
      setFailure(error);
    }
  }
  return {
    form,
    preview,
    reverse: () => {
      // The words may have gone since the preview: then the form says so.
      if (whyProblem(form.values.why)) void form.submit();
      else if (!reversing) void reverse();
    },
    reversing,
    failure,
  };
}
