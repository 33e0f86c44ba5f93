import { createHmac } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { closePopupsAsTheyCome, enter, expect, loginOf, type Person, test } from './journey.ts';

test.describe.configure({ timeout: 12 * 60_000 });

const words = {
  zh: {
    unit: '烘焙间机组',
    more: '更多操作',
    relock: '重新锁定',
    relocked: '机组已锁定',
    reason: '原因',
    install: '安装数据',
    oil: '冷冻油类型',
    climb: '气管爬升高度（m）',
    /** A figure of the installation by its label. */
    figures: [
      ['水平配管长度（m）', '18.5'],
      ['气管爬升高度（m）', '16.2'],
      ['液管爬升高度（m）', '0'],
      ['气管管径，水平（mm）', '22'],
      ['气管管径，竖直（mm）', '19'],
      ['液管管径（mm）', '12'],
      ['存油弯数量', '4'],
      ['保压开始压力（MPa）', '2.8'],
      ['保压结束压力（MPa）', '2.69'],
      ['开始时管路温度（℃）', '24'],
      ['结束时管路温度（℃）', '12'],
      ['保压时间（小时）', '26'],
      ['抽真空后压力（Pa）', '58'],
      ['关泵 1 分钟后回升（Pa）', '9'],
    ],
    missing: '还缺：照片（0/6）',
    enter: '登记',
    entered: '安装数据已登记',
    deviates: '安装不合规',
    climbCheck: '气管爬升高度',
    deviation: '偏差',
    reject: '驳回',
    rejectReason: '驳回原因（不少于 10 个字）',
    rejected: '安装已驳回',
    release: '放行',
    released: '机组已放行',
    issue: '发放开机密码',
    reveal: '查看开机密码',
    close: '关闭',
    lastPassword: '最近一次开机密码',
    open: '已发放',
    unlock: '远程解锁',
    unlocked: '已解锁，开始观察首小时',
    history: '机组记录',
    firstHour: '首小时观察',
    runs: '设备运行',
    ok: '正常',
    written: '锁定点已写入并读回',
    spare: { name: '备用机组', number: 'CU26A0000430' },
    key: '控制器密钥',
    showKey: '显示密钥',
    photos: '安装照片',
    report: '报告开机',
    started: '已开机',
    reported: '已报告',
    used: '已使用',
    bootedByReport: '安装人员报告',
    identity: '验证身份',
    password: '密码',
    goOn: '验证并继续',
  },
  en: {
    unit: 'Bakery unit',
    more: 'More actions',
    relock: 'Lock again',
    relocked: 'Unit locked',
    reason: 'Reason',
    install: 'Installation',
    oil: 'Oil type',
    climb: 'Climb of the gas pipe (m)',
    figures: [
      ['Horizontal pipe length (m)', '18.5'],
      ['Climb of the gas pipe (m)', '16.2'],
      ['Climb of the liquid pipe (m)', '0'],
      ['Gas pipe, horizontal (mm)', '22'],
      ['Gas pipe, riser (mm)', '19'],
      ['Liquid pipe (mm)', '12'],
      ['Oil traps', '4'],
      ['Pressure at the start (MPa)', '2.8'],
      ['Pressure at the end (MPa)', '2.69'],
      ['Pipe temperature at the start (°C)', '24'],
      ['Pipe temperature at the end (°C)', '12'],
      ['Held for (hours)', '26'],
      ['Vacuum reached (Pa)', '58'],
      ['Rise in the minute after (Pa)', '9'],
    ],
    missing: 'Missing: photos (0 of 6)',
    enter: 'Enter',
    entered: 'Installation entered',
    deviates: 'Installation deviates',
    climbCheck: 'Climb of the gas pipe',
    deviation: 'Deviation',
    reject: 'Reject',
    rejectReason: 'Reason, at least 10 characters',
    rejected: 'Installation rejected',
    release: 'Release',
    released: 'Unit released',
    issue: 'Issue password',
    reveal: 'Show password',
    close: 'Close',
    lastPassword: 'Latest boot password',
    open: 'Issued',
    unlock: 'Unlock',
    unlocked: 'Unlocked; its first hour is watched',
    history: 'History',
    firstHour: 'First hour',
    runs: 'It runs',
    ok: 'OK',
    written: 'Lock point written and read back',
    spare: { name: 'Dock air curtain unit', number: 'CU26A0000421' },
    key: 'Controller key',
    showKey: 'Show key',
    photos: 'Photos',
    report: 'Report the start',
    started: 'It started',
    reported: 'Reported',
    used: 'Used',
    bootedByReport: 'Reported',
    identity: 'Is it you?',
    password: 'Password',
    goOn: 'Go on',
  },
} as const;

/** A picture of a pipe; what it shows does not matter here. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Who they are is asked of people once in a while: then they say so, and what they did goes on. */
async function proving(
  page: Page,
  language: 'zh' | 'en',
  done: Locator,
  person: Person = 'administrator',
): Promise<void> {
  const t = words[language];
  const identity = page.getByRole('dialog', { name: t.identity });
  await expect(identity.or(done).first()).toBeVisible({ timeout: 60_000 });
  if (await identity.isVisible()) {
    await identity.getByLabel(t.password).fill(loginOf(person).password);
    await identity.getByRole('button', { name: t.goOn }).click();
  }
  await expect(done.first()).toBeVisible({ timeout: 60_000 });
}

for (const language of ['zh', 'en'] as const)
  test(`a unit is refused for a climb too high, corrected, released by a second person, unlocked and watched (${language})`, async ({
    page: office,
    browser,
  }) => {
    const t = words[language];
    await office.setViewportSize({ width: 1366, height: 900 });
    await enter(office, 'administrator', '/unitManage', language);
    await closePopupsAsTheyCome(office);
    const more = async (deed: string) => {
      await office.getByRole('button', { name: `${t.more}${language === 'zh' ? '：' : ': '}${t.unit}` }).click();
      await office.getByRole('menuitem', { name: deed, exact: true }).click();
    };
    const inOffice = office.getByRole('dialog');
    const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: t.unit });
    const named = (deed: string) => `${deed}${language === 'zh' ? '：' : ': '}${t.unit}`;
    await more(t.relock);
    await inOffice.getByRole('textbox', { name: t.reason }).fill('The piping is laid anew');
    await inOffice.getByRole('button', { name: t.relock }).click();
    await proving(office, language, office.getByText(t.relocked));

    // The installer enters the figures, on a page of their own.
    const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
    const site = await context.newPage();
    await enter(site, 'engineer', '/unitManage', language);
    await closePopupsAsTheyCome(site);
    const dialog = site.getByRole('dialog');
    const open = () => site.getByRole('button', { name: named(t.install) }).click();
    await open();
    await dialog.getByRole('textbox', { name: t.oil }).fill('POE');
    for (const [label, value] of t.figures) await dialog.getByRole('spinbutton', { name: label }).fill(value);
    const enterAll = dialog.getByRole('button', { name: t.enter, exact: true });
    await enterAll.click();
    await expect(dialog.getByText(t.missing)).toBeVisible();
    await dialog.locator('input[type=file]').setInputFiles(
      [1, 2, 3, 4, 5, 6].map((place) => ({
        ...{ name: `pipe ${place}.png`, mimeType: 'image/png', buffer: picture },
      })),
    );
    await expect(dialog.locator('.form-photo')).toHaveCount(6);
    await enterAll.click();
    await expect(site.getByText(t.entered)).toBeVisible();
    await expect(rowOf(site)).toContainText(t.deviates);

    // A second person sends it back.
    await expect(rowOf(office)).toContainText(t.deviates);
    await more(t.reject);
    await inOffice.getByRole('textbox', { name: t.rejectReason }).fill('The riser is too high for this model');
    await inOffice.getByRole('button', { name: t.reject }).click();
    await proving(office, language, rowOf(office).getByText(t.rejected));

    await expect(rowOf(site)).toContainText(t.rejected);
    await open();
    await expect(dialog.getByRole('row').filter({ hasText: t.climbCheck })).toContainText(t.deviation);
    await dialog.getByRole('spinbutton', { name: t.climb }).fill('4');
    await dialog.getByRole('button', { name: t.enter, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    // Its release is for a second person.
    await expect(site.getByRole('button', { name: named(t.release) })).toHaveCount(0);

    await office.getByRole('button', { name: named(t.release) }).click();
    await inOffice.getByRole('button', { name: t.release, exact: true }).click();
    await proving(office, language, office.getByText(t.released));
    // Its password of the day is shown once; unlocked from here its controller takes none, and it stays open.
    await more(t.issue);
    await inOffice.getByRole('button', { name: t.issue, exact: true }).click();
    const code = /^\d{4} \d{4}$/;
    await proving(office, language, inOffice.getByText(code));
    const issued = (await inOffice.getByText(code).textContent())!;
    // The installer has it shown by themselves, once.
    await site.getByRole('button', { name: named(t.reveal) }).click();
    await dialog.getByRole('button', { name: t.reveal, exact: true }).click();
    await proving(site, language, dialog.getByText(issued), 'engineer');
    await dialog.getByRole('button', { name: t.close, exact: true }).last().click();
    await expect(site.getByRole('button', { name: named(t.reveal) })).toHaveCount(0);
    await context.close();
    await inOffice.getByRole('button', { name: t.close, exact: true }).last().click();
    await office.getByRole('button', { name: named(t.unlock) }).click();
    await inOffice.getByRole('button', { name: t.unlock, exact: true }).click();
    await proving(office, language, office.getByText(t.unlocked));
    await office.getByRole('button', { name: named(t.history) }).click();
    const hour = inOffice.getByRole('region', { name: t.firstHour });
    await expect(hour.getByRole('listitem').filter({ hasText: t.runs })).toContainText(t.ok, { timeout: 150_000 });
    await expect(inOffice.getByRole('region', { name: t.history })).toContainText(t.written);
    await expect(inOffice.getByRole('region', { name: t.lastPassword })).toContainText(t.open);
  });

/** The boot password as a controller without a connection computes it, after docs/remote-boot.md, from the key that was put into it. */
function codeOfController(key: string, unit: string, day: string): string {
  const mac = createHmac('sha256', Buffer.from(key, 'hex')).update(`WPB1|${unit}|${day}|0`, 'ascii').digest();
  const body = String((mac.readUInt32BE(mac[31]! & 15) & 0x7fffffff) % 10 ** 7).padStart(7, '0');
  const damm = '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790';
  let check = 0;
  for (const digit of body) check = Number(damm[check * 10 + Number(digit)]);
  return `${body.slice(0, 4)} ${body.slice(4)}${check}`;
}

for (const language of ['zh', 'en'] as const)
  test(`an installer enters a unit on a phone, and it starts by the code that its controller expects (${language})`, async ({
    page: office,
    browser,
  }) => {
    const t = words[language];
    const { name, number } = t.spare;
    const named = (deed: string) => `${deed}${language === 'zh' ? '：' : ': '}${name}`;
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const site = await context.newPage();
    await enter(site, 'engineer', '/unitManage', language);
    await closePopupsAsTheyCome(site);
    const dialog = site.getByRole('dialog');
    await site.getByRole('button', { name: named(t.install) }).click();
    await dialog.getByRole('textbox', { name: t.oil }).fill('POE');
    for (const [label, value] of t.figures)
      await dialog.getByRole('spinbutton', { name: label }).fill(label === t.climb ? '4' : value);
    await dialog.locator('input[type=file]').setInputFiles(
      [1, 2, 3, 4, 5, 6].map((place) => ({
        ...{ name: `pipe ${place}.png`, mimeType: 'image/png', buffer: picture },
      })),
    );
    await expect(dialog.locator('.form-photo')).toHaveCount(6);
    // The form is no wider than the phone.
    expect(await site.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await dialog.evaluate((form) => form.scrollWidth - form.clientWidth)).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: t.enter, exact: true }).click();
    await expect(dialog).toHaveCount(0);

    await office.setViewportSize({ width: 1366, height: 900 });
    await enter(office, 'administrator', '/unitManage', language);
    await closePopupsAsTheyCome(office);
    const inOffice = office.getByRole('dialog');
    const more = async (page: Page, deed: string) => {
      await page.getByRole('button', { name: named(t.more) }).click();
      await page.getByRole('menuitem', { name: deed, exact: true }).click();
    };
    // The key goes into the controller before it is delivered.
    await more(office, t.key);
    await inOffice.getByRole('button', { name: t.showKey, exact: true }).click();
    await proving(office, language, inOffice.locator('.boot-key'));
    const key = (await inOffice.locator('.boot-key').textContent())!.replaceAll(' ', '');
    await inOffice.getByRole('button', { name: t.close, exact: true }).last().click();
    // Who releases it sees what was photographed.
    await office.getByRole('button', { name: named(t.release) }).click();
    await expect(inOffice.getByRole('region', { name: t.photos }).getByRole('link')).toHaveCount(6);
    await inOffice.getByRole('button', { name: t.release, exact: true }).click();
    await proving(office, language, office.getByText(t.released));
    await office.getByRole('button', { name: named(t.issue) }).click();
    await inOffice.getByRole('button', { name: t.issue, exact: true }).click();
    const code = /^\d{4} \d{4}$/;
    await proving(office, language, inOffice.getByText(code));
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date()).replaceAll('-', '');
    await expect(inOffice.getByText(code)).toHaveText(codeOfController(key, number, day));
    await inOffice.getByRole('button', { name: t.close, exact: true }).last().click();

    // On the roof the code is typed into the controller, which has no connection: the installer says that it runs.
    await more(site, t.report);
    await dialog.getByRole('radio', { name: t.started }).check();
    await dialog.getByRole('button', { name: t.report, exact: true }).click();
    await expect(site.getByText(t.reported).first()).toBeVisible();
    await site.getByRole('button', { name: named(t.history) }).click();
    await expect(dialog.getByRole('region', { name: t.lastPassword })).toContainText(t.used);
    await expect(dialog.getByRole('region', { name: t.lastPassword })).toContainText(t.bootedByReport);
    await context.close();
  });
