import { describe, expect, it } from 'vitest';
import {
  type DemoPoint,
  demoCompanies,
  demoGateways,
  demoPoints,
  demoPointTypes,
  demoSubsystems,
  type ModbusSource,
  pointRoles,
  pointsOf,
} from '../index.ts';

const projects = demoCompanies.flatMap((company) => company.projects);
const devices = projects.flatMap((project) => project.devices);
const strategies = demoCompanies.flatMap((company) => company.strategies);
const slaves = demoGateways.flatMap((gateway) => (gateway.protocol === 'MQTT' ? [] : gateway.slaves));
const modbus = (point: DemoPoint) => point.source as ModbusSource;

const repeated = <T>(values: T[]) => values.filter((value, index) => values.indexOf(value) !== index);
const wide = ['s32', 'u32', 'f32'];
const lengthWithin = (text: string, low: number, high: number) => text.length >= low && text.length <= high;

describe('the demonstration fleet', () => {
  it('has about forty devices and three hundred points', () => {
    expect(devices.length).toBeGreaterThanOrEqual(40);
    expect(demoPoints.length).toBeGreaterThanOrEqual(300);
  });

  it('names every code once', () => {
    expect(repeated(devices.map((device) => device.code))).toEqual([]);
    expect(repeated(demoPoints.map((point) => point.code))).toEqual([]);
    expect(repeated(demoGateways.map((gateway) => gateway.serialNumber))).toEqual([]);
    expect(repeated(strategies.map((strategy) => strategy.code))).toEqual([]);
    for (const project of projects) expect(repeated(project.devices.map((device) => device.name))).toEqual([]);
  });

  it('puts every device into an area of its project and a class of its subsystem', () => {
    for (const project of projects) {
      const areas = project.areas.map((area) => area.code);
      for (const area of project.areas) if (area.parentCode) expect(areas).toContain(area.parentCode);
      for (const device of project.devices) {
        expect(areas).toContain(device.areaCode);
        const subsystem = demoSubsystems.find((candidate) => candidate.code === device.subsystemCode)!;
        const deviceClass = subsystem.classes.find((candidate) => candidate.code === device.classCode)!;
        const known = deviceClass.properties.map((property) => property.code);
        for (const code of Object.keys(device.properties)) expect(known).toContain(code);
        expect(demoPoints.map((point) => point.code)).toContain(`${device.code}.${device.mainRole}`);
      }
    }
  });

  it('sets all slaves of a line alike', () => {
    for (const gateway of demoGateways) {
      if (gateway.protocol === 'MQTT') continue;
      expect(new Set(gateway.slaves.map(({ serial }) => JSON.stringify(serial))).size).toBe(1);
    }
  });

  it('keeps the lengths of the specification', () => {
    for (const gateway of demoGateways) {
      expect(gateway.serialNumber).toMatch(/^[A-Z][A-Z0-9]{9}([A-Z0-9]{6})?$/);
      expect(lengthWithin(gateway.name, 1, 25) && lengthWithin(gateway.nameEn, 1, 25)).toBe(true);
      if (gateway.cardNumber !== null) expect(gateway.cardNumber).toMatch(/^\d{20}$/);
    }
    for (const strategy of strategies) {
      expect(lengthWithin(strategy.name, 2, 25) && lengthWithin(strategy.nameEn, 2, 25)).toBe(true);
    }
    for (const area of projects.flatMap((project) => project.areas)) {
      expect(lengthWithin(area.name, 1, 20) && lengthWithin(area.nameEn, 1, 20)).toBe(true);
    }
    for (const member of demoCompanies.flatMap((company) => company.members)) {
      expect(member.account).toMatch(/^[a-z0-9]{8,16}$/);
    }
  });

  it('has a type, and a text for every value, for each point', () => {
    for (const point of demoPoints) {
      const type = demoPointTypes.find((candidate) => candidate.code === point.pointTypeCode)!;
      if (type.valueType === 'analog') expect(type.units).toContain(point.unit);
      else expect(type.statusValues.map(({ value }) => value)).toContain(point.rangeHigh);
    }
    for (const type of demoPointTypes) {
      expect(lengthWithin(type.name, 1, 25) && lengthWithin(type.nameEn, 1, 25)).toBe(true);
      expect(type.units.length + type.statusValues.length).toBeGreaterThan(0);
    }
  });

  it('obeys the register rules of the specification', () => {
    for (const point of demoPoints.filter(({ source }) => source.kind === 'modbus')) {
      const { functionCode, format, byteOrder, bit, register, slaveAddress, scaling } = modbus(point);
      expect(format === 'bit').toBe(functionCode <= 2);
      expect(byteOrder === null).toBe(format === 'bit');
      if (byteOrder !== null) expect(byteOrder.length).toBe(wide.includes(format) ? 4 : 2);
      expect(bit !== null).toBe(format === 'bits16');
      if (bit !== null) expect(bit >= 1 && bit <= 16).toBe(true);
      expect(register >= 0 && register + (wide.includes(format) ? 2 : 1) <= 0x10000).toBe(true);
      expect(slaveAddress >= 1 && slaveAddress <= 247).toBe(true);
      expect(scaling.rawLow).not.toBe(scaling.rawHigh);
      expect([10, 30, 60, 120]).toContain(point.samplingIntervalSeconds);
      if (point.writable) {
        expect([1, 3]).toContain(functionCode);
        expect(scaling.engLow).not.toBe(scaling.engHigh);
      }
    }
  });

  it('never gives one register of a slave to two points, nor one name', () => {
    for (const gateway of demoGateways) {
      if (gateway.protocol === 'MQTT') {
        expect(repeated(pointsOf(gateway).map(({ source }) => JSON.stringify(source)))).toEqual([]);
        continue;
      }
      expect(repeated(gateway.slaves.map((slave) => slave.address))).toEqual([]);
      for (const slave of gateway.slaves) {
        expect(repeated(slave.points.map((point) => point.name))).toEqual([]);
        const cells = slave.points.flatMap((point) => {
          const { functionCode, register, format, bit } = modbus(point);
          const own = `${functionCode}:${register}${bit === null ? '' : `.${bit}`}`;
          return wide.includes(format) ? [own, `${functionCode}:${register + 1}`] : [own];
        });
        expect(repeated(cells)).toEqual([]);
      }
    }
  });

  it('covers all formats, byte orders and read functions', () => {
    const sources = slaves.flatMap((slave) => slave.points.map(modbus));
    expect(new Set(sources.map((source) => source.format))).toEqual(
      new Set(['s16', 'u16', 's32', 'u32', 'f32', 'bits16', 'bit']),
    );
    expect(new Set(sources.map((source) => source.byteOrder))).toEqual(
      new Set([null, 'AB', 'BA', 'ABCD', 'CDAB', 'BADC', 'DCBA']),
    );
    expect(new Set(sources.map((source) => source.functionCode))).toEqual(new Set([1, 2, 3, 4]));
  });

  it('uses each described role somewhere', () => {
    expect(Object.keys(pointRoles).sort()).toEqual([...new Set(demoPoints.map((point) => point.role))].sort());
  });

  it('gives the second company a gateway, device and keys of equal names', () => {
    const truck = demoGateways.find((gateway) => gateway.code === 'mqttTruck1')!;
    const other = demoGateways.find((gateway) => gateway.companyCode === 'beichen')!;
    expect(other.name).toBe(truck.name);
    const own = pointsOf(truck).filter(({ source }) => source.kind !== 'mqtt' || !source.isOfTag);
    expect(pointsOf(other).map(({ source }) => source)).toEqual(own.map(({ source }) => source));
    expect(other.serialNumber).not.toBe(truck.serialNumber);
  });

  it('writes only strategies that the rules of the specification allow', () => {
    const codes = demoPoints.map((point) => point.code);
    for (const company of demoCompanies) {
      const accounts = company.members.map((member) => member.account);
      for (const strategy of company.strategies) {
        expect(company.projects.map((project) => project.code)).toContain(strategy.projectCode);
        for (const contact of strategy.notification.contacts) {
          expect(accounts).toContain(contact.account);
          expect(contact.levels.length).toBeGreaterThan(0);
        }
        for (const account of strategy.escalation?.accounts ?? []) expect(accounts).toContain(account);
        if (strategy.escalation) expect(strategy.escalation.afterMinutes).toBeGreaterThanOrEqual(5);
        const { target } = strategy;
        expect(target.rules.length).toBeGreaterThan(0);
        if (target.kind === 'gateways') continue;
        for (const deviceCode of target.deviceCodes) expect(codes).toContain(`${deviceCode}.${target.role}`);
        for (const rule of target.rules) {
          if (rule.kind === 'deviation') {
            for (const device of target.deviceCodes) expect(codes).toContain(`${device}.${rule.fromRole}`);
          }
          if (rule.kind !== 'limit') continue;
          const bands = [rule.highHigh, rule.high, rule.low, rule.lowLow].filter((band) => band !== null);
          const limits = bands.map((band) => band.limit);
          expect(limits).toEqual([...limits].sort((a, b) => b - a));
          expect(repeated(limits)).toEqual([]);
          if (rule.highHigh && rule.high) expect(rule.highHigh.severity).toBeLessThan(rule.high.severity);
          if (rule.lowLow && rule.low) expect(rule.lowLow.severity).toBeLessThan(rule.low.severity);
          for (const { role } of rule.suppressWhile) {
            for (const device of target.deviceCodes) expect(codes).toContain(`${device}.${role}`);
          }
        }
      }
    }
  });
});
