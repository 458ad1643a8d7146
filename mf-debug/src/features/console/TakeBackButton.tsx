import { BusyButton } from '@ezdash/ui';

interface TakeBackButtonProps {
  verb: string;
  /** Of what, for who does not see its row. */
  name: string;
  busy: boolean;
  onPress: () => void;
}

/** At the end of a row: takes back what it gives. */
export function TakeBackButton({ verb, name, busy, onPress }: TakeBackButtonProps) {
  return (
    <BusyButton variant="default" busy={busy} onClick={onPress}>
      {verb}
      <span className="ez-sr"> {name}</span>
    </BusyButton>
  );
}
