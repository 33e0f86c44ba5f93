import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DiagramDocument, type DiagramNode } from './document.ts';
import {
  layOutAir,
  layOutCircuit,
  layOutOverview,
  layOutRoom,
  layOutSingleLine,
  type PlantDevice,
  type PlantMeter,
} from './layOut.ts';
import { symbolCodes, symbolOf } from './symbols.ts';

let ids = 0;
const point = (name: string, typeCode: string) => ({ id: ++ids, name, typeCode });
const freezer = (name: string): PlantDevice => ({
  id: ++ids,
  name,
  classCode: 'displayCase',
  mainPointId: null,
  points: [
    point('出风温度 Air-off temperature', 'temperature'),
    point('温度设定值 Temperature setpoint', 'temperature'),
    point('化霜 Defrost', 'defrostState'),
    point('膨胀阀开度 Expansion valve opening', 'percentage'),
  ],
});
const rack: PlantDevice = {
  id: ++ids,
  name: 'Rack 1',
  classCode: 'compressorRack',
  mainPointId: null,
  points: [
    point('吸气压力 Suction pressure', 'pressure'),
    point('排气压力 Discharge pressure', 'pressure'),
    point('2 号压缩机 Compressor 2', 'runState'),
    point('1 号压缩机 Compressor 1', 'runState'),
    point('冷凝风机 Condenser fan', 'runState'),
    point('负荷率 Capacity', 'percentage'),
  ],
};
const overlaps = (a: DiagramNode, b: DiagramNode) =>
  a.at[0] < b.at[0] + b.size[0] &&
  b.at[0] < a.at[0] + a.size[0] &&
  a.at[1] < b.at[1] + b.size[1] &&
  b.at[1] < a.at[1] + a.size[1];
const overlapping = ({ nodes }: DiagramDocument) =>
  nodes.flatMap((a, index) => nodes.slice(index + 1).flatMap((b) => (overlaps(a, b) ? [`${a.id} ${b.id}`] : [])));

describe('a circuit that is drawn from devices', () => {
  it('binds every case, valve, machine and value by type and name', () => {
    const cases = ['Meat', 'Dairy'].map(freezer);
    const { nodes } = layOutCircuit(rack, cases);
    const bound = new Set(nodes.flatMap(({ bind }) => Object.values(bind)));
    expect([...rack.points, ...cases.flatMap(({ points }) => points)].filter(({ id }) => !bound.has(id))).toEqual([]);
    const machines = nodes.filter(({ symbol }) => symbol === 'compressor');
    expect(machines.map(({ bind }) => bind.running)).toEqual([rack.points[3]!.id, rack.points[2]!.id]);
    expect(nodes.filter(({ symbol }) => symbol === 'displayCase').map(({ device }) => device)).toEqual([
      cases[1]!.id,
      cases[0]!.id,
    ]);
  });

  it('is the same for the same devices in any order', () => {
    const cases = ['3', '1', '2'].map(freezer);
    expect(layOutCircuit(rack, cases.toReversed())).toEqual(layOutCircuit(rack, cases));
  });

  it('draws nothing over something else, stays on its sheet, and joins only ports that carry the medium', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 6 }),
        fc.boolean(),
        (count, more, isRack) => {
          const machines = Array.from({ length: more }, (_, n) => point(`压缩机 ${n + 3} Compressor`, 'runState'));
          const of = isRack ? { ...rack, points: [...rack.points, ...machines] } : null;
          const document = layOutCircuit(
            of,
            Array.from({ length: count }, (_, n) => freezer(`Case ${n}`)),
          );
          expect(DiagramDocument.safeParse(document).error?.issues ?? []).toEqual([]);
          expect(overlapping(document)).toEqual([]);
          for (const { at, size } of document.nodes) {
            expect(at[0] + size[0]).toBeLessThanOrEqual(document.size.w);
            expect(at[1] + size[1]).toBeLessThanOrEqual(document.size.h);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

it('draws one room with all else that is known of it beside it', () => {
  const room = { ...freezer('Freezer 1'), classCode: 'freezerRoom' };
  const document = layOutRoom({
    ...room,
    mainPointId: room.points[0]!.id,
    points: [...room.points, point('显示温度 Display', 'temperature')],
  });
  expect(DiagramDocument.safeParse(document).success).toBe(true);
  expect(overlapping(document)).toEqual([]);
  expect(document.nodes.filter(({ symbol }) => symbol === 'valueTag')).toHaveLength(2);
});

it('draws an air handling unit with its halls, and an overview of anything', () => {
  const unit: PlantDevice = { id: 1, name: 'AHU', classCode: 'airHandlingUnit', mainPointId: null, points: [] };
  const halls = [1, 2, 3].map((n): PlantDevice => ({ ...unit, id: n + 1, name: `Hall ${n}`, classCode: 'hall' }));
  for (const document of [layOutAir(unit, halls), layOutOverview([unit, ...halls, rack, freezer('A')])]) {
    expect(DiagramDocument.safeParse(document).error?.issues ?? []).toEqual([]);
    expect(overlapping(document)).toEqual([]);
  }
});

it('draws meters below those that supply them in any tree, with nothing over something else', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1, max: 11 }), { minLength: 1, maxLength: 12 }), (aboves) => {
      const meters = aboves.map(
        (above, index): PlantMeter => ({
          device: { id: index + 1, name: `Meter ${index}`, classCode: 'energyMeter', mainPointId: null, points: [] },
          above: above < 0 ? null : above + 1,
        }),
      );
      const document = layOutSingleLine(meters);
      expect(DiagramDocument.safeParse(document).error?.issues ?? []).toEqual([]);
      expect(overlapping(document)).toEqual([]);
      const drawn = document.nodes.flatMap(({ device }) => device ?? []);
      expect(drawn.toSorted((a, b) => a - b)).toEqual(meters.map(({ device }) => device.id));
      expect(layOutSingleLine(meters.toReversed())).toEqual(document);
    }),
    { numRuns: 80 },
  );
});

test.each(symbolCodes)('%s has its ports on its border and names in both languages', (code) => {
  const spec = symbolOf(code);
  expect(spec.zh).not.toBe('');
  expect(spec.en).toMatch(/^[A-Z0-9]/);
  for (const { at, media } of Object.values(spec.ports)) {
    expect(at.includes(0) || at.includes(1)).toBe(true);
    expect(media.length).toBeGreaterThan(0);
  }
});

test('there are the 44 symbols of the first phase', () => {
  expect(symbolCodes).toHaveLength(44);
});
