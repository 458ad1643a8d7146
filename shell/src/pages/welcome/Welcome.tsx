import { PublicLayout } from '../../app/layout/PublicLayout';
import { Countries } from './Countries';
import { Formats } from './Formats';
import { Hero } from './Hero';
import { MoneyLines } from './MoneyLines';
import { useLiveNetwork } from './network.api';
import { Sides } from './Sides';

const PLACES = ['advertise', 'publish', 'formats', 'money'] as const;

/** The network's own page, for everybody. Its figures are the live ones; without them it still says what it has to say. */
export default function Welcome() {
  const network = useLiveNetwork();
  return (
    <PublicLayout links={PLACES}>
      <Hero network={network} />
      <Formats network={network} />
      <Sides />
      <MoneyLines network={network} />
      <Countries network={network} />
    </PublicLayout>
  );
}
