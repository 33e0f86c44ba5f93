import { repairErrors, reportLimits } from '@watchpost/contract';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { aCompany, aDevice, aMember, aProject, limitMember } from '../../testing/factories.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { watchReports } from './watchReports.ts';

const minute = 60_000;
const dayMs = 24 * 60 * minute;
const start = Date.UTC(2026, 10, 24, 0, 16);
const clock = manualClock(start);

let app: TestApplication;
let companyId: number;
let projectId: number;
let dispatcher: number;
let limited: number;
let deviceId: number;
let stickerId: string;
let devices = 0;

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    config: { trustProxy: ['127.0.0.1'] },
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: '华东冷链一号库' });
      dispatcher = await aMember(db, companyId, projectId, {
        permissions: ['repairView', 'repairWork', 'repairDispatch'],
      });
      limited = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairDispatch'] });
    },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock.set(start);
  const { db, pool } = app.database;
  await pool.query('DELETE FROM counted_call');
  devices += 1;
  deviceId = await aDevice(db, projectId, { name: `冷冻间 ${devices} 号`, nameEn: 'Freezer 3' });
  stickerId = await stick(deviceId);
});

const ask = async (userId: number | null, name: Parameters<typeof makeCall>[1], input: object, from = '127.0.0.1') => {
  const token = userId === null ? undefined : await tokenFor(app.database.db, userId, clock);
  const reply = await makeCall(app.url, name, input, {
    ...(token ? { token } : {}),
    language: 'en',
    headers: { 'x-forwarded-for': from },
  });
  return {
    status: reply.status,
    message: reply.envelope?.Message,
    data: reply.envelope?.Data as never,
    file: reply.file,
  };
};

/** Prints a sticker of a device, and answers what it says. */
async function stick(device: number): Promise<string> {
  const made = await ask(dispatcher, 'makeStickers', {
    body: { ProjectId: projectId, EquipmentIdList: [device], Address: 'https://watch.example' },
  });
  expect(made.status).toBe(200);
  const { rows } = await app.database.pool.query(
    'SELECT id FROM device_sticker WHERE device_id = $1 AND revoked_at IS NULL',
    [device],
  );
  return rows[0].id;
}

const open = async (sticker = stickerId) => ask(null, 'getReportForm', { query: { Sticker: sticker } });

async function send(extra: object = {}, files: readonly File[] = []) {
  const { FormToken } = (await open()).data as { FormToken: string };
  clock.advance(5000);
  return ask(null, 'sendReport', {
    query: { Sticker: stickerId, FormToken },
    body: { FaultContent: 'Water on the floor', Name: 'Wang', ...extra },
    files,
  });
}

const drafts = async () =>
  (
    await app.database.pool.query('SELECT * FROM repair_order WHERE device_id = $1 AND status = -1 ORDER BY id', [
      deviceId,
    ])
  ).rows;

describe('a report by QR code', () => {
  test('is a draft that only dispatchers see, with its picture written anew, and its state is told by the receipt', async () => {
    const { data: form } = await open();
    expect(form).toMatchObject({ EquipmentName: 'Freezer 3', ProjectName: '华东冷链一号库', RepairedSinceEPOCH: null });
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
      .jpeg()
      .toBuffer();
    const sent = await send({ Phone: '13900000000', Consent: true }, [
      new File([new Uint8Array(photo)], 'IMG 1.jpg', { type: 'image/jpeg' }),
    ]);
    expect([sent.status, sent.message]).toEqual([200, '']);
    const { Receipt } = sent.data as { Receipt: string };
    const [draft] = await drafts();
    expect(draft).toMatchObject({ source: 'qr', number: null, applicant_id: null, applicant_name: 'Wang' });
    const seen = await ask(dispatcher, 'queryRepairAcitve', { query: { id: draft.id } });
    const { PhotoList, Source } = seen.data as { PhotoList: { Url: string }[]; Source: string };
    expect([Source, PhotoList.length]).toEqual(['qr', 1]);
    const kept = Buffer.from(await (await fetch(app.url + PhotoList[0]!.Url)).arrayBuffer());
    expect((await sharp(kept).metadata()).format).toBe('jpeg');
    expect(kept.includes('SECRET PLACE')).toBe(false);
    const state = async () =>
      ((await ask(null, 'getReportState', { query: { Receipt } })).data as { State: string }).State;
    expect(await state()).toBe('waiting');
    const submitted = await ask(dispatcher, 'submitRepairActive', {
      body: { Id: draft.id, Revision: 1, ClientKey: crypto.randomUUID() },
    });
    expect(submitted.status).toBe(200);
    expect(await state()).toBe('working');
  });

  test('shows no value, alarm, person or order number, and what is not a sticker shows nothing', async () => {
    await send();
    const [draft] = await drafts();
    await ask(dispatcher, 'submitRepairActive', {
      body: { Id: draft.id, Revision: 1, ClientKey: crypto.randomUUID() },
    });
    const form = JSON.stringify((await open()).data);
    expect(form).not.toMatch(/Wang|R2026|Water on the floor/);
    expect(JSON.parse(form).RepairedSinceEPOCH).toBe(clock.now());
    const none = await open('a'.repeat(26));
    expect([none.status, none.message]).toEqual([404, repairErrors.noSticker.en]);
    expect((await open('../../etc')).status).toBe(400);
  });

  test('on a device under repair adds a note to that order where its author wishes', async () => {
    await send();
    const [draft] = await drafts();
    await ask(dispatcher, 'submitRepairActive', {
      body: { Id: draft.id, Revision: 1, ClientKey: crypto.randomUUID() },
    });
    const added = await send({ AddToOpen: true, FaultContent: 'Now it is dripping' });
    expect(added.status).toBe(200);
    expect(await drafts()).toEqual([]);
    const schedule = await ask(dispatcher, 'getRepairSchedule', { query: { id: draft.id } });
    expect((schedule.data as { Text: string }[])[0]!.Text).toBe('Added by QR code: Now it is dripping');
  });

  test('that a program sends at once, late, with a made-up token or into the trap leaves nothing', async () => {
    const { FormToken } = (await open()).data as { FormToken: string };
    const body = { FaultContent: 'x', Name: 'Bot' };
    const sent = async (token: string) => {
      const query = { Sticker: stickerId, FormToken: token };
      return (await ask(null, 'sendReport', { query, body, files: [] })).message;
    };
    expect(await sent(FormToken)).toBe(repairErrors.formTooQuick.en);
    clock.advance(31 * minute);
    expect(await sent(FormToken)).toBe(repairErrors.formExpired.en);
    expect(await sent(`${clock.now() - 10_000}.abcdef`)).toBe(repairErrors.formExpired.en);
    const trapped = await send({ Website: 'https://spam.example' });
    expect(trapped.status).toBe(200);
    expect(await drafts()).toEqual([]);
  });

  test('with bad input says which field, and leaves nothing', async () => {
    const noConsent = await send({ Phone: '13900000000' });
    expect([noConsent.status, noConsent.message]).toEqual([
      400,
      expect.stringContaining('agree that it is kept for this report'),
    ]);
    expect((await send({ FaultContent: '' })).status).toBe(400);
    expect((await send({ Latitude: 120 })).status).toBe(400);
    const noPicture = await send({}, [new File(['<svg/>'], 'a.jpg', { type: 'image/jpeg' })]);
    expect(noPicture.status).toBe(400);
    expect(await drafts()).toEqual([]);
  });

  test('sent 1,000 times leaves no more than ten drafts a sticker', async () => {
    const { FormToken } = (await open()).data as { FormToken: string };
    clock.advance(5000);
    const query = { Sticker: stickerId, FormToken };
    const body = { FaultContent: 'again', Name: 'Flood' };
    const codes = new Map<number, number>();
    for (let round = 0; round < 10; round += 1) {
      const replies = await Promise.all(
        Array.from({ length: 100 }, () => ask(null, 'sendReport', { query, body, files: [] }, '203.0.113.66')),
      );
      for (const { status } of replies) codes.set(status, (codes.get(status) ?? 0) + 1);
    }
    expect([...codes.keys()].sort()).toEqual([200, 429]);
    expect((await drafts()).length).toBe(reportLimits.stickerHour);
    // However slowly they come: the sticker is full of undecided ones.
    for (let more = 0; more < reportLimits.stickerDay; more += 1) {
      await app.database.pool.query('DELETE FROM counted_call');
      await send();
    }
    expect((await drafts()).length).toBe(reportLimits.stickerDay);
  });

  test('is refused with the seconds to wait by sticker, address and company, whichever process counts', async () => {
    const seconds = async (key: string, count: number) => {
      await app.database.pool.query('DELETE FROM counted_call');
      await app.database.pool.query('INSERT INTO counted_call (key, at, count) VALUES ($1, $2, $3)', [
        key,
        new Date(clock.now()),
        count,
      ]);
      const { status, message } = await send();
      return [status, /in (\d+) s/.exec(message ?? '')?.[1] !== undefined];
    };
    expect(await seconds(`report:${stickerId}`, reportLimits.stickerHour)).toEqual([429, true]);
    expect(await seconds('report@127.0.0.1', reportLimits.addressHour)).toEqual([429, true]);
    expect(await seconds(`reportsOf:${companyId}`, reportLimits.companyDay)).toEqual([429, true]);
  });
});

describe('stickers', () => {
  test('come as a sheet that names device and store; the code before counts for 30 days more, a revoked one not at all', async () => {
    const before = stickerId;
    const made = await ask(dispatcher, 'makeStickers', {
      body: { ProjectId: projectId, EquipmentIdList: [deviceId], Address: 'https://watch.example' },
    });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(made.file!)), { mergePages: true });
    expect(text).toContain('Freezer 3');
    expect(text).toContain('扫码报修');
    expect(text).not.toContain(before);
    expect((await open(before)).status).toBe(200);
    clock.advance(31 * dayMs);
    expect((await open(before)).status).toBe(404);
    const { rows } = await app.database.pool.query(
      'SELECT id FROM device_sticker WHERE device_id = $1 AND revoked_at IS NULL',
      [deviceId],
    );
    expect((await open(rows[0].id)).status).toBe(200);
    await ask(dispatcher, 'revokeStickers', { body: { ProjectId: projectId, EquipmentIdList: [deviceId] } });
    expect((await open(rows[0].id)).status).toBe(404);
  });

  test('of a device that the dispatcher does not see are neither made, revoked nor listed', async () => {
    const { db } = app.database;
    await limitMember(db, limited, projectId, { deviceIds: [] });
    const body = { ProjectId: projectId, EquipmentIdList: [deviceId], Address: 'https://watch.example' };
    expect((await ask(limited, 'makeStickers', { body })).status).toBe(404);
    const { Address: _, ...named } = body;
    expect((await ask(limited, 'revokeStickers', { body: named })).status).toBe(404);
    expect((await ask(limited, 'getStickers', { query: { ProjectId: projectId } })).data).toEqual([]);
    expect((await open()).status).toBe(200);
  });
});

test('a dispatcher hears of the devices that they see, and of no other', async () => {
  const { db, pool } = app.database;
  await pool.query('UPDATE sticker_report SET told_at = $1 WHERE told_at IS NULL', [new Date(start - dayMs)]);
  await pool.query('DELETE FROM repair_message');
  const partial = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairDispatch'] });
  await limitMember(db, partial, projectId, { deviceIds: [deviceId] });
  clock.advance(dayMs);
  await send();
  const hidden = await aDevice(db, projectId, { name: `冷藏间 ${devices} 号`, nameEn: 'Chill room 9' });
  stickerId = await stick(hidden);
  await send();
  await watchReports({ db, clock });
  const { rows } = await pool.query('SELECT user_id, text_en FROM repair_message ORDER BY user_id');
  expect(rows).toEqual([
    { user_id: dispatcher, text_en: '2 reports by QR code to look at: Freezer 3, Chill room 9' },
    { user_id: partial, text_en: '1 report by QR code to look at: Freezer 3' },
  ]);
});

test('dispatchers get one message of all reports in ten minutes, and drafts that nobody wants are gone after 30 days', async () => {
  const { db, pool } = app.database;
  await pool.query('UPDATE sticker_report SET told_at = $1 WHERE told_at IS NULL', [new Date(start - dayMs)]);
  const told = async () => {
    await watchReports({ db, clock });
    const { rows } = await pool.query(
      'SELECT text_en FROM repair_message m JOIN repair_order r ON r.id = m.order_id WHERE m.user_id = $1 AND r.device_id = $2 ORDER BY m.id',
      [dispatcher, deviceId],
    );
    return rows.map(({ text_en }) => text_en);
  };
  clock.advance(2 * dayMs);
  await send();
  await send();
  expect(await told()).toEqual(['2 reports by QR code to look at: Freezer 3']);
  await send();
  expect((await told()).length).toBe(1);
  clock.advance(11 * minute);
  expect(await told()).toEqual([
    '2 reports by QR code to look at: Freezer 3',
    '1 report by QR code to look at: Freezer 3',
  ]);
  expect((await drafts()).length).toBe(3);
  clock.advance(31 * dayMs);
  await watchReports({ db, clock });
  expect(await drafts()).toEqual([]);
});
