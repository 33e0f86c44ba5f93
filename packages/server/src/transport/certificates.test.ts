import { createHash, randomUUID, verify } from 'node:crypto';
import { complianceErrors, type PermissionName, transportErrors, type WaybillStatement } from '@watchpost/contract';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { openHistory } from '../history/index.ts';
import { systemClock } from '../platform/clock.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { fillText } from '../platform/http/refusal.ts';
import { silentLog } from '../platform/log/log.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { anMqttGateway } from '../testing/fieldFactories.ts';
import { aTransportDevice } from '../testing/transportOf.ts';
import { issueCertificate } from './certificates/issueCertificates.ts';
import { trimTagMemories } from './tags/memory.store.ts';
import { findWaybill, type WaybillRow } from './waybills/waybill.store.ts';

let app: TestApplication;
const ask = askAs(() => app);
let projectId: number;
let driver: number;
let viewer: number;
let carId: number;
let rangeId: number;
const minute = 60_000;
const rights: PermissionName[] = ['monitorView', 'terminals', 'terminalsEdit', 'waybillEdit'];

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db, { name: 'Cold chain company' });
      projectId = await aProject(db, companyId, { name: 'Depot' });
      await anMqttGateway(db, projectId, { userName: 'certified truck', password: 'certified truck secret' });
      driver = await aMember(db, companyId, projectId, { permissions: rights });
      viewer = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      carId = await aTransportDevice(db, projectId, 'refrigeratedTruck', 'Truck 7');
    },
  });
  const { data } = await ask(driver, 'saveTempRange', { body: { TempRangeName: 'Vaccines', Low: 2, High: 8 } });
  rangeId = data.TempRangeId;
});
afterAll(() => app.stop());

interface Sample {
  readonly ts: number;
  readonly value: number;
}

async function publish(tags: Readonly<Record<string, readonly Sample[]>>): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: 'certified truck',
    password: 'certified truck secret',
    reconnectPeriod: 0,
  });
  const payload = Object.fromEntries(
    Object.entries(tags).map(([sn, samples]) => [
      sn,
      samples.map(({ ts, value }) => ({ ts, values: { temperature: value } })),
    ]),
  );
  await client.publishAsync('v1/gateway/telemetry', JSON.stringify(payload), { qos: 1 });
  await client.endAsync();
}

let next = 0;
const local = (epoch: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(
    epoch,
  );
/** Fifty strokes across the field. */
const strokes = `M10 100 ${Array.from({ length: 49 }, (_, i) => `L${20 + i * 10} ${80 + (i % 2) * 40}`).join(' ')}`;

/** A waybill with tags bound since a moment, on its way. */
async function journey(sns: readonly string[], boundAt: number): Promise<number> {
  await ask(driver, 'batchAddSensorTag', { query: { projectId }, body: sns.map((TagSn) => ({ TagSn })) as never });
  const tags = (await ask(driver, 'sensorTagList', { body: { ProjectId: projectId, PageSize: 100 } })).data.Data;
  const { data } = await ask(driver, 'addWaybill', {
    body: {
      ProjectId: projectId,
      WaybillNumber: `C-${Date.now() % 1e6}-${next++}`,
      CarId: carId,
      TempRangeId: rangeId,
      Shipper: 'Depot',
      Consignee: 'Hospital',
      Goods: 'Vaccine',
    },
  });
  const SensorIdList = sns.map((sn) => tags.find(({ TagSn }) => TagSn === sn)!.SensorId);
  const bound = { WaybillId: data.WaybillId, SensorIdList, Place: 'Box', BoundTime: local(boundAt) };
  expect((await ask(driver, 'waybillBindTagsV2Web', { body: bound })).status).toBe(200);
  expect(
    (await ask(driver, 'moveWaybill', { body: { WaybillId: data.WaybillId, Move: 'depart', Reason: '' } })).status,
  ).toBe(200);
  return data.WaybillId;
}

const handover = (WaybillId: number, fields: object = {}) =>
  ask(driver, 'addHandover', {
    body: {
      WaybillId,
      ClientKey: randomUUID(),
      Kind: 'pickup',
      FromName: 'Ada',
      ToName: 'Driver Ben',
      Condition: 'good',
      ...fields,
    } as never,
  });
const delivery = {
  Kind: 'delivery',
  Outcome: 'sign',
  FromName: 'Driver Ben',
  ToName: 'Nurse Chen',
  Signature: strokes,
};
const detail = async (waybillId: number) => (await ask(driver, 'getWaybillManagement', { query: { waybillId } })).data;
const certificates = async (id: number) => (await detail(id)).CertificateList.map(({ Revision }) => Revision);
/** As anybody asks who holds the paper. */
async function verified(Document: string) {
  const { status, envelope } = await makeCall(app.url, 'getSealedDocument', { query: { Document } } as never, {
    language: 'en',
  });
  return { status, message: envelope.Message, data: envelope.Data as never as Verified };
}
type Verified = Awaited<ReturnType<typeof ask<'getSealedDocument'>>>['data'];

/**
 * The figures of a tag once more, second by second, from what its gateway sent: nothing here is shared with the server. A value holds
 * until the next one, for three minutes at most.
 */
function recomputed(samples: readonly Sample[], from: number, to: number, [low, high]: readonly [number, number]) {
  let [known, beyond, sum, weight, min, max] = [0, 0, 0, 0, Infinity, -Infinity];
  const sorted = [...samples].sort((a, b) => a.ts - b.ts);
  for (let at = from; at < to; at += 1000) {
    const last = sorted.findLast(({ ts }) => ts <= at);
    if (!last || at - last.ts >= 3 * minute) continue;
    known += 1;
    sum += last.value;
    weight += Math.exp(-(83_144 / 8.3144) / (last.value + 273.15));
    if (last.value < low || last.value > high) beyond += 1;
    min = Math.min(min, last.value);
    max = Math.max(max, last.value);
  }
  const kinetic = 83_144 / 8.3144 / -Math.log(weight / known) - 273.15;
  return { known, beyond, mean: sum / known, kinetic, min, max };
}

test('goods that are signed for get a certificate that anybody checks by its id, with figures that an independent calculation confirms', async () => {
  const sns = [`CERT-A${Date.now() % 1e6}`, `CERT-B${Date.now() % 1e6}`, `CERT-C${Date.now() % 1e6}`];
  const from = Math.floor(Date.now() / 1000) * 1000 - 60 * minute;
  const id = await journey(sns, from);
  const minutes = Array.from({ length: 58 }, (_, i) => i);
  const sent: Record<string, Sample[]> = {
    [sns[0]!]: minutes.map((i) => ({ ts: from + i * minute, value: 4 + (i % 3) / 10 })),
    // The door is open from the twentieth minute on, for twelve minutes.
    [sns[1]!]: minutes.map((i) => ({ ts: from + i * minute, value: i >= 20 && i < 32 ? 8 + (i - 19) / 4 : 5 })),
    // It is silent from the thirtieth to the fortieth.
    [sns[2]!]: minutes.filter((i) => i < 30 || i >= 40).map((i) => ({ ts: from + i * minute, value: 6.5 })),
  };
  await publish(sent);
  const PlannedTime = local(from + 2 * minute).slice(0, 16);
  const StopList = [{ StopName: 'Market', PlannedTime }, { StopName: 'Pharmacy' }];
  expect((await ask(driver, 'editWaybill', { body: { WaybillId: id, StopList } as never })).status).toBe(200);
  const { StopId } = (await detail(id)).StopList[0]!;
  await handover(id, { Time: local(from + 5 * minute), Place: 'Depot, gate 2' });
  const atMarket = { Kind: 'stop', FromName: 'Driver Ben', ToName: 'Driver Dan', StopId };
  await handover(id, { ...atMarket, Time: local(from + 8 * minute), Place: 'Market' });
  const signed = await handover(id, delivery);
  expect(signed.data).toMatchObject({ TransportStatus: 3 });
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([1]);
  const [{ Document } = { Document: '' }] = (await detail(id)).CertificateList;

  const { data } = await verified(Document);
  expect(data).toMatchObject({ Kind: 'waybill', State: 'valid', IsIntact: true, Revision: 1, NewestDocument: null });
  expect(createHash('sha256').update(data.Statement).digest('hex')).toBe(data.Hash);
  expect(verify(null, Buffer.from(data.Hash, 'hex'), data.PublicKey, Buffer.from(data.Signature, 'hex'))).toBe(true);
  const statement = JSON.parse(data.Statement) as WaybillStatement;
  expect(statement).toMatchObject({
    company: 'Cold chain company',
    consignee: 'Hospital',
    isSigned: true,
    handovers: [
      { to: 'Driver Ben', place: 'Depot, gate 2' },
      { to: 'Driver Dan', place: 'Market' },
      { to: 'Nurse Chen', readings: expect.anything() },
    ],
  });
  expect(data.Statement).not.toContain(strokes);
  const planned = Math.floor((from + 2 * minute) / minute) * minute;
  expect(statement.plan).toEqual([
    { name: 'Market', planned, arrived: from + 8 * minute, left: null },
    { name: 'Pharmacy', planned: null, arrived: null, left: null },
  ]);
  for (const tag of statement.tags) {
    const own = recomputed(sent[tag.serial]!, tag.from, tag.to, [2, 8]);
    expect([tag.lowest, tag.highest]).toEqual([own.min, own.max]);
    expect(tag.mean).toBeCloseTo(own.mean, 1);
    expect(tag.kinetic).toBeCloseTo(own.kinetic, 1);
    expect(Math.abs(tag.knownMs / 1000 - own.known)).toBeLessThanOrEqual(60);
    expect(Math.abs(tag.beyondMs! / 1000 - own.beyond)).toBeLessThanOrEqual(60);
    expect(tag.samples).toBe(sent[tag.serial]!.length);
  }
  const [, door, silent] = statement.tags;
  expect(door!.excursions).toEqual([
    { from: from + 20 * minute, to: from + 32 * minute, extreme: 11, degreeHours: expect.closeTo(0.325, 3) },
  ]);
  expect(silent!.gaps[0]).toEqual({ from: from + 32 * minute, to: from + 40 * minute });

  for (const language of ['zh', 'en'] as const) {
    const { file } = await ask(viewer, 'getWaybillCertificate', { query: { document: Document, language } });
    expect(file!.subarray(0, 5).toString()).toBe('%PDF-');
    const { Sha256 } = data.FileList.find(({ Name }) => Name === `certificate.${language}.pdf`)!;
    expect(createHash('sha256').update(file!).digest('hex')).toBe(Sha256);
  }
});

test('memory that comes late makes a further revision of figures and certificate, and the first one says so', async () => {
  const sn = `CERT-L${Date.now() % 1e6}`;
  const from = Math.floor(Date.now() / 1000) * 1000 - 30 * minute;
  const id = await journey([sn], from);
  const all = Array.from({ length: 28 }, (_, i) => ({ ts: from + i * minute, value: i >= 10 && i < 20 ? 9 : 5 }));
  await publish({ [sn]: all.filter((_, i) => i < 10 || i >= 20) });
  await handover(id, delivery);
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([1]);
  const [first] = (await detail(id)).CertificateList;
  await publish({ [sn]: all.filter((_, i) => i >= 10 && i < 20) });
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([2, 1]);
  const { CertificateList, TagList } = await detail(id);
  const [second] = CertificateList;
  expect(second).toMatchObject({ Reason: 'late', ChangeList: [{ TagSn: sn, Samples: 10, BeyondMs: 10 * minute }] });
  expect(TagList[0]).toMatchObject({ BeyondMs: 10 * minute });
  expect((await verified(first!.Document)).data).toMatchObject({
    State: 'superseded',
    IsIntact: true,
    NewestRevision: 2,
    NewestDocument: second!.Document,
  });
  // What comes twice changes nothing.
  await publish({ [sn]: all });
  const due = () =>
    app.database.db.selectFrom('waybill_certificate_due').selectAll().where('waybill_id', '=', id).execute();
  await expect.poll(due, { timeout: 30_000 }).toEqual([]);
  expect(await certificates(id)).toEqual([2, 1]);
});

/** What a gateway uploads of a tag's memory: the clock of the tag at the contact, then numbered samples by that clock. */
async function upload(
  sn: string,
  contact: { readonly at: number; readonly aheadMs: number; readonly isSilent?: boolean },
  samples: readonly { readonly sequence: number; readonly at: number; readonly value: number }[],
): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: 'certified truck',
    password: 'certified truck secret',
    reconnectPeriod: 0,
  });
  const entries = [
    ...(contact.isSilent ? [] : [{ ts: contact.at, values: { tagClock: contact.at + contact.aheadMs } }]),
    ...samples.map(({ sequence, at, value }) => ({
      ts: at + contact.aheadMs,
      values: { sequence, temperature: value },
    })),
  ];
  await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ [sn]: entries }), { qos: 1 });
  await client.endAsync();
}

test('the memory of a tag is dated by its corrected clock, its holes are named by number, and the certificate is final once it is read', async () => {
  const sn = `CERT-M${Date.now() % 1e6}`;
  const from = Math.floor(Date.now() / 1000) * 1000 - 40 * minute;
  const id = await journey([sn], from);
  const { SensorId } = (await ask(driver, 'sensorTagList', { body: { ProjectId: projectId, Name: sn } })).data.Data[0]!;
  // The clock of the tag is twenty minutes ahead.
  const contact = () => ({ at: Date.now(), aheadMs: 20 * minute });
  const all = Array.from({ length: 38 }, (_, i) => ({ sequence: 100 + i, at: from + i * minute, value: 5 + i / 100 }));
  await upload(sn, contact(), all.slice(0, 10));
  await handover(id, delivery);
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([1]);
  expect((await detail(id)).CertificateList[0]!.UnreadList).toEqual([sn]);

  await upload(sn, contact(), [...all.slice(10, 20), ...all.slice(27)]);
  // One revision tells of the readings and of the numbers, which are kept after them.
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([2, 1]);
  const { CertificateList, TagList } = await detail(id);
  expect(CertificateList[0]).toMatchObject({ Reason: 'late', UnreadList: [] });
  expect(TagList[0]).toMatchObject({ Lowest: 5 });
  const { data } = await verified(CertificateList[0]!.Document);
  const [tag] = (JSON.parse(data.Statement) as WaybillStatement).tags;
  expect(tag).toMatchObject({ samples: 31, memory: { expected: 38, holes: [[120, 126]], clockMs: 20 * minute } });
  const memory = await ask(viewer, 'getTagMemory', { query: { sensorId: SensorId } });
  expect(memory.data).toMatchObject({ ReceivedCount: 31, MissingCount: 7, HoleList: [{ First: 120, Last: 126 }] });
  expect(memory.data.ClockList[0]!.OffsetMs).toBe(20 * minute);
  const range = { SensorId, start: local(from - minute), end: local(Date.now() + minute) };
  const original = await ask(driver, 'getOriginalSensorHistList', { body: { ...range, PageSize: 100 } });
  expect(original.data.Data.at(-1)).toMatchObject({ Time: from, TagEpoch: from + 20 * minute, Temperature: 5 });

  // The same once more changes nothing.
  await upload(sn, contact(), all.slice(10, 20));
  expect((await ask(viewer, 'getTagMemory', { query: { sensorId: SensorId } })).data.ReceivedCount).toBe(31);
  expect((await ask(driver, 'getOriginalSensorHistList', { body: range })).data.TotalCount).toBe(31);
});

/** Waits until nothing is due of a waybill any more. */
const settled = (id: number) => expect.poll(() => dueOf(id), { timeout: 30_000 }).toEqual([]);
const memoryOf = async (sn: string) => {
  const { SensorId } = (await ask(driver, 'sensorTagList', { body: { ProjectId: projectId, Name: sn } })).data.Data[0]!;
  const { ClockList, ...memory } = (await ask(viewer, 'getTagMemory', { query: { sensorId: SensorId } })).data;
  const range = { SensorId, start: local(Date.now() - 24 * 60 * minute), end: local(Date.now() + minute) };
  const { TotalCount } = (await ask(driver, 'getOriginalSensorHistList', { body: range })).data;
  return { memory, contacts: ClockList.length, readings: TotalCount };
};

test('the same upload says the same however often and late it is sent, and does not count as a later reading of the memory', async () => {
  const sn = `CERT-O${Date.now() % 1e6}`;
  const from = Math.floor(Date.now() / 1000) * 1000 - 40 * minute;
  const id = await journey([sn], from);
  // The clock of the tag is twenty minutes ahead, that of the gateway half a minute.
  const contact = { at: Date.now() + minute / 2, aheadMs: 20 * minute };
  const samples = Array.from({ length: 30 }, (_, i) => ({ sequence: 100 + i, at: from + i * minute, value: 5 }));
  const send = () => upload(sn, contact, samples);
  await send();
  const first = await memoryOf(sn);
  expect(first).toMatchObject({ memory: { ReceivedCount: 30 }, contacts: 1, readings: 30 });
  await handover(id, delivery);
  await settled(id);
  const [certificate] = (await detail(id)).CertificateList;
  expect(certificate).toMatchObject({ Revision: 1, UnreadList: [sn] });

  await send();
  // Then somebody sets the clock of the tag.
  const set = { at: Date.now(), aheadMs: 0 };
  await upload(sn, set, []);
  await send();
  await send();
  await settled(id);
  expect(await memoryOf(sn)).toEqual({ ...first, contacts: 2 });
  expect((await detail(id)).CertificateList).toEqual([certificate]);

  // Nothing new in its memory: it was read all the same.
  await upload(
    sn,
    set,
    samples.slice(-1).map((sample) => ({ ...sample, at: sample.at + contact.aheadMs })),
  );
  await expect
    .poll(async () => (await detail(id)).CertificateList[0], { timeout: 30_000 })
    .toMatchObject({
      Revision: 2,
      UnreadList: [],
    });
});

test('an upload that does not say its tag’s clock gets the same times when it is sent again after the clock was set', async () => {
  const sn = `CERT-N${Date.now() % 1e6}`;
  const from = Math.floor(Date.now() / 1000) * 1000 - 40 * minute;
  await journey([sn], from);
  const samples = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ sequence: first + i, at: from + (first + i) * minute, value: 5 }));
  const silent = { at: 0, aheadMs: 20 * minute, isSilent: true };
  await upload(sn, { at: from, aheadMs: 20 * minute }, []);
  await upload(sn, silent, samples(0, 10));
  await upload(sn, silent, samples(10, 5));
  const first = await memoryOf(sn);
  expect(first).toMatchObject({ memory: { ReceivedCount: 15 }, readings: 15 });
  // The clock was five minutes slower when it was asked next.
  await upload(sn, { at: Date.now() - minute, aheadMs: 15 * minute }, []);
  await upload(sn, silent, samples(0, 10));
  await upload(sn, silent, samples(5, 10));
  expect(await memoryOf(sn)).toMatchObject({ memory: { ReceivedCount: 15 }, readings: 15 });
  // What is new is dated by what is known now.
  await upload(sn, { ...silent, aheadMs: 15 * minute }, samples(15, 5));
  expect(await memoryOf(sn)).toMatchObject({ memory: { ReceivedCount: 20 }, readings: 20 });
  const { rows } = await app.database.pool.query(
    `SELECT first_sequence::int AS first, last_sequence::int AS last FROM tag_dating
     WHERE tag_id = (SELECT id FROM sensor_tag WHERE serial_number = $1) ORDER BY id`,
    [sn],
  );
  expect(rows).toEqual([
    { first: 0, last: 14 },
    { first: 15, last: 19 },
  ]);
});

test('ranges of numbers are limited: the oldest go, but not those of a time when the tag was bound, nor the newest', async () => {
  const sn = `CERT-L${Date.now() % 1e6}`;
  const now = Math.floor(Date.now() / 1000) * 1000;
  await journey([sn], now - 3 * 60 * minute);
  const { pool, db } = app.database;
  const tag = '(SELECT id FROM sensor_tag WHERE serial_number = $1)';
  // Each second number is missing; the newest is half a minute old.
  await pool.query(
    `INSERT INTO tag_memory_range (tag_id, run, first_sequence, last_sequence, first_at, last_at)
     SELECT ${tag}, 1, 2 * i, 2 * i, n.at, n.at FROM generate_series(1, 10000) i, LATERAL (SELECT $2::timestamptz - make_interval(secs => 30 * (10001 - i))) AS n (at)`,
    [sn, new Date(now)],
  );
  await upload(sn, { at: now, aheadMs: 0 }, [{ sequence: 20_010, at: now - 1000, value: 5 }]);
  const ranges = async () => {
    const { rows } = await pool.query(
      `SELECT count(*)::int AS count, min(first_sequence)::int AS first, max(first_sequence)::int AS last FROM tag_memory_range WHERE tag_id = ${tag}`,
      [sn],
    );
    return rows[0];
  };
  expect(await ranges()).toEqual({ count: 10_000, first: 4, last: 20_010 });
  await trimTagMemories(system, db, { contacts: 10, uploads: 2, datings: 1, before: new Date(now) });
  // Three hours of the waybill: 360 of one each half minute, and the newest.
  expect(await ranges()).toMatchObject({ count: 361, last: 20_010 });
});

test('a delivery from before a recorded handover is refused at its time, with that of the handover', async () => {
  const from = Math.floor(Date.now() / 1000) * 1000 - 20 * minute;
  const id = await departed(`CERT-H${next}`, from, from);
  expect((await handover(id, { Kind: 'stop', Time: local(from + 10 * minute) })).status).toBe(200);
  const early = await handover(id, { ...delivery, Time: local(from + 9 * minute) });
  const when = local(from + 10 * minute);
  expect([early.status, fieldsOf(early.data), early.message]).toEqual([
    400,
    ['Time'],
    fillText(transportErrors.handoverAfterDelivery, 'en', { when }),
  ]);
  expect((await handover(id, { ...delivery, Time: when })).status).toBe(200);
});

test('contacts and uploads of a tag are limited; certificates say the same after that, and an open waybill keeps its contacts', async () => {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const hour = 60 * minute;
  const [closed, open] = [`CERT-X${now % 1e6}`, `CERT-Y${now % 1e6}`];
  const id = await departed(closed, now - 20 * hour, now - 20 * hour);
  await journey([open], now - 2 * hour);
  const { pool, db } = app.database;
  // A contact a minute for twenty-five hours, and one of long ago; the clocks run 100 ppm fast.
  await pool.query(
    `INSERT INTO tag_clock (tag_id, gateway_time, tag_time)
     SELECT t.id, n.at, n.at + make_interval(secs => 30 - 0.006 * i) FROM sensor_tag t, generate_series(1, 1501) i,
       LATERAL (SELECT $2::timestamptz - make_interval(mins => CASE i WHEN 1501 THEN 150_000 ELSE i END)) AS n (at)
     WHERE t.serial_number = ANY($1)`,
    [[closed, open], new Date(now)],
  );
  for (const i of [0, 1, 2])
    await upload(closed, { at: now - (18 + i) * hour, aheadMs: 22_000 }, [
      { sequence: 7 + i, at: now - (19 + i / 10) * hour, value: 5 },
    ]);
  await handover(id, { ...delivery, Time: local(now - 18 * hour) });
  await settled(id);
  const before = await certificates(id);
  const countOf = async (table: 'tag_clock' | 'tag_upload', sn: string) => {
    const { rows } = await pool.query(
      `SELECT count(*)::int AS count FROM ${table} WHERE tag_id = (SELECT id FROM sensor_tag WHERE serial_number = $1)`,
      [sn],
    );
    return rows[0].count;
  };
  await pool.query(
    `INSERT INTO tag_upload (tag_id, began_at, received_at, read_at, first_sequence, last_sequence, added)
     SELECT t.id, n.at, n.at, $3, 1, 1, 0 FROM sensor_tag t, generate_series(1, 5) i, LATERAL (SELECT $2::timestamptz + make_interval(mins => i)) AS n (at)
     WHERE serial_number = $1`,
    [closed, new Date(now + hour), new Date(now - 30 * hour)],
  );

  await trimTagMemories(system, db, { contacts: 10, uploads: 2, datings: 1, before: new Date(now - 90 * 24 * hour) });
  // Before and after it was bound, before and after it was taken off; two hours of the open waybill, and one before it.
  expect([await countOf('tag_clock', closed), await countOf('tag_clock', open)]).toEqual([10 + 4, 121]);
  const waybill = (await findWaybill(system, db, id))!;
  expect(await certify(waybill)).toBe(null);
  expect(await certificates(id)).toEqual(before);
  // The two newest, and the one that read the memory last.
  expect(await countOf('tag_upload', closed)).toBe(3);
});

test('hours of history that are sealed after a waybill ended are noted with it, however many at a time', async () => {
  const hour = 60 * minute;
  const sn = `CERT-S${Date.now() % 1e6}`;
  const id = await journey([sn], Date.now() - 4 * hour);
  await handover(id, delivery);
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([1]);
  const client = await app.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at, failure, failed_at) VALUES ($1, 'late', now(), 'no font', now())`,
      [id],
    );
    const last = Math.floor(Date.now() / hour);
    await client.query(
      `INSERT INTO history_segment (point_id, hour, encoded)
       SELECT p.id, h, '' FROM point p, unnest($2::int[]) h WHERE p.mqtt_device = $1 AND p.mqtt_key = 'temperature'`,
      [sn, [last - 3, last - 2]],
    );
    const { rows } = await client.query('SELECT reason, failure FROM waybill_certificate_due WHERE waybill_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ reason: 'late', failure: null }]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

/** What is noted of a waybill, as it is kept. */
async function dueOf(id: number) {
  const { rows } = await app.database.pool.query(
    'SELECT reason, failure FROM waybill_certificate_due WHERE waybill_id = $1',
    [id],
  );
  return rows;
}
const issue = () => app.database.pool.query(`SELECT graphile_worker.add_job('issueCertificates')`);

test('what the database notes by its own clock is done with once it was looked at', async () => {
  const id = await journey([`CERT-D${next}`], Date.now() - 10 * minute);
  await handover(id, delivery);
  await expect.poll(() => dueOf(id), { timeout: 30_000 }).toEqual([]);
  await app.database.pool.query(
    `INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at) VALUES ($1, 'late', date_trunc('second', clock_timestamp()) + interval '1 microsecond')`,
    [id],
  );
  await issue();
  await expect.poll(() => dueOf(id), { timeout: 30_000 }).toEqual([]);
  expect(await certificates(id)).toEqual([1]);
});

/** Notes that the certificate of a waybill could not be made, so many minutes ago. */
const fail = (id: number, minutesAgo: number) =>
  app.database.pool.query(
    `INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at, failure, failed_at)
     VALUES ($1, 'late', now() - interval '1 day', 'no font', now() - make_interval(mins => $2))`,
    [id, minutesAgo],
  );

test('a certificate that could not be made is tried again after an hour, and at once when something comes', async () => {
  const sns = [`CERT-U${Date.now() % 1e6}`, `CERT-V${Date.now() % 1e6}`, `CERT-W${Date.now() % 1e6}`];
  const from = Math.floor(Date.now() / 1000) * 1000 - 20 * minute;
  const ids = await Promise.all(sns.map((sn) => journey([sn], from)));
  await publish(Object.fromEntries(sns.map((sn) => [sn, [{ ts: from + minute, value: 5 }]])));
  for (const id of ids) {
    await handover(id, delivery);
    await expect.poll(() => dueOf(id), { timeout: 30_000 }).toEqual([]);
  }
  const [old, recent, late] = ids as [number, number, number];
  for (const id of [recent, late]) await fail(id, 50);
  await fail(old, 61);
  await issue();
  await expect.poll(() => dueOf(old), { timeout: 30_000 }).toEqual([]);
  expect(await dueOf(recent)).toEqual([{ reason: 'late', failure: 'no font' }]);

  await publish({ [sns[2]!]: [{ ts: from + 2 * minute, value: 5 }] });
  await expect.poll(() => dueOf(late), { timeout: 30_000 }).toEqual([]);
  expect(await certificates(late)).toEqual([2, 1]);

  await upload(sns[1]!, { at: Date.now(), aheadMs: 0 }, [{ sequence: 1, at: from - 5 * minute, value: 5 }]);
  await expect.poll(() => dueOf(recent), { timeout: 30_000 }).toEqual([]);
});

/** Makes a certificate as one more process of the installation does. */
async function certify(waybill: WaybillRow): Promise<number | null> {
  const { db } = app.database;
  const history = openHistory({ db: app.database.pool, clock: systemClock, log: silentLog });
  const deps = {
    ...{ db, history, clock: systemClock, log: silentLog, publicUrl: null, events: app.application.events },
    usualLimitsOfPoint: () => null,
    secretKey: await installationSecret(db, 'secrets'),
  };
  await history.start();
  try {
    return await issueCertificate(deps, waybill, new Date(), new AbortController().signal);
  } finally {
    await history.stop();
  }
}

test('two processes that make one certificate at the same time make one revision, and neither fails', async () => {
  const id = await journey([`CERT-P${next}`], Date.now() - 10 * minute);
  await handover(id, delivery);
  await expect.poll(() => dueOf(id), { timeout: 30_000 }).toEqual([]);
  await app.database.pool.query(`UPDATE waybill SET goods = 'Other vaccine' WHERE id = $1`, [id]);
  const waybill = (await findWaybill(system, app.database.db, id))!;
  const once = () => certify(waybill);
  expect((await Promise.all([once(), once()])).sort()).toEqual([2, null]);
  expect(await certificates(id)).toEqual([2, 1]);
});

test('a handover that a phone sends again is recorded once; its key opens no other waybill', async () => {
  const from = Date.now() - 10 * minute;
  const [id, other] = [await journey([`CERT-H${next}`], from), await journey([`CERT-I${next}`], from)];
  const key = { ClientKey: randomUUID() };
  const [one, two] = await Promise.all([handover(id, key), handover(id, key)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((await detail(id)).HandoverList).toHaveLength(1);
  const elsewhere = await handover(other, key);
  expect([elsewhere.status, elsewhere.message]).toEqual([409, transportErrors.keyOfAnother.en]);
});

const fieldsOf = (data: unknown): string[] =>
  ((data as { Fields?: { Field: string }[] } | null)?.Fields ?? []).map(({ Field }) => Field);

test('a handover is refused by field, with nothing half-done', async () => {
  const id = await journey([`CERT-R${next}`], Date.now() - 10 * minute);
  const wrong: [object, string][] = [
    [{ Kind: 'stop', Outcome: 'sign', Signature: strokes }, 'Outcome'],
    [{ Kind: 'delivery', Outcome: 'sign' }, 'Signature'],
    [{ Kind: 'delivery', Outcome: 'sign', Signature: 'M1 1' }, 'Signature'],
    [{ Kind: 'delivery', Outcome: 'reject', Note: 'warm' }, 'Note'],
    [{ Condition: 'damaged' }, 'Note'],
    [{ Latitude: 31.2 }, 'Longitude'],
    [{ FromName: '' }, 'FromName'],
    [{ Time: local(Date.now() + 60 * minute) }, 'Time'],
    [{ Time: local(Date.now() - 80 * 60 * minute) }, 'Time'],
  ];
  for (const [fields, field] of wrong) {
    const { status, data } = await handover(id, fields);
    expect([fields, status, fieldsOf(data)]).toEqual([fields, 400, [field]]);
  }
  expect((await handover(id, { PhotoList: [{ Url: 'https://elsewhere.example/p.png' }] })).status).toBe(400);
  const { HandoverList, TransportStatus, EventList } = await detail(id);
  expect([HandoverList, TransportStatus, EventList[0]!.Content]).toEqual([[], 1, 'Depart']);
  const unsaid = await ask(viewer, 'addHandover', { body: { WaybillId: id } as never });
  expect(unsaid.status).toBe(403);
});

test('an earlier handover is added to a closed waybill and makes a revision; a later one is refused', async () => {
  const from = Date.now() - 20 * minute;
  const id = await journey([`CERT-O${next}`], from);
  await handover(id, delivery);
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([1]);
  const again = await handover(id, delivery);
  expect([again.status, again.message]).toEqual([409, transportErrors.handoverTooLate.en]);
  expect((await handover(id, { Kind: 'stop', Time: local(from + 5 * minute) })).status).toBe(200);
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([2, 1]);
  expect((await detail(id)).CertificateList[0]).toMatchObject({ Reason: 'handover' });
});

/** A waybill that departed so long after its tags were bound. */
async function departed(sn: string, boundAt: number, at: number): Promise<number> {
  const id = await journey([sn], boundAt);
  await app.database.pool.query('UPDATE waybill SET departed_at = $2 WHERE id = $1', [id, new Date(at)]);
  return id;
}

test('a delivery from before the departure is refused at its time', async () => {
  const from = Math.floor(Date.now() / 1000) * 1000 - 20 * minute;
  const id = await departed(`CERT-Q${next}`, from, from + 2 * minute + 400);
  const early = await handover(id, { ...delivery, Time: local(from + 2 * minute - 1000) });
  expect([early.status, fieldsOf(early.data), early.message]).toEqual([
    400,
    ['Time'],
    transportErrors.deliveryBeforeDeparture.en,
  ]);
  const { HandoverList, TransportStatus } = await detail(id);
  expect([HandoverList, TransportStatus]).toEqual([[], 1]);
  // People say seconds: that of the departure is none before it.
  expect((await handover(id, { ...delivery, Time: local(from + 2 * minute) })).status).toBe(200);
  const { DepartEpoch, ArriveEpoch, EndEpoch } = await detail(id);
  expect([ArriveEpoch, EndEpoch]).toEqual([DepartEpoch, DepartEpoch]);
});

test('a waybill ends when its delivery was signed for, not when that was recorded: what tags measure later is no excursion', async () => {
  const sn = `CERT-E${Date.now() % 1e6}`;
  const from = Math.floor(Date.now() / 1000) * 1000 - 20 * minute;
  const id = await departed(sn, from, from + minute);
  const signedAt = from + 12 * minute;
  await publish({
    [sn]: Array.from({ length: 20 }, (_, i) => ({ ts: from + i * minute, value: i < 12 ? 5 : 21 })),
  });
  expect((await ask(driver, 'moveWaybill', { body: { WaybillId: id, Move: 'arrive', Reason: '' } })).status).toBe(200);
  expect((await handover(id, { ...delivery, Time: local(signedAt) })).status).toBe(200);
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([1]);
  const { CertificateList, ArriveEpoch, EndEpoch, EventList } = await detail(id);
  expect([ArriveEpoch, EndEpoch]).toEqual([signedAt, signedAt]);
  const times = EventList.map(({ Time }) => Time);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  const statement = JSON.parse((await verified(CertificateList[0]!.Document)).data.Statement) as WaybillStatement;
  expect(statement).toMatchObject({
    endedAt: signedAt,
    tags: [{ to: signedAt, highest: 5, beyondMs: 0, excursions: [] }],
  });
  const later = await handover(id, { Kind: 'stop', Time: local(signedAt + minute) });
  expect([later.status, later.message]).toEqual([409, transportErrors.handoverTooLate.en]);
});

test('a file or a statement that was changed afterwards is said to be no longer what was signed', async () => {
  const id = await journey([`CERT-F${next}`], Date.now() - 10 * minute);
  await handover(id, delivery);
  await expect.poll(() => certificates(id), { timeout: 30_000 }).toEqual([1]);
  const [{ Document } = { Document: '' }] = (await detail(id)).CertificateList;
  const { pool } = app.database;
  // A row is changed by somebody with the database in hand: what keeps others from it is switched off.
  const change = async (sql: string) => {
    const client = await pool.connect();
    try {
      await client.query("SET session_replication_role = 'replica'");
      await client.query(sql, [Document]);
    } finally {
      await client.query('RESET session_replication_role');
      client.release();
    }
  };
  await expect(pool.query('UPDATE sealed_document SET revision = 9 WHERE id = $1', [Document])).rejects.toThrow(
    'only added to',
  );
  const flip = `UPDATE sealed_document_file SET content = set_bit(content, 4000, 1 - get_bit(content, 4000)) WHERE document_id = $1`;
  await change(flip);
  expect((await verified(Document)).data.IsIntact).toBe(false);
  await change(flip);
  expect((await verified(Document)).data.IsIntact).toBe(true);
  await change(`UPDATE sealed_document SET statement = replace(statement, 'Hospital', 'Hospitae') WHERE id = $1`);
  expect((await verified(Document)).data.IsIntact).toBe(false);
});

test('what is no document is none, also where it looks like one', async () => {
  const unknown = await verified('a'.repeat(26));
  expect([unknown.status, unknown.message]).toEqual([404, complianceErrors.noDocument.en]);
  expect((await verified('17')).status).toBe(400);
});
