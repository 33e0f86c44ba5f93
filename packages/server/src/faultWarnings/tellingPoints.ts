/** What a point says of its device's cooling, told by its type and its words: nobody sets it up. */
export interface PointFacts {
  readonly id: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly typeCode: string;
  readonly isState: boolean;
  readonly statusValues: readonly { readonly value: number; readonly zh: string; readonly en: string }[];
  readonly unit: string;
  readonly decimals: number;
  readonly level: number;
  readonly isMain: boolean;
  readonly isWritable: boolean;
  readonly samplingIntervalSeconds: number;
}

/** A state point with those of its values that say so. */
export interface StateOf {
  readonly point: PointFacts;
  readonly values: ReadonlySet<number>;
}

export interface TellingPoints {
  /** The temperature of what is cooled. */
  readonly air: PointFacts | null;
  /** Each thing that cools by itself: a compressor, a valve. */
  readonly cooling: readonly StateOf[];
  readonly defrost: StateOf | null;
  readonly door: StateOf | null;
  /** Analog points people look at: the main one and those of the first level. */
  readonly levels: readonly PointFacts[];
}

const temperatureUnits = new Set(['°C', '℃', 'K', '°F']);
const isOff = /停|关|闭|未|无|正常|待机|\b(no|not|off|stop|stopped|closed|idle|standby|normal)\b/i;
const defrostWords = /^(化霜|除霜|融霜|defrost)/i;
const coolingWords = /^(制冷|cooling|压缩机运行|compressor)/i;
const openWords = /开|open/i;
const coolingNames = /制冷|压缩机|冷机|compressor|cooling|refrigeration/i;
const doorNames = /门|\bdoor/i;
const otherNames = /设定|告警|报警|故障|时间|次数|setpoint|set point|alarm|fault|hours|flag/i;

const nameOf = (point: PointFacts): string => `${point.name} ${point.nameEn ?? ''}`;

function stateWhere(point: PointFacts, says: (words: string) => boolean): StateOf | null {
  if (!point.isState || otherNames.test(nameOf(point))) return null;
  const values = point.statusValues.filter(({ zh, en }) => says(zh) || says(en)).map(({ value }) => value);
  return values.length === 0 ? null : { point, values: new Set(values) };
}

const coolingOf = (point: PointFacts): StateOf | null =>
  coolingNames.test(nameOf(point))
    ? stateWhere(point, (words) => words !== '' && !isOff.test(words))
    : stateWhere(point, (words) => coolingWords.test(words));

/** Setpoints and what is written are no measurement. */
const isMeasured = (point: PointFacts): boolean =>
  !point.isState && !point.isWritable && !otherNames.test(nameOf(point));

/** At most so many levels of one device; the main one first. */
const maxLevels = 4;
const maxCooling = 4;

/** @param points of one device, in its order */
export function tellingPoints(points: readonly PointFacts[]): TellingPoints {
  const levels = points
    .filter((point) => isMeasured(point) && (point.isMain || point.level === 1))
    .sort((a, b) => Number(b.isMain) - Number(a.isMain))
    .slice(0, maxLevels);
  const found = (of: (point: PointFacts) => StateOf | null) => points.map(of).filter((each) => each !== null);
  const own = found((point) => (coolingNames.test(nameOf(point)) ? coolingOf(point) : null));
  const cooling = own.length > 0 ? own : found(coolingOf).slice(0, 1);
  return {
    air: levels.find(({ unit }) => temperatureUnits.has(unit)) ?? null,
    cooling: cooling.slice(0, maxCooling),
    defrost: found((point) => stateWhere(point, (words) => defrostWords.test(words)))[0] ?? null,
    door:
      found((point) =>
        doorNames.test(nameOf(point))
          ? stateWhere(point, (words) => openWords.test(words) && !/未|not/i.test(words))
          : null,
      )[0] ?? null,
    levels,
  };
}
