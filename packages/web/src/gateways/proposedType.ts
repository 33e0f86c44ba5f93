/** Parts of keys, and the unit that what they name is measured in. */
const unitOfKey: readonly (readonly [key: RegExp, unit: string])[] = [
  [/temp/i, '°C'],
  [/hum/i, '%RH'],
  [/volt/i, 'V'],
  [/curr|amp/i, 'A'],
  [/energy|kwh/i, 'kWh'],
  [/power|watt/i, 'kW'],
  [/press/i, 'bar'],
  [/freq/i, 'Hz'],
  [/co2|ppm/i, 'ppm'],
  [/lux|illum/i, 'lx'],
];

interface PointType {
  readonly PointType: number;
  readonly UnitList: readonly string[];
}

/**
 * The type that a key most likely is: by the unit that came with it, else by what it is called; the first analog type that has the
 * unit as its usual one. Undefined where nothing speaks for one.
 */
export function proposedType<Type extends PointType>(
  heard: { readonly MqttKey: string; readonly Unit: string | null; readonly IsState: boolean },
  types: readonly Type[],
): Type | undefined {
  if (heard.IsState) return undefined;
  const unit = heard.Unit ?? unitOfKey.find(([key]) => key.test(heard.MqttKey))?.[1];
  const analog = types.filter(({ PointType }) => PointType !== 1);
  return (
    analog.find(({ UnitList }) => UnitList[0] === unit) ?? analog.find(({ UnitList }) => UnitList.includes(unit ?? ''))
  );
}
