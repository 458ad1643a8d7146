import {
  BROWSER_CODES,
  DEVICE_CODES,
  lastVersionNumber,
  OS_CODES,
  type OsRule,
  type Targeting,
  versionNumber,
} from '@ezdash/contracts';
import { type ClientClass, clientKey } from '../clientClass';
import { Bitset } from './Bitset';
import { Dimension } from './Dimension';

interface VersionRule {
  position: number;
  /** Both included, a last major version with all of its minor ones; without bounds every version, also an unknown one. */
  min: number | null;
  max: number | null;
}

/** An unknown version lies within no bounds. */
const takes = ({ min, max }: VersionRule, version: number) =>
  version < 0
    ? min === null && max === null
    : (min === null || version >= min) && (max === null || version <= max);

/** Operating systems with their versions: rules instead of values, since versions are open-ended. */
class SystemRules {
  private readonly includes = new Map<number, VersionRule[]>();
  private readonly excludes = new Map<number, VersionRule[]>();
  private readonly open: Bitset;
  /** By system, ascending: versions between two of them are one to the rules. Made when they are first asked for. */
  private edges: (readonly number[] | undefined)[] = [];

  constructor(size: number) {
    this.open = new Bitset(size);
  }

  add(position: number, choice: Targeting['os'] | undefined): void {
    this.edges = [];
    if (choice === undefined || choice.include.length === 0) this.open.set(position);
    if (choice === undefined) return;
    for (const rule of choice.include) note(this.includes, position, rule);
    for (const rule of choice.exclude) note(this.excludes, position, rule);
  }

  taking({ os, osVersion }: ClientClass): Bitset {
    const set = this.open.copy();
    for (const rule of this.includes.get(os) ?? []) if (takes(rule, osVersion)) set.set(rule.position);
    for (const rule of this.excludes.get(os) ?? []) if (takes(rule, osVersion)) set.clear(rule.position);
    return set;
  }

  /** A small number that is the same for versions which no rule tells apart; 0 is the unknown one. */
  versionClass({ os, osVersion }: ClientClass): number {
    if (osVersion < 0) return 0;
    const edges = this.edges[os] ?? this.makeEdges(os);
    let low = 0;
    let high = edges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((edges[middle] ?? 0) <= osVersion) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  private makeEdges(os: number): readonly number[] {
    const edges = new Set<number>();
    for (const rules of [this.includes.get(os), this.excludes.get(os)])
      for (const { min, max } of rules ?? []) {
        if (min !== null) edges.add(min);
        if (max !== null) edges.add(max + 1);
      }
    const sorted = [...edges].sort((a, b) => a - b);
    this.edges[os] = sorted;
    return sorted;
  }
}

function note(rules: Map<number, VersionRule[]>, position: number, { name, min, max }: OsRule): void {
  const code = OS_CODES[name];
  const same = rules.get(code) ?? [];
  rules.set(code, same);
  same.push({
    position,
    min: min === null ? null : versionNumber(min),
    max: max === null ? null : lastVersionNumber(max),
  });
}

/** Who takes a class of browsers: by device, operating system with its version, and browser. */
export class ClientSets {
  private readonly devices: Dimension<number>;
  private readonly browsers: Dimension<number>;
  private readonly systems: SystemRules;

  constructor(size: number) {
    this.devices = new Dimension(size);
    this.browsers = new Dimension(size);
    this.systems = new SystemRules(size);
  }

  add(position: number, { devices, browsers, os }: Partial<Targeting>): void {
    this.devices.add(
      position,
      devices && {
        include: devices.include.map((name) => DEVICE_CODES[name]),
        exclude: devices.exclude.map((name) => DEVICE_CODES[name]),
      },
    );
    this.browsers.add(
      position,
      browsers && {
        include: browsers.include.map((name) => BROWSER_CODES[name]),
        exclude: browsers.exclude.map((name) => BROWSER_CODES[name]),
      },
    );
    this.systems.add(position, os);
  }

  /** The same number for browsers that no campaign here tells apart: made-up versions are not told apart either. */
  keyOf(client: ClientClass): number {
    return clientKey(client.device, client.os, this.systems.versionClass(client), client.browser);
  }

  /** A new set. */
  taking(client: ClientClass): Bitset {
    const set = this.systems.taking(client);
    set.keep(this.devices.of(client.device));
    set.keep(this.browsers.of(client.browser));
    return set;
  }

  /** Those who take the device, whatever runs on it: to tell why nobody did. */
  takingDevice(device: number): Bitset {
    return this.devices.of(device);
  }
}
