import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig, projectRoot, settings } from '../packages/server/src/config.ts';
import { serverStopMs, simulatorStopMs } from './start/stopMs.ts';

const unit = readFileSync(path.join(projectRoot, 'deploy/watchpost.service'), 'utf8');
/** The values of a directive, in their order. */
const valuesOf = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!.trim());
const one = (name: string): string => {
  const [value, ...others] = valuesOf(name);
  expect([name, value === undefined, others]).toEqual([name, false, []]);
  return value!;
};

test('the unit brings the product back whenever it ended, however often', () => {
  expect([one('Restart'), one('StartLimitIntervalSec')]).toEqual(['always', '0']);
  expect(Number(one('RestartSec'))).toBeGreaterThan(0);
});

test('what the unit sets are settings of the product, and it starts with them', () => {
  const environment = Object.fromEntries(valuesOf('Environment').map((pair) => pair.split(/=(.*)/).slice(0, 2)));
  for (const name of Object.keys(environment)) expect(Object.keys(settings)).toContain(name);
  const config = loadConfig({ environment, envFile: null });
  expect([config.demo, config.dataDir]).toEqual([false, `/var/lib/${one('StateDirectory')}`]);
});

test('the unit starts what there is, and gives it the time it needs to stop', () => {
  const [, , script, command] = one('ExecStart').split(' ');
  expect(existsSync(path.join(projectRoot, script!))).toBe(true);
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
  expect(scripts[command!]).toContain(script);
  expect(Number(one('TimeoutStopSec')) * 1000).toBeGreaterThan(serverStopMs + simulatorStopMs);
  expect(one('KillMode')).toBe('mixed');
});
