import type { SlotSize } from '../parts/Slot';
import type { ArtName } from './brands';
import DrawnAd from './DrawnAd';

type Brick = readonly [art: ArtName, width: number, height: number];

const columns: readonly (readonly Brick[])[] = [
  [
    ['coffee', 300, 600],
    ['trail', 336, 280],
    ['gift', 300, 250],
  ],
  [
    ['shells', 300, 250],
    ['bikes', 336, 280],
    ['cover', 300, 250],
    ['seeds', 300, 250],
  ],
  [
    ['cover', 160, 600],
    ['gift', 160, 600],
  ],
];

const sizeOf = ([, width, height]: Brick): SlotSize => ({ width, height });

/** The network's formats as a wall of drawn advertisements. */
export default function SlotWall() {
  return (
    <div className="ez-wall">
      {columns.map((column) => (
        <div key={column.join()}>
          {column.map((brick) => (
            <DrawnAd key={brick.join()} art={brick[0]} size={sizeOf(brick)} />
          ))}
        </div>
      ))}
    </div>
  );
}
