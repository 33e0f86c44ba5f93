import type { NewPointType } from '../points/index.ts';

const analog = (name_zh: string, name_en: string, ...units: string[]): NewPointType => ({
  name_zh,
  name_en,
  value_type: 'analog',
  units,
  status_values: [],
  simulation: false,
});
const status = (name_zh: string, name_en: string, ...words: [zh: string, en: string][]): NewPointType => ({
  name_zh,
  name_en,
  value_type: 'status',
  units: [],
  status_values: words.map(([zh, en], value) => ({ value, zh, en })),
  simulation: false,
});

/** Point types that the product's own templates name by code; made in a company that does not have them when one is applied. */
export const usualTypes: Readonly<Record<string, NewPointType>> = {
  temperature: analog('温度', 'Temperature', '°C', '°F'),
  temperatureDifference: analog('温差', 'Temperature difference', 'K'),
  humidity: analog('湿度', 'Humidity', '%RH'),
  percentage: analog('百分比', 'Percentage', '%'),
  ratio: analog('比值', 'Ratio', 'cosφ'),
  voltage: analog('电压', 'Voltage', 'V'),
  current: analog('电流', 'Current', 'A'),
  power: analog('功率', 'Power', 'kW', 'W'),
  energy: analog('电量', 'Energy', 'kWh'),
  frequency: analog('频率', 'Frequency', 'Hz'),
  stateCode: analog('状态码', 'State code', '-'),
  runState: status('运行状态', 'Run state', ['停止', 'Stopped'], ['运行', 'Running']),
  switchState: status('开关状态', 'Switch state', ['关', 'Off'], ['开', 'On']),
  doorState: status('门状态', 'Door state', ['关闭', 'Closed'], ['打开', 'Open']),
  defrostState: status('化霜状态', 'Defrost state', ['未化霜', 'No defrost'], ['化霜中', 'Defrosting']),
  faultState: status('故障状态', 'Fault state', ['正常', 'Normal'], ['故障', 'Fault']),
};

/** For a type of which nothing but its name is known. */
export const plainType = (name: string, valueType: 'analog' | 'status', unit: string): NewPointType =>
  valueType === 'status'
    ? status(name, name, ['否', 'No'], ['是', 'Yes'])
    : analog(name, name, ...(unit === '' ? ['-'] : [unit]));

const normal = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** The usual type that a template means: by its code, or by what it is called in either language. */
export function usualTypeOf(typeName: string): { readonly code: string; readonly type: NewPointType } | undefined {
  const wanted = normal(typeName);
  const found =
    Object.entries(usualTypes).find(([code]) => normal(code) === wanted) ??
    Object.entries(usualTypes).find(([, { name_zh, name_en }]) =>
      [name_zh, name_en].some((name) => normal(name) === wanted),
    );
  return found && { code: found[0], type: found[1] };
}
