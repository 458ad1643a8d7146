import type { PaymentMethodList } from '@ezdash/contracts';
import { PAYMENT_METHODS_MOST } from '@ezdash/contracts/constants';
import { type ApiError, failureOf, page, useSession, useWithProof } from '@ezdash/store';
import { Button, Choice, Dialog, Held, IconPlus } from '@ezdash/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SANDBOX } from './methodName';
import { useSettingsPaymentSetupMutation } from './payment.api';
import classes from './payment.module.css';
import { pressKey } from './pressKey';

type Gateway = PaymentMethodList['gateways'][number];

/** Only to a page of the web: never to what a scheme of its own would run. */
function isPage(url: string): boolean {
  return (
    URL.canParse(url, window.location.origin) &&
    /^https?:$/.test(new URL(url, window.location.origin).protocol)
  );
}

/** Leads to the gateway's page, by a full page load. */
export function useAddMethod() {
  const { t } = useTranslation('settings');
  const [begin] = useSettingsPaymentSetupMutation();
  const { run } = useWithProof();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const running = useRef(false);

  const add = async (gateway: string) => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setFailure(null);
    const key = pressKey();
    try {
      const { url } = await run(() => begin({ gateway, key }).unwrap());
      if (!isPage(url)) throw new Error(t('payment.badAddress'));
      // Stays busy: the page is on its way out.
      page.go(url);
    } catch (error) {
      setFailure(failureOf(error));
      setPending(false);
      running.current = false;
    }
  };
  /** Said before anything is asked of the server. */
  const refuse = () =>
    setFailure({
      status: 409,
      code: 'TOO_MANY_METHODS',
      message: t('payment.outcome.TOO_MANY_METHODS'),
      errors: {},
    });
  return { add, refuse, pending, failure };
}

interface AddMethodProps {
  list: PaymentMethodList;
  adding: ReturnType<typeof useAddMethod>;
}

/** The button, and the question which gateway when there are several. */
export function AddMethod({ list, adding }: AddMethodProps) {
  const { t } = useTranslation('settings');
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  const { gateways, kind, methods } = list;
  const [first] = gateways;
  const press = () => {
    if (methods.length >= PAYMENT_METHODS_MOST) adding.refuse();
    else if (gateways.length > 1) setAsking(true);
    else if (first) void adding.add(first.id);
  };
  if (!first) return null;
  return (
    <>
      <Held status={user?.status}>
        <Button leftSection={<IconPlus size={16} stroke={1.7} />} loading={adding.pending} onClick={press}>
          {t(`payment.add.${kind}`)}
        </Button>
      </Held>
      <GatewayDialog
        opened={asking}
        gateways={gateways}
        onClose={() => setAsking(false)}
        onChoose={(gateway) => {
          setAsking(false);
          void adding.add(gateway);
        }}
      />
    </>
  );
}

interface GatewayDialogProps {
  opened: boolean;
  gateways: readonly Gateway[];
  onClose: () => void;
  onChoose: (gateway: string) => void;
}

function GatewayDialog({ opened, gateways, onClose, onChoose }: GatewayDialogProps) {
  const { t } = useTranslation('settings');
  const [chosen, setChosen] = useState(gateways[0]?.id ?? '');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('payment.chooseGateway')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('payment.cancel')}
          </Button>
          <Button onClick={() => onChoose(chosen)}>{t('payment.continue')}</Button>
        </>
      }
    >
      <div role="radiogroup" aria-label={t('payment.chooseGateway')} className={classes.gateways}>
        {gateways.map(({ id, name }) => (
          <Choice
            key={id}
            name="gateway"
            value={id}
            checked={chosen === id}
            onChange={() => setChosen(id)}
            label={t(`gateway.${id}`, name)}
            hint={id === SANDBOX ? t('payment.sandboxHint') : undefined}
          />
        ))}
      </div>
    </Dialog>
  );
}
