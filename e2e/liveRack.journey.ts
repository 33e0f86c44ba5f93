import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { type Rack, type RackSlave, startRack } from '@watchpost/simulator';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';
import { productAddress } from './productAddress.ts';

// From an empty project to a supermarket's rack that is live: its equipment dials in while the administrator is at it.
test.describe.configure({ timeout: 8 * 60_000 });

const project = '新浦生鲜超市';
const gateway = '机房采集器';
const serial = 'RACK202611220001';
/** By their address on the line. */
const slaves = ['并联机组', '一号陈列柜', '二号陈列柜'] as const;

/** As one types it: what the template has beside these may stay empty. */
type Row = Record<string, string>;
const tenths = { x1: '0', x2: '10', y1: '0', y2: '1', 小数位数: '1' };
const register = { 数据格式: '16位有符号', 字节序: 'AB', '采集周期（秒）': '10' };
const contact = { 功能码: '02', 数据格式: '位', '采集周期（秒）': '10' };
const rackPoints: Row[] = [
  { 点位名称: '吸气压力', 点类型: '压力', 单位: 'bar', 功能码: '04', 寄存器地址: '0', ...register, ...tenths },
  { 点位名称: '排气压力', 点类型: '压力', 单位: 'bar', 功能码: '04', 寄存器地址: '1', ...register, ...tenths },
  { 点位名称: '一号压缩机', 点类型: '运行状态', 寄存器地址: '0', ...contact },
  { 点位名称: '二号压缩机', 点类型: '运行状态', 寄存器地址: '1', ...contact },
];
const casePoints: Row[] = [
  { 点位名称: '柜温', 点类型: '温度', 单位: '°C', 功能码: '04', 寄存器地址: '0', ...register, ...tenths },
  {
    点位名称: '设定温度',
    点类型: '温度',
    单位: '°C',
    功能码: '03',
    寄存器地址: '100',
    可写: '是',
    ...register,
    ...tenths,
  },
  { 点位名称: '化霜', 点类型: '化霜状态', 寄存器地址: '0', ...contact },
];

const displayCase = (address: number, tenthsOfDegrees: number): RackSlave => ({
  address,
  contacts: { 0: 0, 1: 0 },
  input: { 0: tenthsOfDegrees & 0xffff, 1: 0 },
  holding: { 100: 20, 101: 0 },
});
const equipment: RackSlave[] = [
  { address: 1, contacts: { 0: 1, 1: 0, 2: 0 }, input: { 0: 18, 1: 152, 2: 0 } },
  displayCase(2, 24),
  displayCase(3, -187),
];

test('从空项目到实时的超市机组：新增项目和网关，从 Excel 导入点位和设备，设备拨入，看到实时值，写入并回读', async ({
  page,
}) => {
  let rack: Rack | undefined;
  let clicks = 0;
  await page.exposeBinding('countClick', () => {
    clicks++;
  });
  await page.addInitScript(() => {
    // At the document, not the window: a click that something else would have caught is stopped there and done again.
    document.addEventListener(
      'click',
      (event) => event.isTrusted && event.detail > 0 && (window as unknown as { countClick(): void }).countClick(),
      true,
    );
  });
  try {
    await test.step('新增项目并打开', async () => {
      await enter(page, 'administrator', '/projectManage', 'zh');
      await closePopupsAsTheyCome(page);
      clicks = 0;
      await page.getByRole('button', { name: '新增项目' }).first().click();
      const dialog = page.getByRole('dialog', { name: '新增项目' });
      await dialog.getByRole('textbox', { name: '项目名称' }).fill(project);
      await dialog.getByRole('button', { name: '保存' }).click();
      await page.getByRole('button', { name: `进入项目：${project}` }).click();
      await expect(page.getByRole('banner')).toContainText(project);
      await page.getByRole('link', { name: '接入网关' }).click();
    });

    await test.step('新增网关和三个从站', async () => {
      await page.getByRole('button', { name: '新增网关' }).first().click();
      const dialog = page.getByRole('dialog', { name: '新增网关' });
      await dialog.getByRole('textbox', { name: '网关名称' }).fill(gateway);
      await dialog.getByRole('textbox', { name: '序列号' }).fill(serial);
      // Made up by the form; the engineer enters it into the DTU.
      const registration = dialog.getByRole('textbox', { name: '注册包内容' });
      await expect(registration).toHaveValue(/^.{8,}$/);
      const registrationText = await registration.inputValue();
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(page.getByRole('heading', { name: gateway })).toBeVisible();
      // The equipment is switched on meanwhile.
      rack = startRack({ host: '127.0.0.1', port: productAddress.get().dtuPort }, registrationText, equipment);

      await page.getByRole('button', { name: '新增从站' }).click();
      const slave = page.getByRole('dialog', { name: '新增从站' });
      for (const [at, name] of slaves.entries()) {
        await expect(slave.getByRole('spinbutton', { name: '从站地址' })).toHaveValue(String(at + 1));
        await slave.getByRole('textbox', { name: '从站名称' }).fill(name);
        const isLast = at === slaves.length - 1;
        await slave.getByRole('button', { name: isLast ? '保存' : '保存并继续添加', exact: true }).click();
        await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
      }
      await expect(slave).toBeHidden();
    });

    await test.step('从模板导入点位：一行有错，看到原因，改正后导入', async () => {
      const dialog = page.getByRole('dialog', { name: /^导入“.+”的点位$/ });
      const open = (slave: string) => page.getByRole('button', { name: `导入点位：${slave}` }).click();
      await open(slaves[0]);
      const [header] = await downloaded(page, () => dialog.getByRole('button', { name: '下载模板' }).click());
      const wrong = rackPoints.map((row, at) => (at === 1 ? { ...row, 功能码: '07' } : row));
      await choose(page, dialog, await sheetOf(header!, wrong));
      await expect(dialog.getByRole('status')).toContainText('4 行中有 1 行需要修正');
      const problem = dialog.getByRole('row').filter({ hasText: '排气压力' });
      await expect(problem).toContainText('3');
      await expect(problem).toContainText('功能码');
      await dialog.getByRole('button', { name: '换一个文件' }).click();
      await choose(page, dialog, await sheetOf(header!, rackPoints));
      await dialog.getByRole('button', { name: '导入 4 行' }).click();
      await dialog
        .getByRole('contentinfo')
        .or(dialog)
        .getByRole('button', { name: '关闭', exact: true })
        .last()
        .click();
      for (const slave of slaves.slice(1)) {
        await open(slave);
        await choose(page, dialog, await sheetOf(header!, casePoints));
        await dialog.getByRole('button', { name: '导入 3 行' }).click();
        await expect(dialog.getByRole('status')).toContainText('已导入 3 行');
        await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
      }
      await expect(page.getByRole('row').filter({ hasText: slaves[2] })).toContainText('正常', { timeout: 60_000 });
    });

    await test.step('由模板里列出的点位建立设备', async () => {
      await page.getByRole('link', { name: '点位配置' }).click();
      await page.getByRole('button', { name: '新增点位' }).click();
      await page.getByRole('menuitem', { name: '导入设备与点位' }).click();
      const dialog = page.getByRole('dialog', { name: '导入设备与点位' });
      const [header, ...listed] = await downloaded(page, () =>
        dialog.getByRole('button', { name: '下载模板' }).click(),
      );
      const rows = listed
        .map((cells) => Object.fromEntries(header!.map((column, at) => [column, cells[at] ?? ''])))
        .filter(({ 点位名称 }) => 点位名称 !== '');
      expect(rows).toHaveLength(10);
      const filled = rows.map((row) => ({
        ...row,
        设备名称: row.从站!,
        设备类型: row.从站 === slaves[0] ? '并联机组' : '陈列柜',
      }));
      await choose(page, dialog, await sheetOf(header!, filled));
      await dialog.getByRole('button', { name: '导入 10 行' }).click();
      await expect(dialog.getByRole('status')).toContainText('已导入 10 行');
      await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
    });

    await test.step('看板上是实时值，变化即时显示', async () => {
      await page.getByRole('link', { name: '制冷监控' }).click();
      const card = (name: string) => page.getByRole('main').getByRole('article').filter({ hasText: name });
      await expect(card(slaves[1])).toContainText('2.4');
      await expect(card(slaves[2])).toContainText(/[−-]18\.7/);
      await expect(card(slaves[0])).toContainText('1.8');
      rack!.setInput(2, 0, 31);
      await expect(card(slaves[1])).toContainText('3.1');
    });

    await test.step('写入设定温度，设备收到，回读一致', async () => {
      await page.getByRole('link', { name: slaves[1] }).click();
      await page.getByRole('button', { name: '向设定温度写入' }).click();
      const dialog = page.getByRole('dialog', { name: '写入“设定温度”' });
      await dialog.getByRole('spinbutton', { name: '新值' }).fill('3.5');
      await dialog.getByRole('textbox', { name: '写入原因' }).fill('开机调试');
      await dialog.getByRole('button', { name: '写入', exact: true }).click();
      await expect(dialog).toContainText('3.5');
      await expect(dialog).toContainText('已写入');
      expect(rack!.holding(2, 100)).toBe(35);
      await dialog.getByRole('button', { name: '关闭' }).last().click();
      await expect(page.getByRole('row').filter({ hasText: '设定温度' }).first()).toContainText('3.5');
    });
    // Ten minutes allow fifteen seconds a click; an added click fails here.
    expect(clicks).toBeLessThanOrEqual(37);
  } finally {
    rack?.stop();
  }
});

/** Chooses a file as a person does: by the button that opens the file dialog. */
async function choose(page: Page, dialog: Locator, file: Awaited<ReturnType<typeof sheetOf>>): Promise<void> {
  const coming = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: '选择文件' }).click();
  await (await coming).setFiles(file);
}

/** The cells of the first sheet of a workbook that a click downloads. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<string[][]> {
  const coming = page.waitForEvent('download');
  await click();
  const { sheets } = await readXlsx(readFileSync(await (await coming).path()));
  return (sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')));
}

/** A file as somebody makes it who filled in the template. */
async function sheetOf(header: readonly string[], rows: readonly Row[]) {
  const cells = rows.map((row) => header.map((column) => row[column] ?? ''));
  const content = await writeXlsx({ sheets: [{ name: '点位', rows: [[...header], ...cells] }] });
  return {
    name: '点位.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(content),
  };
}
