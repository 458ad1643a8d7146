import { toApiError, useAppDispatch, useAppSelector, useAppStore } from '@ezdash/store';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { describeElement } from './describeElement';
import { shellRelease } from './inspect';
import { inspectorApi } from './inspector.api';
import { keepPicked, lastPicked, type Picked } from './lastPicked';
import { readWay } from './readFiber';
import { keyOf, type Origin, type ReleaseKey, releasesOf, resolveWay } from './resolveWay';

/** A map that did not come: `message` is the server's. */
export interface MissingMap {
  release: string;
  message: string;
  requestId?: string;
}

export interface Inspection {
  picked: Picked | null;
  pick: (element: Element) => void;
  /** Where it comes from; null before anything was picked. */
  origin: Origin | null;
  /** Of an element under the pointer. */
  originOf: (element: Element) => Origin;
  /** A map that is needed is on its way. */
  isLoading: boolean;
  missing: MissingMap[];
  /** Asks for the maps of what is on the page, so that they are there when something is picked. */
  prepare: () => void;
}

/** The tool itself is never picked. */
const PICKABLE_MODULES = '[data-mf-remote]:not([data-mf-module="DebugTool"])';

function mountedReleases(): ReleaseKey[] {
  return [...document.querySelectorAll<HTMLElement>(PICKABLE_MODULES)].map(({ dataset }) => ({
    name: dataset.mfRemote ?? '',
    version: dataset.mfVersion ?? '',
  }));
}

const { debugInspectorMap } = inspectorApi.endpoints;

/** Reads the tree of a picked element, and asks for the maps that say where it is written. */
export function useInspector(): Inspection {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [shell] = useState(shellRelease);
  const [picked, setPicked] = useState(lastPicked);
  // Any answer may be a map, or of a query that the element reads.
  useAppSelector((root) => root.api.queries);

  const stateOf = (release: ReleaseKey) => debugInspectorMap.select(release)(store.getState());
  const find = (release: ReleaseKey) => stateOf(release).data;
  const load = useCallback(
    (releases: ReleaseKey[]) => {
      for (const release of new Map(releases.map((one) => [keyOf(one), one])).values()) {
        // Without a subscription: it stays as long as an unused answer may, which is longer than a page lives.
        void dispatch(debugInspectorMap.initiate(release, { subscribe: false }));
      }
    },
    [dispatch],
  );
  const prepare = useCallback(() => load([shell, ...mountedReleases()]), [load, shell]);
  const pick = useCallback((element: Element) => {
    const found = { element, description: describeElement(element), way: readWay(element) };
    keepPicked(found);
    setPicked(found);
  }, []);
  const needed = useMemo(() => (picked ? releasesOf(picked.way, shell) : []), [picked, shell]);
  useEffect(() => load(needed), [needed, load]);

  const states = needed.map((release) => ({ release, state: stateOf(release) }));
  return {
    picked,
    pick,
    prepare,
    origin: picked && resolveWay(picked.way, shell, find),
    originOf: (element) => resolveWay(readWay(element), shell, find),
    isLoading: states.some(({ state }) => state.isLoading),
    missing: states.flatMap(({ release: { name, version }, state: { error } }) => {
      if (!error) return [];
      const { message = '', requestId } = toApiError(error) ?? {};
      return [{ release: `${name} ${version}`, message, requestId }];
    }),
  };
}
