import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AllCalls,
  type CallData,
  type CallInput,
  type CallName,
  dayMs,
  fileErrors,
  type StoredFile,
} from '@watchpost/contract';
import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { createStorage, type Storage } from '../platform/storage/storage.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { soon } from '../testing/soon.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { deleteUnusedFiles } from './deleteUnusedFiles.ts';
import { createFileUrls, fileIdOfUrl } from './fileUrl.ts';
import { needOwnFile } from './needOwnFile.ts';

let app: TestApplication;
let storage: Storage;
/** Stands in for the open internet. */
let elsewhere: Server;
let elsewhereUrl: string;
const serving = new Map<string, { status?: number; location?: string; content?: Buffer }>();

beforeAll(async () => {
  // That a host is listed makes it no less private.
  const pictureHosts = ['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254', '192.168.1.1'];
  app = await startTestApplication({ config: { allowedPrivateHosts: ['127.0.0.1', 'localhost'], pictureHosts } });
  storage = createStorage(`${app.dataDir}/files`);
  elsewhere = createServer((request, response) => {
    const { status = 200, location, content } = serving.get(request.url ?? '') ?? { status: 404 };
    response.writeHead(status, location ? { location } : {}).end(content);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(async () => {
  elsewhere.close();
  await app.stop();
});

let linId: number;
let lin: string;
/** Works for the same company. */
let wang: string;
/** Works for another one. */
let stranger: string;
let companyId: number;
beforeEach(async () => {
  const { db } = app.database;
  companyId = await aCompany(db);
  const projectId = await aProject(db, companyId);
  linId = await aMember(db, companyId, projectId);
  lin = await tokenFor(db, linId);
  wang = await tokenFor(db, await aMember(db, companyId, projectId));
  const otherCompany = await aCompany(db);
  stranger = await tokenFor(db, await aMember(db, otherCompany, await aProject(db, otherCompany)));
});

async function ask<Name extends CallName>(
  token: string | null,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  language: 'zh' | 'en' = 'en',
) {
  const { status, envelope, file, headers } = await makeCall(app.url, name, input as object, {
    ...(token ? { token } : {}),
    language,
  });
  return { status, message: envelope.Message, data: envelope.Data as CallData<AllCalls[Name]>, file, headers };
}

const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 200 } } });
/** Random dots cannot be packed. */
const noisy = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const fileOf = (content: Uint8Array | string, name = 'picture.png', type = 'image/png') =>
  new File([content as string], name, { type });
const send = (token: string, ...files: File[]) => ask(token, 'upload', { files });
const uploaded = async (token: string, name = 'picture.png'): Promise<StoredFile> => {
  const { status, message, data } = await send(token, fileOf(await plain().png().toBuffer(), name));
  expect([status, message]).toEqual([200, '']);
  return data;
};
/** Whether there are bytes under a key. */
const keeps = async (key: string): Promise<boolean> => {
  const found = await storage.read(key);
  found?.content.destroy();
  return found !== null;
};
const show = (url: string) => fetch(`${app.url}${url}`);

describe('an uploaded image', () => {
  test('is shown by its address alone, is cached by browsers, and holds nothing but the picture', async () => {
    const photo = await plain(400, 300)
      .withExif({ IFD0: { Copyright: 'ZQXJV' }, IFD3: { GPSLatitude: '31/1 0/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('ZQXJV')).toBe(true);
    const { data } = await send(lin, fileOf(photo, '冷\u3164库\u202e 1.jpeg', 'image/jpeg'));
    expect(data).toMatchObject({ Name: '冷库 1.jpg', ContentType: 'image/jpeg', Width: 400, Height: 300 });
    const reply = await show(data.Url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('image/jpeg');
    expect(reply.headers.get('content-disposition')).toMatch(/^inline/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    const maxAge = Number(/max-age=(\d+), immutable/.exec(reply.headers.get('cache-control') ?? '')?.[1]);
    expect(maxAge).toBeGreaterThan(dayMs / 1000 - 60);
    const content = Buffer.from(await reply.arrayBuffer());
    expect(content.byteLength).toBe(data.Size);
    expect(content.includes('ZQXJV')).toBe(false);
    expect((await sharp(content).metadata()).exif).toBeUndefined();
  });

  test('stands upright, whichever way the phone was held', async () => {
    const lying = await plain(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { data } = await send(lin, fileOf(lying, 'photo.jpg', 'image/jpeg'));
    expect([data.Width, data.Height]).toEqual([300, 400]);
  });

  test.each([
    ['png', 'image/png', 'p.png'],
    ['webp', 'image/webp', 'p.webp'],
    ['gif', 'image/png', 'p.png'],
    ['jpeg', 'image/jpeg', 'p.jpg'],
  ] as const)('may be %s, under any name', async (format, contentType, name) => {
    const { data } = await send(lin, fileOf(await plain().toFormat(format).toBuffer(), 'p.exe', 'text/html'));
    expect([data.ContentType, data.Name]).toEqual([contentType, name]);
  });

  test('of an animation the first frame is kept', async () => {
    const frames = Buffer.alloc(20 * 40 * 3, 200);
    const gif = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .gif()
      .toBuffer();
    const { data } = await send(lin, fileOf(gif, 'a.gif', 'image/gif'));
    expect([data.Width, data.Height, data.ContentType]).toEqual([20, 20, 'image/png']);
  });

  test('is in the operation log, and every one of several is kept', async () => {
    const files = [fileOf(await plain().png().toBuffer(), 'a.png'), fileOf(await plain().jpeg().toBuffer(), 'b.png')];
    const { data } = await ask(lin, 'newUpload', { files });
    expect(data.map(({ Name }) => Name)).toEqual(['a.png', 'b.jpg']);
    const lines = await app.database.db
      .selectFrom('operation_log')
      .where('company_id', '=', companyId)
      .where('call', '=', 'newUpload')
      .select(['subject_name', 'user_id'])
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { subject_name: 'a.png', user_id: linId },
      { subject_name: 'b.jpg', user_id: linId },
    ]);
  });
});

/** A PNG header that promises a picture of many pixels; none follow. */
const pixelBomb = async (): Promise<Buffer> => {
  const png = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(png.byteLength).toBeLessThan(1024 * 1024);
  return png;
};

describe('what is no image, or too much of one, is refused in both languages', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const bad: [string, () => Promise<Uint8Array | string>, keyof typeof fileErrors][] = [
    ['an SVG named .png', async () => svg, 'notAnImage'],
    ['HTML named .png', async () => '<!doctype html><script>alert(1)</script>', 'notAnImage'],
    [
      'HTML behind the first bytes of a JPEG',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>')]),
      'notAnImage',
    ],
    ['nothing', async () => '', 'notAnImage'],
    ['a TIFF', () => plain().tiff().toBuffer(), 'notAnImage'],
    ['half a PNG', async () => (await noisy(100).png().toBuffer()).subarray(0, 8000), 'notAnImage'],
    ['half a JPEG', async () => (await noisy(200).jpeg().toBuffer()).subarray(0, 8000), 'notAnImage'],
    ['an image of more than 4 MB', async () => noisy(1400).png().toBuffer(), 'tooLarge'],
    ['eighty million white pixels in a small file', pixelBomb, 'tooManyPixels'],
  ];
  test.each(bad)('%s', async (_what, make, why) => {
    const file = fileOf((await make()) as Uint8Array);
    for (const language of ['zh', 'en'] as const) {
      const { status, message } = await ask(lin, 'upload', { files: [file] }, language);
      expect([status, message]).toEqual([fileErrors[why].code, fileErrors[why][language]]);
    }
  });

  test('one bad image among several leaves none behind', async () => {
    const good = fileOf(await plain().png().toBuffer());
    const { status } = await ask(lin, 'newUpload', { files: [good, fileOf(svg)] });
    expect(status).toBe(400);
    const rows = await app.database.db.selectFrom('uploaded_file').where('user_id', '=', linId).selectAll().execute();
    expect(rows).toEqual([]);
  });

  test('no file at all, more files than are taken, and files far beyond the limit', async () => {
    expect((await ask(lin, 'upload', { files: [] })).status).toBe(400);
    const image = fileOf(await plain().png().toBuffer());
    expect((await send(lin, image, image)).status).toBe(413);
    expect((await send(lin, fileOf(Buffer.alloc(9 * 1024 * 1024)))).status).toBe(413);
  });

  test('nobody fills the disk with images that are not used', async () => {
    const row = { company_id: companyId, user_id: linId, name: 'x', content_type: 'image/png', size_bytes: 1 };
    const rows = Array.from({ length: 200 }, (_, i) => ({ ...row, id: `unused${i}`, uploaded_at: new Date() }));
    await app.database.db.insertInto('uploaded_file').values(rows).execute();
    const { status, message } = await send(lin, fileOf(await plain().png().toBuffer()));
    expect([status, message]).toEqual([429, fileErrors.tooManyUnused.en]);
    await app.database.db.deleteFrom('uploaded_file').where('id', 'like', 'unused%').execute();
  });

  test('forty uploads at once leave no more unused images than one after the other', async () => {
    await app.database.pool.query(
      `INSERT INTO uploaded_file (id, company_id, user_id, name, content_type, size_bytes, uploaded_at)
       SELECT 'many' || $1::int || '-' || n, $2, $1::int, 'a.png', 'image/png', 1, now() FROM generate_series(1, 190) n`,
      [linId, companyId],
    );
    const picture = await plain().png().toBuffer();
    const four = () => Array.from({ length: 4 }, () => fileOf(picture));
    const replies = await Promise.all(Array.from({ length: 40 }, () => ask(lin, 'newUpload', { files: four() })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(new Set(replies.map(({ message }) => message))).toEqual(new Set(['', fileErrors.tooManyUnused.en]));
    const { rows } = await app.database.pool.query('SELECT count(*)::int FROM uploaded_file WHERE user_id = $1', [
      linId,
    ]);
    expect(rows[0].count).toBe(198);
  });

  test('what would make a gigabyte full is counted with what is there', async () => {
    const picture = await noisy(200).png().toBuffer();
    await app.database.pool.query(
      `INSERT INTO uploaded_file (id, company_id, user_id, name, content_type, size_bytes, uploaded_at)
       VALUES ('nearly' || $1::int, $2, $1::int, 'a.png', 'image/png', 1024 * 1024 * 1024 - 1000, now())`,
      [linId, companyId],
    );
    expect(await send(lin, fileOf(picture))).toMatchObject({ status: 409, message: fileErrors.userFull.en });
  });

  test('a person keeps one gigabyte, and the others of the company keep theirs', async () => {
    const row = { company_id: companyId, user_id: linId, name: 'x', content_type: 'image/png', size_bytes: 2 ** 30 };
    await app.database.db
      .insertInto('uploaded_file')
      .values({ ...row, id: 'full', uploaded_at: new Date() })
      .execute();
    expect((await send(lin, fileOf(await plain().png().toBuffer()))).message).toBe(fileErrors.userFull.en);
    expect((await send(wang, fileOf(await plain().png().toBuffer()))).status).toBe(200);
    await app.database.db.deleteFrom('uploaded_file').where('id', '=', 'full').execute();
  });

  test('a company keeps four gigabytes', async () => {
    const row = { company_id: companyId, user_id: null, name: 'x', content_type: 'image/png', size_bytes: 2 ** 31 - 1 };
    const rows = ['a', 'b', 'c'].map((id) => ({ ...row, id: `full-${id}`, uploaded_at: new Date() }));
    await app.database.db.insertInto('uploaded_file').values(rows).execute();
    expect((await send(wang, fileOf(await plain().png().toBuffer()))).message).toBe(fileErrors.companyFull.en);
    expect((await send(stranger, fileOf(await plain().png().toBuffer()))).status).toBe(200);
    await app.database.db.deleteFrom('uploaded_file').where('id', 'like', 'full-%').execute();
  });
});

describe('an address', () => {
  test('is good for this file and until the next day has ended, and then no more', async () => {
    const clock = manualClock(Date.UTC(2026, 10, 21, 23, 59));
    const urls = createFileUrls('secret', clock);
    const id = 'a'.repeat(24);
    const at = (url: string, file = id) => {
      const params = new URL(url, 'http://x').searchParams;
      return { fileId: file, expires: params.get('expires') ?? '', signature: params.get('signature') ?? '' };
    };
    const address = at(urls.fileUrl(id));
    expect(urls.fileUrl(id)).toBe(urls.fileUrl(id));
    expect(urls.secondsLeft(address)).toBe(dayMs / 1000 + 60);
    expect(urls.secondsLeft({ ...address, fileId: 'b'.repeat(24) })).toBe(0);
    expect(urls.secondsLeft({ ...address, expires: String(Number(address.expires) + 1) })).toBe(0);
    expect(createFileUrls('another secret', clock).secondsLeft(address)).toBe(0);
    clock.advance(dayMs + 60_000);
    expect(urls.secondsLeft(address)).toBe(0);
  });

  test('that was made up or has expired shows nothing', async () => {
    const { FileId, Url } = await uploaded(lin);
    const { status, message } = await ask(null, 'getFile', {
      query: { fileId: FileId, expires: '4102444800', signature: 'A'.repeat(43) },
    });
    expect([status, message]).toEqual([403, fileErrors.expired.en]);
    expect((await show(Url.replace(/signature=.*/, ''))).status).toBe(400);
    for (const path of ['..%2f..%2fsecret', '....//', `${FileId}%00`, `${FileId}/../x`]) {
      const reply = await show(Url.replace(FileId, path));
      expect([400, 403, 404]).toContain(reply.status);
    }
  });

  test('is recognised as ours; others are not', async () => {
    const id = 'aB-_'.repeat(6);
    const url = createFileUrls('s', manualClock(0)).fileUrl(id);
    for (const ours of [id, url, url.split('?')[0]!]) expect(fileIdOfUrl(ours)).toBe(id);
    for (const other of [
      '',
      'x',
      `https://evil.example${url}`,
      `//evil.example${url}`,
      `/api/Upload/File/${id}/x`,
      `/api/Upload/../Upload/File/${id}x`,
      '/\\evil.example',
      'javascript:alert(1)',
      `data:image/png;base64,${id}`,
    ]) {
      expect([other, fileIdOfUrl(other)]).toEqual([other, null]);
    }
  });

  test('can be used by its uploader and members of the same company only', async () => {
    const { Url, FileId, Path } = await uploaded(lin);
    const { db } = app.database;
    const tenant = {
      kind: 'user',
      userId: linId,
      companyId,
      projectIds: [],
      listedProjectIds: [],
      listedDeviceIds: [],
      hiddenAlarmLevels: [],
    } as const;
    for (const sent of [Url, FileId, Path]) expect(await needOwnFile(tenant, db, sent)).toBe(FileId);
    expect(await needOwnFile({ ...tenant, userId: 0 }, db, Url)).toBe(FileId);
    const stranger = { ...tenant, userId: 0, companyId: companyId + 1 };
    await expect(needOwnFile(stranger, db, Url)).rejects.toMatchObject({ entry: fileErrors.notOurs });
    await expect(needOwnFile(tenant, db, 'https://evil.example/a.png')).rejects.toMatchObject({
      entry: fileErrors.notOurs,
    });
  });
});

describe('deleting', () => {
  test('is for who uploaded the image, not for colleagues or strangers', async () => {
    const { Url, Path } = await uploaded(lin);
    for (const other of [wang, stranger]) {
      expect((await ask(other, 'delFile', { query: { path: Path } })).status).toBe(404);
    }
    expect((await show(Url)).status).toBe(200);
    expect((await ask(lin, 'delFile', { query: { path: Path } })).status).toBe(200);
    expect((await show(Url)).status).toBe(404);
    expect((await ask(lin, 'delFile', { query: { path: Path } })).status).toBe(404);
    expect((await ask(lin, 'delFile', { query: { path: '/etc/passwd' } })).status).toBe(404);
  });

  test('waits until nobody shows the image any more', async () => {
    const { FileId, Path, Url } = await uploaded(lin);
    await app.database.db.updateTable('app_user').set({ avatar: FileId }).where('id', '=', linId).execute();
    const { status, message } = await ask(lin, 'delFile', { query: { path: Path } });
    expect([status, message]).toEqual([409, fileErrors.inUse.en]);
    expect((await show(Url)).status).toBe(200);
  });

  test('waits for who begins to show the image at the same moment, and then stays', async () => {
    const { db, pool } = app.database;
    const { FileId, Path, Url } = await uploaded(lin);
    const project = await aProject(db, companyId);
    let answered: ReturnType<typeof deletes> | null = null;
    const deletes = () => ask(lin, 'delFile', { query: { path: Path } });
    await db.transaction().execute(async (transaction) => {
      await transaction.updateTable('project').set({ cover_file_id: FileId }).where('id', '=', project).execute();
      answered = deletes();
      await expect.poll(() => lockWaits(pool), soon).toBeGreaterThan(0);
    });
    const { status, message } = await answered!;
    expect([status, message]).toEqual([409, fileErrors.inUse.en]);
    expect((await show(Url)).status).toBe(200);
  });

  test('images unused for a day are deleted, and bytes without a row', async () => {
    const { db } = app.database;
    const [avatar, cover, unused] = [await uploaded(lin), await uploaded(lin), await uploaded(lin)];
    await db.updateTable('app_user').set({ avatar: avatar.FileId }).where('id', '=', linId).execute();
    const project = await aProject(db, companyId);
    await db.updateTable('project').set({ cover_file_id: cover.FileId }).where('id', '=', project).execute();
    await storage.write('left-by-a-crash', Buffer.from('x'));
    const sweep = (clock: number) => deleteUnusedFiles({ db, clock: manualClock(clock), storage });
    const stands = async () => Promise.all([avatar, cover, unused].map(async ({ Url }) => (await show(Url)).status));

    await sweep(Date.now() + dayMs - 60_000);
    expect(await stands()).toEqual([200, 200, 200]);
    expect(await keeps('left-by-a-crash')).toBe(true);
    await sweep(Date.now() + dayMs + 60_000);
    expect(await stands()).toEqual([200, 200, 404]);
    expect(await keeps('left-by-a-crash')).toBe(false);
    expect(await keeps(unused.FileId)).toBe(false);
  });
});

describe('fetching an image by address', () => {
  const fetchIt = (url: string) => ask(lin, 'downloadImage', { body: { url } });

  test('ours comes with its name, as long as the address is good', async () => {
    const { Url, Path } = await uploaded(lin, '门.png');
    const { status, headers, file } = await fetchIt(Url);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('门.png')}`);
    expect((await sharp(file).metadata()).format).toBe('png');
    expect((await fetchIt(Path)).status).toBe(403);
  });

  test('one elsewhere is read as an image before it is handed on', async () => {
    serving.set('/a.jpg', { content: await plain().jpeg().toBuffer() });
    const { status, file, headers } = await fetchIt(`${elsewhereUrl}/a.jpg`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await sharp(file).metadata()).width).toBe(40);
  });

  test.each([
    ['a page', '/page', { content: Buffer.from('<html>secret</html>') }, fileErrors.notAnImage],
    [
      'a redirect, which could lead into our house',
      '/moved',
      { status: 302, location: '/a.jpg' },
      fileErrors.notFetched,
    ],
    ['nothing', '/missing', undefined, fileErrors.notFetched],
    ['more than 4 MB', '/large', { content: Buffer.alloc(5 * 1024 * 1024) }, fileErrors.tooLarge],
  ])('%s is refused', async (_what, path, answer, why) => {
    if (answer) serving.set(path, answer);
    const { status, message } = await fetchIt(`${elsewhereUrl}${path}`);
    expect([status, message]).toEqual([why.code, why.en]);
  });

  test.each([
    'http://10.0.0.1/a.png',
    'http://[::1]/a.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.1.1:8080/',
    'file:///etc/passwd',
    'ftp://127.0.0.1/a.png',
    'http://user:secret@127.0.0.1/a.png',
    'not an address',
  ])('%s is not dialled, and the reason says nothing of our network', async (url) => {
    const { status, message } = await fetchIt(url);
    expect([status, message]).toEqual([400, fileErrors.notFetched.en]);
  });
});

test('a picture on a host that the operator did not list is not fetched, and the caller reads why', async () => {
  serving.set('/listed.jpg', { content: await plain().jpeg().toBuffer() });
  const url = elsewhereUrl.replace('127.0.0.1', 'localhost');
  for (const language of ['zh', 'en'] as const) {
    const { status, message } = await ask(lin, 'downloadImage', { body: { url: `${url}/listed.jpg` } }, language);
    expect([status, message]).toEqual([400, fileErrors.notListed[language]]);
  }
  expect((await ask(lin, 'downloadImage', { body: { url: `${elsewhereUrl}/listed.jpg` } })).status).toBe(200);
});

describe('a page made a PDF', () => {
  const print = async (htmlText: string, ObjectName = '报告/十一月.pdf') => {
    const { status, message, data } = await ask(lin, 'htmlToPdf', {
      body: { BucketName: 'any', ObjectName, htmlText },
    });
    return { status, message, url: data as string };
  };
  const read = async (url: string) => {
    const reply = await show(url);
    const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
    const { text } = await extractText(pdf, { mergePages: true });
    const images = (await extractImages(pdf, 1)).length;
    return {
      text: text.replaceAll(/\s+/g, ' '),
      images,
      pages: pdf.numPages,
      name: reply.headers.get('content-disposition'),
    };
  };

  test('has the text, the table and the pictures of the page, in both languages, under the name asked for', async () => {
    const { Url } = await uploaded(lin, 'door.png');
    serving.set('/fan.jpg', { content: await plain().jpeg().toBuffer() });
    const rows = Array.from({ length: 80 }, (_, i) => `<tr><td>冷冻间 ${i}</td><td>−18.${i} °C</td></tr>`).join('');
    const { status, url } = await print(
      `<html><body><h1 style="font-family: Arial">报警报告</h1><p>Freezer <b>too warm</b></p><table>${rows}</table>
       <img src="${Url}"><img src="${elsewhereUrl}/fan.jpg"></body></html>`,
    );
    expect(status).toBe(200);
    const pdf = await read(url);
    expect(pdf.text).toMatch(/^报警报告 Freezer too warm 冷冻间 0 −18\.0 °C .*冷冻间 79/);
    expect(pdf.pages).toBeGreaterThan(1);
    expect(pdf.name).toBe(`inline; filename*=UTF-8''${encodeURIComponent('十一月.pdf')}`);
    expect(
      (
        await read(
          (
            await print(
              `<img src="${Url}"><img src="${elsewhereUrl}/fan.jpg"><img src="${elsewhereUrl.replace('127.0.0.1', 'localhost')}/fan.jpg">`,
            )
          ).url,
        )
      ).images,
    ).toBe(2);
  });

  test('runs nothing, asks no address of our network and reads no file of ours', async () => {
    const { status, url } = await print(
      `<p>before</p><script>document.body.innerHTML = 'changed'</script><style>p { display: none }</style>
       <iframe src="file:///etc/passwd"></iframe><img src="file:///etc/passwd" alt="no picture">
       <img src="http://169.254.169.254/latest/meta-data/"><p data-pdfmake='{"image":"/etc/hostname"}'>after</p>
       <svg width="10" height="10"><image href="/etc/hostname" width="9" height="9"/></svg><a href="javascript:alert(1)">link</a>`,
    );
    expect(status).toBe(200);
    expect((await read(url)).text).toMatch(/^before no picture after link/);
  });

  test.each([
    ['what nests beyond reason', '<div>'.repeat(20_000)],
    ['what has a colour that is none', '<p style="color: rgb(what)">x</p><table><tr><td width="-1e999">x'],
  ])('%s is printed or refused in words, and the next page is printed', async (_what, htmlText) => {
    const { status, message } = await print(htmlText);
    expect([200, 400]).toContain(status);
    if (status === 400) expect(message).toBe(fileErrors.notPrintable.en);
    expect((await print('<p>next</p>')).status).toBe(200);
  });

  test.each(['   ', '<p> </p><script>document.write("x")</script>'])(
    '%j has nothing to print, which is said',
    async (html) => {
      const { status, message } = await print(html);
      expect([status, message]).toEqual([fileErrors.notPrintable.code, fileErrors.notPrintable.en]);
    },
  );

  test('a PDF is no picture of a project or a person', async () => {
    const { url } = await print('<p>x</p>');
    const { status, message } = await ask(lin, 'updateAvatar', { query: { url } });
    expect([status, message]).toEqual([fileErrors.notOurs.code, fileErrors.notOurs.en]);
  });
});

test('every column that refers to a file counts as a use of it', async () => {
  const { rows } = await app.database.pool.query<{ refers: string; counts: boolean }>(`
    SELECT r.relname || '.' || a.attname AS refers, EXISTS (SELECT FROM information_schema.view_column_usage u
      WHERE u.view_name = 'file_in_use' AND u.table_name = r.relname AND u.column_name = a.attname) AS counts
    FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
    WHERE c.contype = 'f' AND c.confrelid = 'uploaded_file'::regclass`);
  expect(rows.map(({ refers }) => refers)).toContain('waybill_handover_photo.file_id');
  expect(rows.filter(({ counts }) => !counts)).toEqual([]);
});

test('nobody uploads, deletes or fetches without a sign-in', async () => {
  const files = [fileOf(await plain().png().toBuffer())];
  expect((await ask(null, 'upload', { files })).status).toBe(401);
  expect((await ask(null, 'delFile', { query: { path: 'x' } })).status).toBe(401);
  expect((await ask(null, 'downloadImage', { body: { url: 'http://example.com' } })).status).toBe(401);
});
