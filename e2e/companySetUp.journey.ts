import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { choose, closePopupsAsTheyCome, enter, expect, logIn, loginOf, test } from './journey.ts';
import { codeSentTo, messageTo } from './testInbox.ts';

// From the application of a company to its exports, in one piece.
test.describe.configure({ timeout: 8 * 60_000 });

const company = '青禾冷链';
/** Of the founder, who has an account already: the demo lists it with her login. */
const mobile = '13900000003';
const projects = ['青禾一号库', '青禾二号库', '青禾配送中心'] as const;
const firstPassword = 'Songtao_2026';

/** Ten people as they stand in the spreadsheet, by the columns of its template. */
const people = ['高原', '宋雨', '韩冰', '罗晨', '梁秋', '唐夏', '冯冬', '董春', '萧山', '程海'].map((name, at) => {
  const number = String(at + 1).padStart(2, '0');
  return {
    姓名: name,
    用户名: `qinghe${number}`,
    初始密码: firstPassword,
    手机号: `137123400${number}`,
    部门: '仓储部',
    '项目（多个用分号隔开）': at === 0 ? projects.join('；') : projects[at % 3]!,
    项目角色: at === 0 ? '项目负责人' : '值班员',
  };
});
type Person = Record<string, string>;

test('企业入驻，建立三个项目，从 Excel 导入十名成员，授予角色，查日志，导出', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const operator = await elsewhere.newPage();
  await closePopupsAsTheyCome(page);
  await closePopupsAsTheyCome(operator);

  await test.step('申请入驻，平台管理员审批', async () => {
    await enter(operator, 'administrator', '/installation/inbox', 'zh');
    await page.goto('/companyRegister');
    await page.getByRole('textbox', { name: '企业名称' }).fill(company);
    await page.getByRole('combobox', { name: '行业' }).selectOption('冷链仓储与运输');
    await page.getByRole('textbox', { name: '联系人姓名' }).fill('许牧');
    await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await expect(page.getByRole('status')).toContainText('测试收件箱');
    await page.getByRole('textbox', { name: '验证码' }).fill(await codeSentTo(operator, mobile));
    await page.getByRole('button', { name: '提交申请' }).click();
    await expect(page.getByRole('heading', { name: '申请已提交' })).toBeVisible();

    await operator.goto('/installation/applications');
    await operator.getByRole('button', { name: `通过：${company}`, exact: true }).click();
    await operator.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click();
    await expect(operator.getByText(`已创建企业“${company}”`)).toBeVisible();
    await expect(operator.getByRole('row').filter({ hasText: company })).toContainText('许牧');
    await messageTo(operator, mobile, company);
  });

  await test.step('登录后切换到新企业', async () => {
    await page.goto('/login');
    await logIn(page, loginOf('founder'), 'zh');
    await page.getByRole('button', { name: /的菜单$/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.getByRole('menuitemradio', { name: company }).press('Enter');
    await expect(page.getByText('这家企业还没有项目')).toBeVisible();
    // Instructions for running the demo are for the operator of the installation only.
    await expect(page.getByText('DATA_DIR')).toHaveCount(0);
  });

  await test.step('先建分区', async () => {
    await page.getByRole('button', { name: '新建项目' }).click();
    await page.getByRole('tab', { name: '分区结构' }).click();
    await page.getByRole('button', { name: '新增分区' }).click();
    const dialog = page.getByRole('dialog', { name: '新增分区' });
    await dialog.getByRole('textbox', { name: '分区名称' }).fill('华东片区');
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(page.getByRole('tree').getByText('华东片区')).toBeVisible();
    await page.getByRole('tab', { name: '项目', exact: true }).click();
  });

  await test.step('三个项目，其中一个有分区、服务期、标签和地图位置', async () => {
    for (const name of projects) {
      await page.getByRole('button', { name: '新增项目' }).first().click();
      const dialog = page.getByRole('dialog', { name: '新增项目' });
      const first = dialog.getByRole('textbox', { name: '项目名称' });
      await expect(first).toBeFocused();
      await first.fill(name);
      if (name === projects[0]) {
        await choose(dialog.getByRole('combobox', { name: '所属分区' }), '华东片区');
        await fillDay(dialog.getByRole('textbox', { name: '服务开始' }), '2026-01-01');
        await fillDay(dialog.getByRole('textbox', { name: '服务结束' }), '2031-12-31');
        const labels = dialog.getByRole('combobox', { name: '标签' });
        await labels.fill('重点');
        await labels.press('Enter');
        await dialog.getByRole('textbox', { name: '纬度' }).fill('31.23');
        await dialog.getByRole('textbox', { name: '经度' }).fill('121.47');
      }
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
    }
    const row = page.getByRole('row').filter({ hasText: projects[0] });
    await expect(row).toContainText('华东片区');
    await expect(row).toContainText('重点');
    await expect(row).toContainText('2031-12-31');
  });

  await test.step('总览地图上有标注了位置的项目', async () => {
    await page.getByRole('link', { name: '项目总览' }).click();
    await expect(page.getByText('3 个项目 · 0 个有报警')).toBeVisible();
    await expect(page.getByRole('heading', { name: '未标注位置（2）' })).toBeVisible();
    const map = page.getByRole('region', { name: '项目分布图' });
    await expect(map.getByRole('button', { name: new RegExp(projects[0]) })).toBeVisible();
  });

  await test.step('从模板导入十名成员：先看到哪一行有错，改正后再导入', async () => {
    await page.goto('/personnelManage/member');
    await page.getByRole('button', { name: '更多', exact: true }).click();
    await page.getByRole('menuitem', { name: '从 Excel 导入' }).click();
    const dialog = page.getByRole('dialog', { name: '从 Excel 导入成员' });
    const template = await downloaded(page, () => dialog.getByRole('button', { name: '下载模板' }).click());
    const [header] = template;
    expect(header).toEqual(expect.arrayContaining(Object.keys(people[0]!)));

    const wrong = people.map((person, at) => (at === 6 ? { ...person, 项目角色: '不存在的角色' } : person));
    const file = dialog.getByLabel('选择文件');
    await file.setInputFiles(await sheetOf(header!, wrong));
    await expect(dialog.getByRole('status')).toHaveText('10 行中有 1 行需要修正。 还没有导入任何人。');
    const problem = dialog.getByRole('row').filter({ hasText: 'qinghe07' });
    await expect(problem).toContainText(/项目角色.*不存在的角色/);
    await expect(dialog.getByRole('row').filter({ hasText: 'qinghe0' })).toHaveCount(1);

    await dialog.getByRole('button', { name: '换一个文件' }).click();
    await file.setInputFiles(await sheetOf(header!, people));
    await expect(dialog.getByRole('status')).toContainText('10 行全部正确，可以导入。');
    await dialog.getByRole('button', { name: '导入 10 人' }).click();
    await expect(dialog.getByRole('status')).toContainText('已导入 10 名成员');
    await dialog.getByRole('button', { name: '完成' }).click();
    await expect(page.getByText('共 11 条')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'qinghe07' })).toContainText('值班员');
  });

  await test.step('一个新角色，权限半选，授予导入的成员', async () => {
    await page.getByRole('link', { name: '角色与权限' }).click();
    await page.getByRole('button', { name: '添加企业角色' }).click();
    const dialog = page.getByRole('dialog', { name: '添加企业角色' });
    await dialog.getByRole('textbox', { name: '角色名称' }).fill('片区主管');
    await dialog.getByRole('button', { name: '添加' }).click();
    await expect(page.getByRole('heading', { name: '片区主管' })).toBeVisible();
    const group = page.getByRole('checkbox', { name: '项目：全部' });
    await expect(group).not.toBeChecked();
    await page.getByRole('checkbox', { name: '项目管理：查看' }).check();
    await expect(group).toBeChecked({ indeterminate: true });
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.getByText('权限已保存')).toBeVisible();
    await page.reload();
    await expect(group).toBeChecked({ indeterminate: true });
    await expect(page.getByRole('checkbox', { name: '项目管理：编辑', exact: true })).not.toBeChecked();

    await page.getByRole('tab', { name: /^谁拥有此角色/ }).click();
    await page.getByRole('button', { name: '添加成员' }).first().click();
    const giving = page.getByRole('dialog', { name: '授予“片区主管”' });
    const members = giving.getByRole('combobox', { name: '成员' });
    await expect(members).toBeFocused();
    await members.fill('高原');
    await page.locator('.ant-select-dropdown:visible').getByText('高原').click();
    await members.press('Escape');
    await giving.getByRole('button', { name: '授予' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'qinghe01' })).toBeVisible();
  });

  await test.step('他用初始密码登录：能看项目，不能改，看不到成员', async () => {
    const context = await browser.newContext();
    const member = await context.newPage();
    await member.goto('/login?redirect=%2FprojectManage');
    await logIn(member, { account: 'qinghe01', password: firstPassword }, 'zh');
    await expect(member.getByRole('row').filter({ hasText: projects[2] })).toBeVisible();
    await expect(member.getByRole('button', { name: '新增项目' })).toHaveCount(0);
    await expect(member.getByRole('link', { name: '成员管理' })).toHaveCount(0);
    await member.goto('/personnelManage/member');
    await expect(member.getByText('没有查看权限')).toBeVisible();
    await context.close();
  });

  await test.step('操作日志里全部都在', async () => {
    await page.goto('/logManage');
    const lines: [string, string][] = [
      ['新增分区或区域', '华东片区'],
      ...projects.map((name): [string, string] => ['新增项目', name]),
      ['导入企业成员', '程海'],
      ['新增角色', '片区主管'],
      ['保存角色权限', '片区主管'],
      ['为成员授予角色', '高原'],
    ];
    for (const [what, subject] of lines) {
      const line = page.getByRole('row').filter({ hasText: what }).filter({ hasText: subject });
      await expect(line.first(), `${what} ${subject}`).toContainText('许牧');
    }
    await page.getByRole('row').filter({ hasText: '新增项目' }).filter({ hasText: projects[0] }).click();
    const detail = page.getByRole('dialog');
    await expect(detail).toContainText('127.0.0.1');
    await expect(detail).toContainText('重点');
    await detail.getByRole('button', { name: '关闭' }).click();
  });

  await test.step('日志、成员和项目列表导出到下载中心，并下载', async () => {
    // The notice shows on every screen and stays until it is closed.
    const notice = (words: string) => page.getByRole('status').filter({ hasText: words });
    await page.getByRole('button', { name: '导出' }).click();
    await expect(notice('操作日志已导出')).toBeVisible({ timeout: 60_000 });
    const fetchLog = () => notice('操作日志已导出').getByRole('button', { name: '下载' }).click();
    const operations = (await downloaded(page, fetchLog)).flat();
    expect(operations).toEqual(expect.arrayContaining(['片区主管', '华东片区', ...projects]));
    await expect(notice('操作日志已导出')).toHaveCount(0);

    await page.goto('/personnelManage/member');
    await page.getByRole('button', { name: '导出' }).click();
    await expect(notice('成员已导出')).toBeVisible({ timeout: 60_000 });
    await notice('成员已导出').getByRole('button', { name: '关闭' }).click();
    await page.goto('/download/Index');
    const fileOf = (kind: string) =>
      page.getByRole('row').filter({ has: page.getByRole('cell', { name: new RegExp(`^${kind}`) }) });
    await expect(fileOf('操作日志')).toContainText('已完成');
    await expect(fileOf('成员')).toContainText('已完成');
    const fetchMembers = () =>
      fileOf('成员')
        .getByRole('button', { name: /^下载：/ })
        .click();
    const members = (await downloaded(page, fetchMembers)).flat();
    expect(members).toEqual(expect.arrayContaining(people.map(({ 用户名 }) => 用户名)));

    await page.goto('/projectManage');
    await expect(page.getByRole('row').filter({ hasText: projects[0] })).toBeVisible();
    await page.getByRole('button', { name: '导出' }).click();
    await expect(notice('项目列表已导出')).toBeVisible({ timeout: 60_000 });
    const fetchProjects = () => notice('项目列表已导出').getByRole('button', { name: '下载' }).click();
    const list = await downloaded(page, fetchProjects);
    const names = list.slice(1).map(([name]) => name);
    expect(names.sort()).toEqual([...projects].sort());
    expect(list.flat()).toEqual(expect.arrayContaining(['华东片区', '重点', '2031-12-31']));
  });
  await elsewhere.close();
});

/** Types a day into a date picker and leaves it. */
async function fillDay(field: ReturnType<Page['getByRole']>, day: string): Promise<void> {
  await field.fill(day);
  await field.press('Enter');
}

/** The cells of the first sheet of a workbook that a click downloads. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<string[][]> {
  const coming: Promise<Download> = page.waitForEvent('download');
  await click();
  const download = await coming;
  const { sheets } = await readXlsx(readFileSync(await download.path()));
  return (sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')));
}

/** A file as somebody makes it who filled in the template. */
async function sheetOf(header: readonly string[], rows: readonly Person[]) {
  const cells = rows.map((row) => header.map((column) => row[column] ?? ''));
  const content = await writeXlsx({ sheets: [{ name: '成员', rows: [[...header], ...cells] }] });
  return {
    name: '成员.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(content),
  };
}
