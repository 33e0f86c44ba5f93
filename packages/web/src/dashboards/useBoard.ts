import { type DashboardPart, type DeviceRow, dashboardParts, footfallUnit, relationFrom } from '@watchpost/contract';
import { usePreference } from '../lib/preferences.ts';

export type Widget = DashboardPart;

/** What stands first by industry (1 cold chain, 2 supermarket, 3 livestock, 4 museum), after the alarms; the others follow. */
const firstOf: Readonly<Record<number, readonly Widget[]>> = {
  1: ['alarms', 'nearest', 'diagram', 'plan'],
  2: ['alarms', 'plan', 'energy', 'diagram', 'visitors', 'nearest'],
  3: ['alarms', 'values', 'nearest', 'totals', 'weather'],
  4: ['alarms', 'plan', 'values', 'curves', 'visitors', 'weather'],
};

/** What people of an industry seldom look for; it waits where parts are arranged. */
const besidesOf: Readonly<Record<number, readonly Widget[]>> = {
  1: ['visitors', 'values', 'camera', 'curves'],
  2: ['values', 'camera', 'curves', 'weather'],
  3: ['visitors', 'diagram', 'camera', 'energy'],
  4: ['energy', 'camera', 'diagram'],
};
const besidesElsewhere: readonly Widget[] = ['visitors', 'values', 'camera', 'curves', 'diagram'];

/** The parts that are hidden before anybody arranged them. */
export const usualHidden = (industry: number): readonly Widget[] => besidesOf[industry] ?? besidesElsewhere;

/** What a part shows something of; a part that is not named here shows every device. */
const needs: Partial<Record<Widget, (device: DeviceRow) => boolean>> = {
  visitors: ({ Points }) => Points.some(({ Unit }) => Unit === footfallUnit),
  energy: ({ SmallTypeCode, Points }) => SmallTypeCode === 'energyMeter' || Points.some(({ Unit }) => Unit === 'kWh'),
  diagram: ({ SmallTypeCode }) => SmallTypeCode === 'energyMeter' || relationFrom(SmallTypeCode) !== null,
};

/** The parts for which a project has no devices: no counter of people, no meter, nothing that a circuit begins with. */
export const partsWithoutDevices = (devices: readonly DeviceRow[]): Widget[] =>
  dashboardParts.filter((part) => needs[part] !== undefined && !devices.some(needs[part]));

/** The parts of a dashboard before anybody arranged them. */
export const usualOrder = (industry: number): readonly Widget[] => [
  ...new Set([...(firstOf[industry] ?? []), ...dashboardParts]),
];

/** What a person changed of the dashboard that the project arranged, or of the usual one; what is new appears by itself. */
export interface Board {
  readonly order?: readonly string[];
  readonly hidden?: readonly string[];
  readonly shortcuts?: readonly string[];
  /** Ids of areas, 0 for devices of none. */
  readonly areaOrder?: readonly number[];
  readonly hiddenAreas?: readonly number[];
  /** What a part shows of several things that it could show. */
  readonly valuesClass?: number;
  readonly diagram?: string;
  readonly camera?: string;
}

const isBoard = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const none: Board = {};

/** The patch of this person for this project, kept by the server. */
export function useBoard(projectId: number): {
  board: Board;
  change: (change: Partial<Board>) => void;
  /** Takes back everything that the person changed. */
  restore: () => void;
  /** The dashboard of the project is shown as it is; shortcuts and areas stay the person's own. */
  follow: () => void;
} {
  const [board, setBoard] = usePreference<Board>(`dashboard.${projectId}`, none, isBoard);
  return {
    board,
    change: (change) => setBoard({ ...board, ...change }),
    restore: () => setBoard(none),
    follow: () => {
      const { order: _order, hidden: _hidden, ...own } = board;
      setBoard(own);
    },
  };
}

/** Those that were put in an order, in it; what is new follows as it comes. */
export function ordered<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
  order: readonly (string | number)[] = [],
): Item[] {
  const place = new Map(order.map((key, index) => [key, index]));
  return items
    .map((item, index) => ({ item, at: place.get(keyOf(item)) ?? order.length + index }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** One step up (−1) or down (+1); at either end nothing moves. */
export function moved<Key>(keys: readonly Key[], key: Key, step: -1 | 1): Key[] {
  const from = keys.indexOf(key);
  const to = from + step;
  if (from < 0 || to < 0 || to >= keys.length) return [...keys];
  const next = [...keys];
  next.splice(from, 1);
  next.splice(to, 0, key);
  return next;
}
