import type { NetworkSummary } from '@ezdash/contracts';
import { countryName, sizeText, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { LiveGap } from './LiveGap';
import type { LiveNetwork } from './network.api';
import paper from './receipt.module.css';
import styles from './welcome.module.css';

type Receipt = NonNullable<NetworkSummary['receipt']>;

/** What the ad server calls a visitor's country that it could not find out. */
const NOWHERE = 'ZZ';

interface Line {
  account: string;
  what: string;
  micros: number;
}

/** The transaction of the latest billed impression, as the ledger holds it. */
function Postings({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const networkMicros = receipt.price_micros - receipt.payout_micros;
  const share = receipt.price_micros > 0 ? networkMicros / receipt.price_micros : 0;
  const lines: Line[] = [
    {
      account: t('welcome.money.advertiserCash'),
      what: t('welcome.money.impression'),
      micros: -receipt.price_micros,
    },
    {
      account: t('welcome.money.publisherPending'),
      what: receipt.property,
      micros: receipt.payout_micros,
    },
    {
      account: t('welcome.money.networkRevenue'),
      what: t('welcome.money.share', { share: format.percent(share, 0) }),
      micros: networkMicros,
    },
  ];
  const sum = lines.reduce((total, line) => total + line.micros, 0);
  const amount = (micros: number) => format.money(micros, { digits: 6, signed: true });
  const time = format.time(receipt.happened_at, { seconds: true });
  return (
    <div className={paper.receipt}>
      <div className={paper.head}>
        <span>{t('welcome.money.transaction', { id: receipt.transaction })}</span>
        <span>
          <bdi dir="ltr">{sizeText(receipt)}</bdi> ·{' '}
          {receipt.country === NOWHERE ? null : `${countryName(receipt.country, format.locale)} · `}
          {t(`ui:device.${receipt.device}`, { defaultValue: receipt.device })}
        </span>
      </div>
      <table>
        <caption className="ez-sr">{t('welcome.money.caption')}</caption>
        <tbody>
          {lines.map((line) => (
            <tr key={line.account}>
              <td>{time}</td>
              <th scope="row">{line.account}</th>
              <td>{line.what}</td>
              <td>
                <bdi dir="ltr">{amount(line.micros)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{t('welcome.money.sum')}</th>
            <td />
            <td>
              <bdi dir="ltr">{amount(sum)}</bdi>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** How money moves, shown on the latest impression that was billed. */
export function MoneyLines({ network }: { network: LiveNetwork }) {
  const { t } = useTranslation('shell');
  const { summary, failed, retry } = network;
  return (
    <section className={`${styles.band} ${styles.split}`} id="money">
      <div className={styles.bandHead}>
        <h2>{t('welcome.money.title')}</h2>
        <p>
          {t('welcome.money.text')} {summary?.receipt ? t('welcome.money.latest') : null}
        </p>
      </div>
      {failed ? <LiveGap onRetry={retry} /> : null}
      {summary?.receipt ? <Postings receipt={summary.receipt} /> : null}
      {summary && !summary.receipt ? <p className={styles.none}>{t('welcome.money.none')}</p> : null}
      {!summary && !failed ? <div className={paper.room} /> : null}
    </section>
  );
}
