import { AD_SIZES, FLUID_SIZES, VIDEO_SIZES, type ZoneKind } from '@ezdash/contracts/constants';

/** A size to choose; `name` is a text under `ui:size.`. */
export interface ZoneSize {
  /** CSS pixels; 0 is as wide as its place. */
  width: number;
  height: number;
  name: string;
}

/** The sizes that zones of a kind come in. */
export function zoneSizes(kind: ZoneKind): readonly ZoneSize[] {
  return kind === 'banner' ? AD_SIZES : [...FLUID_SIZES, ...VIDEO_SIZES].filter((size) => size.kind === kind);
}
