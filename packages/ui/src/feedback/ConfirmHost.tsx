import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { currentConfirm, subscribeToConfirm } from './confirm';
import { Dialog } from './Dialog';

/** Where questions of `confirm` appear. Once a page, in UiProvider. */
export function ConfirmHost() {
  const { t } = useTranslation('ui');
  const pending = useSyncExternalStore(subscribeToConfirm, currentConfirm, currentConfirm);
  // The dialog fades out after the answer: until then it keeps the words it had.
  const [shown, setShown] = useState(pending);
  useEffect(() => {
    if (pending) setShown(pending);
  }, [pending]);
  const question = pending ?? shown;
  const answer = (yes: boolean) => question?.answer(yes);
  // There before the first question: a dialog that is born open does not know where the focus came from.
  return (
    <Dialog
      isQuestion
      opened={pending !== null}
      onClose={() => answer(false)}
      title={question?.title ?? ''}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            {question?.wayOut ?? t('confirm.wayOut')}
          </Button>
          <Button color={question?.danger ? 'red' : undefined} onClick={() => answer(true)}>
            {question?.verb}
          </Button>
        </>
      }
    >
      <div className="ez-confirm">{question?.text}</div>
    </Dialog>
  );
}
