import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { ProcessLog } from '../../tools/start/ProcessLog.ts';
import { Service } from '../../tools/start/Service.ts';

export interface ServerPlace {
  dataDir: string;
  httpPort: number;
  mqttPort: number;
  /** Null: the server brings a PostgreSQL of its own, as for a customer. */
  databaseUrl: string | null;
}

export interface RunningServer {
  pid: number;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Settles when the process has ended. */
  ended: Promise<unknown>;
  /** Stops as `npm start` does. */
  stop(): Promise<void>;
}

export const serverLogFile = (dataDir: string): string => path.join(dataDir, 'logs', 'server.log');

/** The settings of a server at this place, without the demo. */
export const environmentOf = ({ dataDir, httpPort, mqttPort, databaseUrl }: ServerPlace): NodeJS.ProcessEnv => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  LISTEN: '127.0.0.1',
  HTTP_PORT: String(httpPort),
  MQTT_PORT: String(mqttPort),
  DTU_PORT: 'off',
  // Few gateways of a bench send what thousands would.
  MQTT_MESSAGES_PER_SECOND: 'off',
  SIM_PORT: 'off',
  MODBUS_TCP_PORT: 'off',
  DEMO: 'off',
  ADMIN_ACCOUNT: '',
  ADMIN_PASSWORD: '',
  TLS_CERT: '',
  TLS_KEY: '',
});

/**
 * The real server in a process of its own, started from its file as `npm start` starts it, without the demo. Resolves when it
 * is ready.
 *
 * @param onStarted gets a function that kills the process (-9), before it is ready
 * @throws Error with what the server said last when it ends before it is ready
 */
export async function startServer(
  place: ServerPlace,
  environment: NodeJS.ProcessEnv = {},
  onStarted: (kill: () => void) => void = () => {},
): Promise<RunningServer> {
  const { dataDir, httpPort } = place;
  const logFile = serverLogFile(dataDir);
  mkdirSync(path.dirname(logFile), { recursive: true });
  // Its warnings and errors are expected when it is being broken; they stand in its log.
  const log = new ProcessLog('server', logFile, () => {});
  const ready = Promise.withResolvers<void>();
  const service = new Service(
    'packages/server/src/main.ts',
    { ...environmentOf(place), ...environment },
    log,
    (message) => (message as { ready?: boolean }).ready === true && ready.resolve(),
  );
  onStarted(() => service.kill());
  const first = await Promise.race([ready.promise.then(() => 'ready' as const), service.ended]);
  if (first !== 'ready') throw new Error(`The server did not start: ${log.lastError ?? 'it said nothing'}`);
  const { pid } = JSON.parse(readFileSync(path.join(dataDir, 'server.json'), 'utf8')) as { pid: number };
  return {
    pid,
    url: `http://127.0.0.1:${httpPort}`,
    ended: service.ended,
    stop: () => service.stop(60_000),
  };
}

/** A port that nobody listens on at the moment: a server that is started again and again must come back on the same one. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
