import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mqtt from 'mqtt';
import { expect, test } from 'vitest';
import { startApplication } from '../../application.ts';
import { loadConfig } from '../../config.ts';
import { systemClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { takeOwnership } from '../../platform/db/ownership.ts';
import { silentLog } from '../../platform/log/log.ts';
import { testDatabase } from '../../testing/database.ts';
import { aCompany, aProject, aRule, aStrategy } from '../../testing/factories.ts';
import { anMqttGateway } from '../../testing/fieldFactories.ts';
import { soon } from '../../testing/soon.ts';

test('stopping the server is no failure of the gateways that are connected then', async () => {
  const test_ = await testDatabase();
  const owner = await takeOwnership({ url: test_.url, log: silentLog });
  const database = openDatabase(test_.url, silentLog, owner);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'watchpost-test-'));
  const environment = { DATA_DIR: dataDir, HTTP_PORT: '0', MQTT_PORT: '0', DTU_PORT: '0' };
  const config = loadConfig({ environment, envFile: null });
  const { db, pool } = database;
  try {
    const projectId = await aProject(db, await aCompany(db));
    const gatewayId = await anMqttGateway(db, projectId, { userName: 'store', password: 'store secret' });
    const loss = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 0, offDelaySeconds: 0 } as const;
    await aRule(db, await aStrategy(db, projectId), loss, { gateways: [gatewayId] });
    const gateway = async () =>
      (await pool.query('SELECT online, offline_since FROM gateway WHERE id = $1', [gatewayId])).rows[0];

    const application = await startApplication({ config, database, owner, clock: systemClock, log: silentLog });
    const client = mqtt.connect(`mqtt://127.0.0.1:${application.mqttPort}`, {
      username: 'store',
      password: 'store secret',
      reconnectPeriod: 0,
    });
    try {
      await expect.poll(gateway, soon).toMatchObject({ online: true });
    } finally {
      await application.stop();
      await client.endAsync(true);
    }
    expect(await gateway()).toEqual({ online: true, offline_since: null });
    expect((await pool.query('SELECT id FROM alarm')).rows).toEqual([]);
  } finally {
    await database.close();
    await owner.release();
    await test_.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
