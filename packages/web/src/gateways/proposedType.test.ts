import { expect, it } from 'vitest';
import { proposedType } from './proposedType.ts';

const types = [
  { Key: 1, PointType: 0, UnitList: ['K', '°C'] },
  { Key: 2, PointType: 0, UnitList: ['°C', '°F'] },
  { Key: 3, PointType: 0, UnitList: ['%RH'] },
  { Key: 4, PointType: 1, UnitList: [] },
];
const heard = (MqttKey: string, Unit: string | null = null, IsState = false) => ({ MqttKey, Unit, IsState });

it('proposes the type of the unit that came along, else of what the key is called, and none without a reason', () => {
  expect(proposedType(heard('x', '%RH'), types)?.Key).toBe(3);
  expect(proposedType(heard('x', '°F'), types)?.Key).toBe(2);
  expect(proposedType(heard('roomTemperature'), types)?.Key).toBe(2);
  expect(proposedType(heard('HUM1'), types)?.Key).toBe(3);
  expect(proposedType(heard('x'), types)).toBeUndefined();
  expect(proposedType(heard('temp', null, true), types)).toBeUndefined();
});
