import { byteOrders, registerFormatNames, SlavePoint } from '@watchpost/contract';
import { defineModbusPoint } from '@watchpost/protocols';
import { expect, test } from 'vitest';

/** What both are asked: a point as a form has it, and the same as it is polled. */
function bothSay(point: Record<string, unknown>): [contract: boolean, protocols: boolean] {
  const { success } = SlavePoint.safeParse({ PointName: 'Air', PointTypeId: 1, Cycle: 60, ...point });
  const { X1, X2, Y1, Y2 } = point;
  const { problems } = defineModbusPoint({
    slaveId: 1,
    functionCode: point.FunctionCode,
    address: point.RegisterAddress,
    format: point.DataFormat,
    byteOrder: point.ByteOrder,
    bit: point.AddressBit,
    scaling: X1 === undefined ? null : { rawLow: X1, rawHigh: X2, engLow: Y1, engHigh: Y2 },
    samplingIntervalSeconds: point.Cycle ?? 60,
    statusRegister:
      point.StatusRegister === undefined ? null : { address: point.StatusRegister as number, faultValues: [1] },
    writeFunctionCode: (point.WriteFunctionCode as 5) ?? null,
  });
  return [success, problems.length === 0];
}

test('what a form lets through can be polled, and what cannot be polled no form lets through', () => {
  const orders = [undefined, '', ...byteOrders, 'DCAB'];
  let right = 0;
  for (const FunctionCode of [undefined, 1, 2, 3, 4, 5])
    for (const DataFormat of [undefined, ...registerFormatNames])
      for (const ByteOrder of orders)
        for (const AddressBit of [undefined, 1, 16, 17])
          for (const RegisterAddress of [0, 65_534, 65_535]) {
            const point = { FunctionCode, DataFormat, ByteOrder, AddressBit, RegisterAddress };
            const [contract, protocols] = bothSay(point);
            expect(contract, JSON.stringify(point)).toBe(protocols);
            if (contract) right++;
          }
  expect(right).toBeGreaterThan(50);
});

const air = { FunctionCode: 3, RegisterAddress: 100, DataFormat: 's16', ByteOrder: 'AB' };
test.each([
  ['x1 = x2', { X1: 1, X2: 1, Y1: 0, Y2: 10 }],
  ['a cycle of 45 s', { Cycle: 45 }],
  ['a cycle of 90 s', { Cycle: 90 }],
  ['a status register 200 registers away', { StatusRegister: 300, StatusFaultValueList: [1] }],
  ['one register written as a coil', { WriteFunctionCode: 5 }],
])('both refuse %s', (_, more) => {
  expect(bothSay({ ...air, ...more })).toEqual([false, false]);
});

test('a register that can be written needs a mapping that leads back; a bit of a register cannot be written at all', () => {
  const problems = (more: object) =>
    SlavePoint.safeParse({ PointName: 'Air', PointTypeId: 1, ...air, IsWrite: true, ...more }).error?.issues.map(
      ({ path }) => path.join('.'),
    ) ?? [];
  expect(problems({})).toEqual([]);
  expect(problems({ X1: 0, X2: 10, Y1: 1, Y2: 1 })).toEqual(['Y2']);
  expect(problems({ FunctionCode: 4 })).toEqual(['IsWrite']);
  expect(problems({ DataFormat: 'bits16' })).toEqual(['IsWrite']);
});
