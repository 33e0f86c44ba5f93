import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { closePopupsAsTheyCome, enter, expect, switchProject, test } from './journey.ts';

test.describe.configure({ timeout: 5 * 60_000 });

/** What is on the screens, in the language of the driver. */
const words = {
  en: {
    project: 'East China Cold Store 1',
    add: 'Add waybill',
    number: 'Waybill',
    consignee: 'Consignee',
    car: 'Vehicle',
    truck: 'Truck 1',
    range: 'Temperature range',
    frozen: /Frozen, −18/,
    save: 'Save',
    bind: 'Bind tags',
    tags: 'Tags',
    since: 'Bound from',
    tagNames: ['Front tag, truck 1', 'Middle tag, truck 1', 'Door tag, truck 1'],
    depart: 'Depart',
    arrive: 'Arrive',
    record: 'Record handover',
    recordNow: 'Record',
    from: 'Handed over by',
    to: 'Taken over by',
    delivery: 'Delivery',
    signedFor: 'Signed for',
    field: 'Signature field',
    certificate: 'Temperature certificate',
    revision: 'Revision 1',
    pdf: 'PDF in English',
    check: 'Verification page',
    genuine: 'This is the document that was signed',
    newest: 'There is no newer revision.',
    beyond: 'Beyond limits',
    choose: 'Choose a file',
    same: 'is the file that was issued',
    other: 'is not the file that was issued',
    none: 'No such document',
  },
  zh: {
    project: '华东冷链一号库',
    add: '新增运单',
    number: '运单号',
    consignee: '收货方',
    car: '车辆',
    truck: '冷藏车 1 号',
    range: '温区',
    frozen: /深冻/,
    save: '保存',
    bind: '绑定标签',
    tags: '标签',
    since: '绑定时间',
    tagNames: ['1 号车前部标签', '1 号车中部标签', '1 号车门边标签'],
    depart: '发车',
    arrive: '到达',
    record: '记录交接',
    recordNow: '提交',
    from: '移交人',
    to: '接收人',
    delivery: '送达交接',
    signedFor: '签收',
    field: '签名区',
    certificate: '温度证书',
    revision: '第 1 版',
    pdf: '中文 PDF',
    check: '核验页',
    genuine: '此文件与签发时一致',
    newest: '没有更新的版本。',
    beyond: '超温时长',
    choose: '选择文件',
    same: '与签发的文件完全相同',
    other: '不是签发的文件',
    none: '没有此文件',
  },
} as const;
type Words = (typeof words)[keyof typeof words];

/** antd puts a space between two Chinese characters of a button. */
const named = (name: string) => new RegExp(`^${[...name].join('\\s?')}$`);
/** The mark of a field that has to be filled in belongs to its name. */
const required = (name: string) => new RegExp(`^\\*?\\s*${name}$`);
const press = (page: Page, name: string) =>
  page
    .getByRole('button', { name: named(name) })
    .first()
    .click();
const confirm = (page: Page, name: string) =>
  page
    .getByRole('dialog')
    .locator('.ant-modal-footer')
    .getByRole('button', { name: named(name) })
    .click();
const localTime = (epoch: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(epoch);

async function choose(page: Page, field: string, options: readonly (string | RegExp)[]): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: field });
  await box.click();
  for (const option of options) await page.locator('.ant-select-dropdown:visible').getByText(option).first().click();
  // One that takes several keeps its list open until the next field.
  if (options.length > 1) await page.getByRole('dialog').locator('.ant-modal-title').click();
}

/** Signs across the field as a finger does. */
async function sign(page: Page, t: Words): Promise<void> {
  const field = page.getByRole('img', { name: t.field });
  await field.scrollIntoViewIfNeeded();
  // Else the finger scrolls the dialog instead of signing.
  await expect(field).toHaveCSS('touch-action', 'none');
  const box = (await field.boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 1; i <= 40; i++)
    await page.mouse.move(box.x + 20 + i * 6, box.y + box.height * (0.5 + 0.3 * Math.sin(i / 2)));
  await page.mouse.up();
}

for (const language of ['en', 'zh'] as const)
  test(`Goods travel with three tags, are signed for on a phone, and their certificate is verified by a stranger (${language})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const t = words[language];
    const main = page.getByRole('main');
    const number = `J-${language}-${Date.now() % 1e6}`;
    await enter(page, 'administrator', '/monitor/carTrack', language);
    await closePopupsAsTheyCome(page);
    await switchProject(page, t.project);
    await page.goto('/monitor/waybillTrack');
    await press(page, t.add);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: t.number }).fill(number);
    await dialog.getByRole('textbox', { name: t.consignee }).fill('Hospital 3');
    await choose(page, t.car, [t.truck]);
    await choose(page, t.range, [t.frozen]);
    await confirm(page, t.save);
    await main.getByText(number).click();
    await page.waitForURL(/id=/);

    // Bound since yesterday's round, on which the doors stood open at the far end.
    await press(page, t.bind);
    await choose(page, t.tags, t.tagNames);
    await dialog.getByRole('textbox', { name: t.since }).fill(localTime(Date.now() - 23.5 * 3_600_000));
    await confirm(page, t.save);
    await expect(main.getByText('T26A00119', { exact: true })).toBeVisible({ timeout: 90_000 });
    await press(page, t.depart);
    await confirm(page, t.depart);

    // From here on it is the driver's phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await press(page, t.arrive);
    await confirm(page, t.arrive);
    await press(page, t.record);
    await dialog.getByText(t.delivery, { exact: true }).click();
    await dialog.getByText(t.signedFor, { exact: true }).click();
    await dialog.getByRole('textbox', { name: required(t.from) }).fill('Ben');
    await dialog.getByRole('textbox', { name: required(t.to) }).fill('Nurse Chen');
    await sign(page, t);
    await confirm(page, t.recordNow);
    const certificate = page.getByRole('region', { name: t.certificate });
    await expect(certificate.getByText(t.revision)).toBeVisible({ timeout: 90_000 });
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, t.pdf)]);
    const address = (await certificate.getByRole('link', { name: t.check }).getAttribute('href'))!;

    // Somebody without an account, on a phone of their own.
    const context = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      locale: language === 'zh' ? 'zh-CN' : 'en-GB',
      viewport: { width: 390, height: 844 },
    });
    const stranger = await context.newPage();
    const { pathname, hash } = new URL(address);
    await stranger.goto(`${pathname}${hash}`);
    await expect(stranger.getByText(t.genuine)).toBeVisible();
    await expect(stranger.getByText(t.newest)).toBeVisible();
    await expect(stranger.getByText('Hospital 3')).toBeVisible();
    await expect(stranger.getByRole('region', { name: 'T26A00118' }).getByText(t.beyond)).toBeVisible();
    const bytes = readFileSync(await file.path());
    const check = stranger.getByLabel(t.choose);
    await check.setInputFiles({ name: 'mine.pdf', mimeType: 'application/pdf', buffer: bytes });
    await expect(stranger.getByText(t.same)).toBeVisible();
    bytes[bytes.length >> 1]! ^= 1;
    await check.setInputFiles({ name: 'changed.pdf', mimeType: 'application/pdf', buffer: bytes });
    await expect(stranger.getByText(t.other)).toBeVisible();
    await stranger.goto(`/verify/${'a'.repeat(26)}`);
    await expect(stranger.getByRole('heading', { name: t.none })).toBeVisible();
    await context.close();
  });
