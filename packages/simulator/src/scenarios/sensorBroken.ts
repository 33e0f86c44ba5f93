import { demoPoints } from '@watchpost/demo';
import type { Scenario } from './Scenario.ts';

/** A probe's wire breaks: the device sends its error mark, an MQTT gateway null. */
export const sensorBroken: Scenario = {
  name: 'sensorBroken',
  needs: ['device'],
  takes: ['role'],
  start(field, { device, role }) {
    const point = demoPoints.find(
      (candidate) => candidate.deviceCode === device && candidate.role === (role ?? 'roomTemperature'),
    );
    if (!point) throw new Error(`${device} has no ${role ?? 'roomTemperature'}`);
    field.advance();
    return field.plant.inject({ kind: 'sensorBroken', deviceCode: point.deviceCode, role: point.role }).clear;
  },
};
