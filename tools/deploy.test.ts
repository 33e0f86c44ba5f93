import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
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

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

describe('the image', () => {
  const image = read('deploy/Containerfile');
  const compose = read('deploy/compose.yaml');
  const set = Object.fromEntries(
    /^ENV (.*)$/m
      .exec(image)![1]!
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  );

  test('sets settings of the product alone, and starts with them', () => {
    for (const name of Object.keys(set)) expect(Object.keys(settings)).toContain(name);
    const config = loadConfig({ environment: set, envFile: null });
    expect([config.demo, config.dataDir]).toEqual([false, /^VOLUME (.*)$/m.exec(image)![1]]);
    const composed = [...compose.matchAll(/^ {6}([A-Z_]+): "?([^"\n]*)"?$/gm)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(composed)).toEqual(set);
  });

  test('opens the ports that the product listens on', () => {
    const { httpPort, mqttPort, dtuPort } = loadConfig({ environment: {}, envFile: null });
    const ports = [httpPort, mqttPort, dtuPort].map(String);
    expect(/^EXPOSE (.*)$/m.exec(image)![1]!.split(' ')).toEqual(ports);
    expect([...compose.matchAll(/"(\d+):\1"/g)].map(([, port]) => port)).toEqual(ports);
  });

  test('runs what there is, on the Node that the product needs, and not as root: its PostgreSQL would refuse', () => {
    for (const [, file] of image.matchAll(/(tools\/\w+\.(?:ts|mjs))/g))
      expect(existsSync(path.join(projectRoot, file!))).toBe(true);
    const major = /NEEDED_MAJOR = (\d+)/.exec(read('tools/run.mjs'))![1];
    expect(image).toMatch(new RegExp(`^FROM node:${major}-`, 'm'));
    expect(image.indexOf('USER node')).toBeLessThan(image.indexOf('CMD'));
  });

  test('has the time it needs to stop', () => {
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)![1]) * 1000).toBeGreaterThan(
      serverStopMs + simulatorStopMs,
    );
  });
});

test('every figure that an alert asks for is one that the server tells, and each alert says what to do', () => {
  const rules = read('deploy/alerts.yml');
  const told = globSync('packages/server/src/**/*.ts', { cwd: projectRoot })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(file).matchAll(/'(watchpost_\w+)'/g)].map(([, name]) => name!));
  const asked = [...rules.matchAll(/\b(watchpost_\w+)/g)].map(([, name]) => name!.replace(/_bucket$/, ''));
  expect(asked.length).toBeGreaterThan(8);
  for (const name of asked) expect(told).toContain(name);
  const count = (part: RegExp) => [...rules.matchAll(part)].length;
  expect(count(/^ +description: \S/gm)).toBe(count(/^ +- alert: \S/gm));
});

test('the handbook says of each alert what to do, in both languages, and names settings that there are', () => {
  const alerts = [...read('deploy/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  for (const file of ['docs/operating.md', 'docs/operating.zh.md']) {
    const handbook = read(file);
    for (const alert of alerts) expect(handbook, file).toContain(alert);
    for (const [, name] of handbook.matchAll(/`([A-Z]+_[A-Z_]+)`/g)) expect(Object.keys(settings)).toContain(name);
  }
});
