import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ControlServer } from './ControlServer.ts';
import { type Simulator, startSimulator } from './startSimulator.ts';

let simulator: Simulator;
let control: ControlServer;
beforeEach(async () => {
  simulator = await startSimulator({ dtu: null, mqttUrl: null, modbusTcpPort: 0, credentials: [], story: false });
  control = new ControlServer(simulator, 0);
  await control.start();
});
afterEach(async () => {
  await control.stop();
  await simulator.stop();
});

const command = fileURLToPath(new URL('./command.ts', import.meta.url));
const order = (port: number, ...words: string[]) =>
  new Promise<{ ok: boolean; out: string; complaint: string }>((resolve) => {
    const env = { ...process.env, SIM_PORT: String(port) };
    execFile(process.execPath, [command, ...words], { env }, (error, out, complaint) =>
      resolve({ ok: error === null, out, complaint }),
    );
  });

it('shows what runs, with the slaves of every gateway', async () => {
  const { ok, out } = await order(control.port, 'status');
  expect(ok).toBe(true);
  expect(JSON.parse(out).gateways[0].parts[0]).toEqual({ slave: 1, devices: ['showcase-1'] });
});

it('says how a slave is named when none is given', async () => {
  const { ok, complaint } = await order(control.port);
  expect(ok).toBe(false);
  expect(complaint).toContain('slaveSilent <gateway> [slave=13] [device=freezer-3]');
});

it('says how to reach a simulator on another port when nothing answers, or something else does', async () => {
  const { port } = control;
  await control.stop();
  const nobody = await order(port, 'status');
  expect(nobody.complaint).toContain(`No simulator answers at http://127.0.0.1:${port}`);
  expect(nobody.complaint).toContain('SIM_PORT=<port> node packages/simulator/src/command.ts status');

  const stranger = createServer((_request, response) => response.end('<html>'));
  await once(stranger.listen(0, '127.0.0.1'), 'listening');
  const elsewhere = await order((stranger.address() as AddressInfo).port, 'status');
  stranger.close();
  expect(elsewhere.complaint).toContain('is no simulator. If npm start runs with another SIM_PORT');
});
