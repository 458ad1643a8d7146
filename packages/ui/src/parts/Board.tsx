import type { ReactNode } from 'react';

interface BoardProps {
  /** What needs the person: at the side, and before everything else where there is no side. Null when nothing does. */
  needs: ReactNode;
  /** The figure strip, across. */
  figures: ReactNode;
  main: ReactNode;
  side: ReactNode;
}

/** The arrangement of a dashboard. The order in the document is the order on a phone. */
export function Board({ needs, figures, main, side }: BoardProps) {
  return (
    <div className="ez-board">
      {needs ? <div className="ez-board-needs">{needs}</div> : null}
      <div className="ez-board-figures">{figures}</div>
      <div className="ez-board-main">{main}</div>
      <div className="ez-board-side">{side}</div>
    </div>
  );
}
