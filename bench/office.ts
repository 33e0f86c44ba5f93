/**
 * What hours of office work leave in memory: people of the demo export lists, print point data and pages, and upload pictures of
 * twelve megapixels, one after the other, while the field goes on.
 *
 * `npm run bench -- office [--minutes 120] [--people 4] [--pause 5]`
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CallName, calls, exportKinds } from '@watchpost/contract';
import sharp from 'sharp';
import type { DemoLogin } from '../packages/server/src/demo/seedDemo.ts';
import { makeCall } from '../packages/server/src/testing/application.ts';
import { memoryOf } from './rig/processUsage.ts';
import { freePort } from './rig/serverProcess.ts';
import { count, printTable } from './rig/table.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    people: { type: 'string', default: '4' },
    /** Seconds that a person thinks between two acts. */
    pause: { type: 'string', default: '5' },
  },
});
const endWithParent = new URL('../tools/endWithParent.ts', import.meta.url).href;
const minuteMs = 60_000;
const restMinutes = 10;
const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-office-'));
const [http, mqtt, dtu, simulator, modbus] = await Promise.all([1, 2, 3, 4, 5].map(freePort));

/** Starts the product with its demo as `npm start` does, and waits until it is ready. */
async function startProduct() {
  const product = spawn(process.execPath, ['--import', endWithParent, 'tools/start.ts'], {
    env: {
      ...process.env,
      LISTEN: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: '',
      DEMO: 'on',
      HTTP_PORT: `${http}`,
      MQTT_PORT: `${mqtt}`,
      DTU_PORT: `${dtu}`,
      SIM_PORT: `${simulator}`,
      MODBUS_TCP_PORT: `${modbus}`,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => product.once('close', () => resolve()));
  const ready = new Promise<void>((resolve) =>
    product.stdout!.on('data', (part: Buffer) => part.includes('is ready') && resolve()),
  );
  await Promise.race([ready, ended.then(() => Promise.reject(new Error('The product did not start')))]);
  const { pid } = JSON.parse(readFileSync(path.join(folder, 'server.json'), 'utf8')) as { pid: number };
  return {
    pid,
    stop: async () => {
      product.kill('SIGTERM');
      await ended;
    },
  };
}

const url = `http://127.0.0.1:${http}`;
type Input = Parameters<typeof makeCall>[2];
/** What `getDownloadPoints` answers, as far as it is used. */
interface Picked {
  Devices: { Points: { PointId: number }[] }[];
}

/** A picture as a phone takes it: noise does not compress, so it is as heavy as they come below 4 MB. */
async function photo(): Promise<File> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 };
  const image = sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'grey', noise } });
  return new File([new Uint8Array(await image.jpeg({ quality: 40 }).toBuffer())], 'photo.jpg', { type: 'image/jpeg' });
}

const picture = await photo();
/** A report of some thirty pages. */
const page = `<h1>Report</h1><table>${Array.from(
  { length: 1_500 },
  (_, row) => `<tr><td>${row}</td><td>Cold room ${row % 9}</td><td>${(row % 70) / 10 - 20} °C</td><td>normal</td></tr>`,
).join('')}</table>`;

const done = new Map<string, number>();
const refused = new Map<string, number>();

async function workAs(login: DemoLogin, until: number): Promise<void> {
  const signIn = async () => {
    const body = { account: login.account, pwd: login.password };
    const { envelope } = await makeCall(url, 'loginByBody', { body });
    return (envelope.Data as { Token: string }).Token;
  };
  let token = await signIn();
  let signedInAt = Date.now();
  const ask = async (name: CallName, input: Input) => {
    const { status, envelope, file } = await makeCall(url, name, input, { token });
    const what = `${status} ${name}`;
    if (status !== 200) refused.set(what, (refused.get(what) ?? 0) + 1);
    return { data: status === 200 ? envelope.Data : null, file };
  };
  const projects = (await ask('getUserOwnProject', {})).data as { ProjectId: number }[] | null;
  const ProjectId = projects?.[0]?.ProjectId;
  const tree = (await ask('getDownloadPoints', { query: { ProjectId } })).data as Picked[] | null;
  const pointIds = tree?.flatMap(({ Devices }) =>
    Devices.flatMap(({ Points }) => Points.map(({ PointId }) => PointId)),
  );
  const kinds = Object.entries(exportKinds).filter(([kind]) => kind !== 'pointHistory');

  /** Waits for an export and fetches its file, as the page does. */
  async function fetchDownload(id: number): Promise<void> {
    for (;;) {
      const { data } = await ask('getDownloadPage', { body: {} });
      const row = (data as { Data: { DownloadId: number; State: string }[] } | null)?.Data.find(
        ({ DownloadId }) => DownloadId === id,
      );
      if (!row || row.State === 'failed') return;
      if (row.State === 'done') break;
      await sleep(500);
    }
    await ask('getDownloadFile', { query: { downloadId: id } });
    await ask('deleteDownload', { body: [id] });
  }
  const acts: Record<string, (turn: number) => Promise<unknown>> = {
    'lists exported': async (turn) => {
      const [Kind, { call }] = kinds[turn % kinds.length]!;
      const place = 'body' in calls[call as CallName] ? 'body' : 'query';
      const Input = { [place]: { projectId: ProjectId } };
      const { data } = await ask('requestExport', { body: { Kind, Input } });
      if (data) await fetchDownload((data as { DownloadId: number }).DownloadId);
    },
    'weeks of ten points as a workbook': () => history('excel'),
    'weeks of ten points as a document': () => history('pdf'),
    'pages printed': () => ask('htmlToPdf', { body: { ObjectName: 'report.pdf', htmlText: page } }),
    'pictures of 12 megapixels': async () => {
      const { data } = await ask('upload', { files: [picture] });
      if (data) await ask('delFile', { query: { path: (data as { Path: string }).Path } });
    },
  };
  async function history(fileType: 'excel' | 'pdf'): Promise<void> {
    const day = (back: number) => new Date(Date.now() - back * 24 * 60 * minuteMs).toISOString().slice(0, 10);
    const range = { start: `${day(7)} 00:00:00`, end: `${day(0)} 00:00:00`, tmes: 10 };
    const body = { ...range, pointIdList: pointIds?.slice(0, 10), fileType, ProjectId };
    const { data } = await ask('downHistoryDataToExcelOrPdfBack', { body });
    if (data) await fetchDownload((data as { DownloadId: number }).DownloadId);
  }

  const names = Object.keys(acts);
  for (let turn = 0; Date.now() < until; turn++) {
    // A token is good for 15 minutes.
    if (Date.now() - signedInAt > 10 * minuteMs) {
      token = await signIn();
      signedInAt = Date.now();
    }
    const name = names[turn % names.length]!;
    await acts[name]!(Math.floor(turn / names.length));
    done.set(name, (done.get(name) ?? 0) + 1);
    await sleep(Number(options.pause) * 1000);
  }
}

// The first start writes 30 days of history; what a server keeps of that is not what is measured here.
const first = await startProduct();
await sleep(minuteMs);
await first.stop();
const product = await startProduct();
try {
  await sleep(5 * minuteMs);
  const memory: { minute: number; residentMb: number }[] = [];
  const startedAt = Date.now();
  const note = () => {
    const { residentMb } = memoryOf(product.pid);
    memory.push({ minute: (Date.now() - startedAt) / minuteMs, residentMb });
    console.error(`${count(memory.at(-1)!.minute)} min: ${count(residentMb)} MB`);
  };
  note();
  const timer = setInterval(note, 5 * minuteMs);
  const logins = JSON.parse(readFileSync(path.join(folder, 'demo-logins.json'), 'utf8')) as DemoLogin[];
  const until = startedAt + Number(options.minutes) * minuteMs;
  await Promise.all(logins.slice(0, Number(options.people)).map((login) => workAs(login, until)));
  note();
  const worked = memory.length;
  await sleep(restMinutes * minuteMs);
  clearInterval(timer);
  note();
  const whileWorking = memory.slice(0, worked).map(({ residentMb }) => residentMb);
  printTable([
    ['server memory', 'MB', 'target'],
    ['before', count(whileWorking[0]!), '250'],
    [`highest of ${options.minutes} minutes, read each 5`, count(Math.max(...whileWorking)), ''],
    ['at its highest ever', count(memoryOf(product.pid).peakMb), ''],
    [`${restMinutes} minutes after`, count(memory.at(-1)!.residentMb), '350'],
  ]);
  console.log();
  printTable([['done', 'times'], ...[...done].map(([name, times]) => [name, count(times)])]);
  if (refused.size > 0) {
    console.log();
    printTable([['refused', 'times'], ...[...refused].map(([name, times]) => [name, count(times)])]);
  }
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
