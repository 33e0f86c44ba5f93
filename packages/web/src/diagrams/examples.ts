import {
  type DeviceRow,
  minuteMs,
  type PointValue,
  type ShownNode,
  type SymbolCode,
  symbolOf,
} from '@watchpost/contract';
import type { LookCode } from './states.ts';

/** A moment that all examples share. */
const now = 1_800_000_000_000;

/** The states in which a symbol can be found. */
export function exampleStates(code: SymbolCode): LookCode[] {
  const { inputs } = symbolOf(code);
  const kinds = Object.values(inputs).map(({ kind }) => kind);
  const hasState = symbolOf(code).isDevice
    ? inputs.running !== undefined
    : Object.entries(inputs).some(([key, { kind }]) => kind === 'state' && key !== 'fault' && key !== 'manual');
  if (kinds.length === 0) return ['normal'];
  return [
    ...(hasState ? (['on', 'off'] as const) : (['normal'] as const)),
    'urgent',
    'important',
    'general',
    'silent',
    'bad',
    ...(symbolOf(code).isDevice ? (['notShown'] as const) : []),
    'paused',
    'pending',
    ...(kinds.includes('value') ? (['beyond'] as const) : []),
    ...(inputs.fault ? (['fault'] as const) : []),
    ...(inputs.manual ? (['manual'] as const) : []),
    'unbound',
    'notVisible',
  ];
}

const units: Readonly<Record<string, string>> = {
  temperature: '°C',
  setpoint: '°C',
  evaporator: '°C',
  superheat: 'K',
  power: 'kW',
  humidity: '%RH',
  speed: '%',
  opening: '%',
  level: '%',
  charge: '%',
};

const point = (id: number, input: string, isState: boolean, changes: Partial<PointValue>): PointValue => ({
  PointId: id,
  PointName: input,
  PointType: isState ? 1 : 0,
  PointTypeId: 1,
  PointTypeName: input,
  PointTypeCode: input,
  Unit: isState ? '' : (units[input] ?? ''),
  Decimals: 1,
  IsWrite: false,
  Value: isState ? 1 : 3.4,
  ValueText: null,
  Time: now - 2000,
  Quality: 'good',
  QualityReason: null,
  ExceptionCode: null,
  SamplingSeconds: 30,
  SilentSinceEPOCH: null,
  SuperUpperLimit: isState ? null : 8,
  UpperLimit: isState ? null : 6,
  LowerLimit: isState ? null : 0,
  SuperLowerLimit: null,
  IsJudged: true,
  Band: isState ? null : 'within',
  AlarmLevel: null,
  Pending: [],
  UnitMap: [],
  ...changes,
});

const withShelvedAlarm: DeviceRow = {
  ...{ Mtid: 1, MName: '', ProjectId: 1, BigTypeId: 1, BigTypeName: '', BigTypeCode: '' },
  ...{ SmallTypeId: 1, SmallTypeName: '', SmallTypeCode: '', LocationId: null, LocationName: null },
  DataState: 'complete',
  ...{ ConnectStatus: 1, OfflineSinceEPOCH: null, AlarmLevel: null, AlarmCount: 0 },
  Maintenance: null,
  HiddenList: [{ PointId: null, Level: 2, Kind: 'shelved', UntilEPOCH: now + 60 * minuteMs }],
  ...{ MainPointId: null, Points: [] },
};

/** A symbol as it looks in a state: with points that put it there, as the catalogue and the tests show it. */
export function exampleOf(
  code: SymbolCode,
  look: LookCode,
): { node: ShownNode; device: DeviceRow | undefined; points: ReadonlyMap<number, PointValue>; now: number } {
  const spec = symbolOf(code);
  const inputs = Object.keys(spec.inputs);
  const isAt = (changes: Partial<PointValue>, of: 'all' | 'first' = 'first') => ({ changes, of });
  const level = { urgent: 1, important: 2, general: 3 }[look as 'urgent'];
  const { changes, of } = level
    ? isAt({ AlarmLevel: level })
    : look === 'silent'
      ? isAt({ SilentSinceEPOCH: now - 90 * minuteMs }, 'all')
      : look === 'bad'
        ? isAt({ Quality: 'bad', QualityReason: 'sensorFault', Value: null }, 'all')
        : look === 'paused'
          ? isAt({
              Pending: [
                {
                  Kind: 'limit',
                  Level: 2,
                  SinceEPOCH: now - minuteMs,
                  DueEPOCH: null,
                  HeldBy: { Zh: '化霜', En: 'Defrost', UntilEPOCH: now + 20 * minuteMs, IsSettling: false },
                },
              ],
            })
          : look === 'pending'
            ? isAt({ Pending: [{ Kind: 'limit', Level: 1, SinceEPOCH: now - minuteMs, DueEPOCH: now + 4 * minuteMs }] })
            : look === 'beyond'
              ? isAt({ Value: 7.1, Band: 'high' })
              : isAt({});
  const firstValue = inputs.find((input) => spec.inputs[input]?.kind === 'value');
  const shownAt = look === 'beyond' ? firstValue : inputs[0];
  const isSet = (input: string): boolean => {
    if (input === 'fault') return look === 'fault';
    if (input === 'manual') return look === 'manual';
    if (input === 'defrost' || input === 'door') return false;
    return look !== 'off';
  };
  const points = inputs.map((input, index): PointValue => {
    const isState = spec.inputs[input]?.kind === 'state';
    const touched = of === 'all' || input === shownAt ? changes : {};
    const value = isState ? { Value: isSet(input) ? 1 : 0 } : {};
    return point(index + 1, input, isState, { ...value, ...touched });
  });
  const bind = look === 'unbound' ? {} : Object.fromEntries(inputs.map((input, index) => [input, index + 1]));
  const node: ShownNode = {
    id: code,
    symbol: code,
    at: [0, 0],
    size: [spec.size[0], spec.size[1]],
    turn: 0,
    device: null,
    bind,
    ...(look === 'notVisible' ? { bind: {}, notVisible: true as const } : {}),
    ...(spec.isDevice && look !== 'notVisible' ? { label: { zh: spec.zh, en: spec.en } } : {}),
    ...(code === 'link' ? { label: { zh: '机房', en: 'Machine room' } } : {}),
    ...(spec.isBar ? { bar: [4, 4] as [number, number] } : {}),
  };
  const device = look === 'notShown' ? withShelvedAlarm : undefined;
  return { node, device, points: new Map(points.map((each) => [each.PointId, each])), now };
}
