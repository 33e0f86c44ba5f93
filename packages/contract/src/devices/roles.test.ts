import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  pointRoles,
  proposeRoles,
  type RolePoint,
  relationFrom,
  relationKinds,
  roleCodes,
  rolesOfClass,
} from './roles.ts';

const point = (id: number, typeCode: string, ...names: string[]): RolePoint => ({ id, names, typeCode, role: null });
const device = (...points: RolePoint[]) => ({ mainPointId: null, points });
const inWords = (classCode: string, of: ReturnType<typeof device>) =>
  Object.fromEntries(
    proposeRoles(classCode, of).map(({ role, pointId, confidence }) => [role, `${pointId} ${confidence}`]),
  );

describe('roles proposed for points', () => {
  it('are sure by the name of the role in either language, likely by a word, a guess among several', () => {
    expect(inWords('displayCase', device(point(1, 'temperature', '出风温度', 'Air-off temperature')))).toEqual({
      airTemperature: '1 sure',
    });
    expect(inWords('displayCase', device(point(1, 'temperature', 'Case 7 room probe')))).toEqual({
      airTemperature: '1 likely',
    });
    expect(
      inWords('displayCase', device(point(1, 'temperature', 'room left'), point(2, 'temperature', 'room right'))),
    ).toEqual({ airTemperature: '1 guess' });
  });

  it('never take a setpoint for what is measured', () => {
    expect(inWords('freezerRoom', device(point(1, 'temperature', '库温设定值', 'Room temperature setpoint')))).toEqual({
      temperatureSetpoint: '1 likely',
    });
  });

  it('leave out roles that were accepted, and points that have one', () => {
    const accepted = { ...point(1, 'temperature', 'Temperature'), role: 'productTemperature' };
    expect(inWords('freezerRoom', device(accepted, point(2, 'temperature', 'Something')))).toEqual({});
  });

  it('tell compressors apart by their numbers', () => {
    const rack = device(point(2, 'runState', '12 号压缩机'), point(1, 'runState', '2 号压缩机', 'Compressor 2'));
    expect(inWords('compressorRack', rack)).toEqual({ compressor2: '1 sure' });
  });

  it('give a point one role and a role one point, each of its type, for all names and types', () => {
    const types = [...new Set(Object.values(pointRoles).map(({ type }) => type))];
    const words = [...Object.values(pointRoles).flatMap(({ zh, en }) => [zh, en]), 'x', '设定'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...types), fc.constantFrom(...words)), { maxLength: 20 }),
        fc.constantFrom(...Object.keys(rolesOfClass)),
        (points, classCode) => {
          const of = device(...points.map(([type, name], index) => point(index + 1, type, name)));
          const proposed = proposeRoles(classCode, of);
          expect(new Set(proposed.map(({ role }) => role)).size).toBe(proposed.length);
          expect(new Set(proposed.map(({ pointId }) => pointId)).size).toBe(proposed.length);
          for (const { role, pointId } of proposed)
            expect(of.points.find(({ id }) => id === pointId)!.typeCode).toBe(pointRoles[role].type);
        },
      ),
    );
  });
});

test('every role belongs to a class, and every class that serves others to one kind of relation', () => {
  const used = new Set(Object.values(rolesOfClass).flat());
  expect(roleCodes.filter((code) => !used.has(code))).toEqual([]);
  for (const [kind, { from }] of Object.entries(relationKinds))
    for (const code of from) expect(relationFrom(code)).toBe(kind);
});
