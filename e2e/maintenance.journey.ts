import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { choose, closePopupsAsTheyCome, enter, expect, test } from './journey.ts';
import { codeSentTo, messageTo } from './testInbox.ts';

test.describe.configure({ timeout: 8 * 60_000 });

const phone = { width: 390, height: 844 };

/** What is on the screens, in the language of the people. */
const words = {
  en: {
    colon: ': ',
    yearly: 'Cold stores, yearly maintenance',
    toSign: 'Display cases of stores',
    engineer: 'Zhao Lei',
    more: 'More actions: ',
    plans: 'Plans',
    addPlan: 'Add plan',
    planName: 'Plan',
    first: 'First maintenance',
    cycle: 'Cycle',
    month: 'Month',
    template: 'Template (none: the contract’s)',
    roomMonthly: 'Cold room, monthly',
    save: 'Save',
    next: 'next on',
    assign: 'Assign',
    assignee: 'Assigned to',
    start: 'Start',
    read: 'Read values',
    pressure: 'Suction pressure',
    known: /\d+% known/,
    seal: 'Door seal',
    sound: 'Sound',
    drain: 'Floor and drain',
    yes: 'Yes',
    defrost: 'Evaporator defrost',
    asReference: 'As the reference',
    fans: ['Fans: Fan 1', 'Fans: Fan 2'],
    turns: 'Turns, no noise',
    finish: 'Finish',
    sign: 'Sign',
    engineerRole: 'Engineer',
    storeRole: 'On site',
    signatory: 'Name',
    pad: 'Sign here by hand',
    signatureOf: 'Signature of ',
    report: 'Report (PDF)',
    confirm: 'Confirm',
    confirmed: 'Confirmed',
    inTime: /(\d+) of (\d+) \(\d+ %\)/,
    note: 'Note',
    sendLink: 'Send link to sign',
    send: 'Send',
    for: 'For',
    parties: ['Party A', 'Maintenance unit'],
    who: 'Who signs',
    whose: 'Phone of who signs',
    agreed: 'I have read the contract and agree to sign it electronically in this way',
    getCode: 'Get a code',
    code: 'Verification code',
    thanks: 'Signed. Thank you',
    waits: 'Once the other party has signed, the sealed file can be downloaded here.',
    sealed: 'Download the sealed file',
    byCode: 'signed with a code sent by SMS',
  },
  zh: {
    colon: '：',
    yearly: '冷库年度维保',
    toSign: '门店冷柜维保',
    engineer: '赵磊',
    more: '更多操作：',
    plans: '维保计划',
    addPlan: '新增计划',
    planName: '计划名称',
    first: '首次维保日期',
    cycle: '维保周期',
    month: '月',
    template: '模板（空：按合同）',
    roomMonthly: '冷库月度保养',
    save: '保存',
    next: '下次',
    assign: '指派',
    assignee: '维保人员',
    start: '开始',
    read: '读取点位数值',
    pressure: '吸气压力',
    known: /有效 \d+%/,
    seal: '库门密封',
    sound: '完好',
    drain: '地面与排水',
    yes: '是',
    defrost: '蒸发器化霜',
    asReference: '与参考一致',
    fans: ['风机: 1 号风机', '风机: 2 号风机'],
    turns: '运转正常，无异响',
    finish: '完成',
    sign: '签字',
    engineerRole: '维保人员',
    storeRole: '现场负责人',
    signatory: '签字人',
    pad: '在此手写签名',
    signatureOf: '的签名',
    report: '维保报告（PDF）',
    confirm: '确认',
    confirmed: '已确认',
    inTime: /(\d+) \/ (\d+)（\d+ %）/,
    note: '备注',
    sendLink: '发送签署链接',
    send: '发送',
    for: '代表',
    parties: ['甲方', '维保单位'],
    who: '签署人姓名',
    whose: '签署人手机号',
    agreed: '我已阅读合同，同意以此方式电子签署',
    getCode: '获取验证码',
    code: '验证码',
    thanks: '已签署，谢谢',
    waits: '另一方签署后，可在此下载封存文件。',
    sealed: '下载封存文件',
    byCode: '凭短信验证码签署',
  },
} as const;

/** antd puts a space between two Chinese characters of a button. */
const spaced = (name: string) => new RegExp(`^${[...name].map((each) => each.replace(/[()]/g, '\\$&')).join('\\s?')}$`);
const press = (within: Locator, name: string) =>
  within
    .getByRole('button', { name: spaced(name) })
    .last()
    .click();
const rowOf = (page: Page, text: string) => page.getByRole('main').locator('tr, li').filter({ hasText: text }).first();

/** Opens the menu of a row and chooses in it. */
async function chooseAction(page: Page, row: string, more: string, action: string): Promise<void> {
  await rowOf(page, row).getByRole('button', { name: more }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function draw(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox())!;
  const at = (i: number) =>
    [box.x + 20 + (i * (box.width - 40)) / 30, box.y + box.height * (0.5 + 0.3 * Math.sin(i * 0.9))] as const;
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let i = 1; i <= 30; i++) await page.mouse.move(...at(i));
  await page.mouse.up();
}

async function downloaded(page: Page, click: () => Promise<void>): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await click();
  return readFileSync(await (await coming).path());
}

/** Today where the company is. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());

for (const language of ['en', 'zh'] as const)
  test(`A plan by cycle makes a visit that an engineer does on a phone: values read by themselves, signed, reported, confirmed and counted (${language})`, async ({
    page: keeper,
    browser,
  }) => {
    const w = words[language];
    const plan = `${language} ${Date.now()}`;
    const pocket = await browser.newContext({ viewport: phone });
    const engineer = await pocket.newPage();
    for (const page of [keeper, engineer]) await closePopupsAsTheyCome(page);
    const compliance = async (): Promise<[number, number]> => {
      const [, done, due] = w.inTime.exec(await rowOf(keeper, w.yearly).innerText())!;
      return [Number(done), Number(due)];
    };
    let before: [number, number] = [0, 0];

    await test.step('A plan by cycle is added to a contract in effect, and its first visit is there', async () => {
      await enter(keeper, 'administrator', '/maintenanceManage/pact', language);
      await expect(rowOf(keeper, w.yearly)).toContainText(w.inTime);
      before = await compliance();
      await chooseAction(keeper, w.yearly, w.more, w.plans);
      const plans = keeper.getByRole('dialog').first();
      await press(plans, w.addPlan);
      const dialog = keeper.getByRole('dialog').last();
      await dialog.getByRole('textbox', { name: w.planName }).fill(plan);
      await dialog.getByLabel(w.first).fill(today());
      await dialog.getByLabel(w.first).press('Enter');
      await choose(dialog.getByRole('combobox', { name: w.cycle, exact: true }), w.month);
      await choose(dialog.getByRole('combobox', { name: w.template }), w.roomMonthly);
      await press(dialog.locator('.ant-modal-footer'), w.save);
      await expect(plans.getByRole('listitem').filter({ hasText: plan })).toContainText(w.next);
    });

    await test.step('The visit is assigned', async () => {
      await keeper.goto(`/maintenanceManage/order?from=${today()}&to=${today()}`);
      await chooseAction(keeper, plan, w.more, w.assign);
      const dialog = keeper.getByRole('dialog');
      await choose(dialog.getByRole('combobox', { name: w.assignee }), w.engineer);
      await press(dialog.locator('.ant-modal-footer'), w.assign);
      await expect(rowOf(keeper, plan)).toContainText(w.engineer);
    });

    const visit = engineer.getByRole('dialog').filter({ hasText: w.roomMonthly });
    await test.step('The engineer starts it on a phone and has the values of points read', async () => {
      await enter(engineer, 'engineer', `/maintenanceManage/order?from=${today()}&to=${today()}`, language);
      await rowOf(engineer, plan)
        .getByRole('button', { name: new RegExp(`^${w.start}`) })
        .click();
      await press(engineer.getByRole('dialog').locator('.ant-modal-footer'), w.start);
      await press(visit, w.read);
      await expect(visit.getByRole('group', { name: w.pressure })).toContainText(w.known);
      await expect(visit.getByRole('spinbutton', { name: w.pressure })).toHaveValue(/^\d/);
      expect(await engineer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    });

    await test.step('They fill in the rest and finish', async () => {
      await choose(visit.getByRole('combobox', { name: w.seal }), w.sound);
      await choose(visit.getByRole('combobox', { name: w.drain }), w.yes);
      await choose(visit.getByRole('combobox', { name: w.defrost }), w.asReference);
      for (const fan of w.fans) await visit.getByRole('textbox', { name: fan, exact: true }).fill(w.turns);
      for (const box of await visit.getByRole('checkbox').all()) await box.check();
      await press(visit, w.finish);
      await expect(visit.getByRole('button', { name: `${w.sign}: ${w.storeRole}` })).toBeVisible();
    });

    await test.step('The engineer and who is on site sign, and the report is there as PDF', async () => {
      for (const [role, name] of [
        [w.engineerRole, w.engineer],
        [w.storeRole, 'Wu'],
      ] as const) {
        await visit.getByRole('button', { name: `${w.sign}: ${role}` }).click();
        const dialog = engineer.getByRole('dialog').last();
        await dialog.getByRole('textbox', { name: w.signatory }).fill(name);
        await draw(engineer, dialog.getByRole('img', { name: w.pad }));
        await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
        await expect(
          visit.getByRole('img', { name: w.signatureOf }).filter({ has: engineer.locator('path') }),
        ).toHaveCount(role === w.engineerRole ? 1 : 2);
      }
      const report = await downloaded(engineer, () => press(visit, w.report));
      expect(report.subarray(0, 5).toString()).toBe('%PDF-');
      expect(report.length).toBeGreaterThan(10_000);
    });

    await test.step('It is confirmed, and counts as done in time', async () => {
      await keeper.reload();
      await rowOf(keeper, plan)
        .getByRole('button', { name: new RegExp(`^${w.confirm}`) })
        .click();
      await press(keeper.getByRole('dialog').locator('.ant-modal-footer'), w.confirm);
      await expect(rowOf(keeper, plan)).toContainText(w.confirmed);
      await keeper.goto('/maintenanceManage/pact');
      await expect(rowOf(keeper, w.yearly)).toContainText(w.inTime);
      // A visit that another plan made for the same day is the same one, and counts for both.
      const [done, due] = await compliance();
      expect(done).toBeGreaterThan(before[0]);
      expect(due - before[1]).toBe(done - before[0]);
    });
    await pocket.close();
  });

for (const language of ['en', 'zh'] as const)
  test(`Both parties without an account sign a contract by links to their phones, and have the sealed file (${language})`, async ({
    page: keeper,
    browser,
  }) => {
    const w = words[language];
    await closePopupsAsTheyCome(keeper);
    await enter(keeper, 'administrator', '/maintenanceManage/pact', language);

    await test.step('The contract is changed, which makes earlier signatures void', async () => {
      await rowOf(keeper, w.toSign).getByText(w.toSign).first().click();
      const dialog = keeper.getByRole('dialog');
      await dialog.getByRole('textbox', { name: w.note }).fill(`${language} ${Date.now()}`);
      await press(dialog.locator('.ant-modal-footer'), w.save);
      await expect(dialog).toHaveCount(0);
    });

    const inbox = await keeper.context().newPage();
    for (const [i, party] of w.parties.entries()) {
      const mobile = `1391111${language === 'en' ? '01' : '02'}0${i + 1}`;
      const signatory = await browser.newContext({ viewport: phone });
      const page = await signatory.newPage();
      let address = '';

      await test.step(`A link for ${party} is sent to a phone`, async () => {
        await chooseAction(keeper, w.toSign, w.more, w.sendLink);
        const dialog = keeper.getByRole('dialog');
        await expect(dialog.locator('.ant-select-content, .ant-select-selection-item').first()).toContainText(party);
        await dialog.getByRole('textbox', { name: new RegExp(`^\\*?\\s?${w.who}$`) }).fill(`Signatory ${i + 1}`);
        await dialog.getByRole('textbox', { name: w.whose }).fill(mobile);
        await press(dialog.locator('.ant-modal-footer'), w.send);
        await expect(dialog).toHaveCount(0);
        const message = await messageTo(inbox, mobile, /\/sign\//);
        address = /\/sign\/[a-z2-7]{26}/.exec((await message.textContent())!)![0];
      });

      await test.step(`${party} reads the contract and signs it by a code`, async () => {
        await signatory.addCookies([{ name: 'language', value: language, url: new URL(keeper.url()).origin }]);
        await page.goto(address);
        const main = page.getByRole('main');
        // What is signed stands there as it was written.
        await expect(main).toContainText('K20261101-0001');
        await expect(main).toContainText(party);
        await page.getByRole('checkbox', { name: w.agreed }).check();
        await page.getByRole('button', { name: w.getCode }).click();
        await expect(page.getByRole('status')).toContainText('139****');
        await page.getByRole('textbox', { name: w.code }).fill(await codeSentTo(inbox, mobile));
        await page
          .getByRole('button', { name: w.sign, exact: true })
          .or(page.getByRole('button', { name: '签署', exact: true }))
          .click();
        await expect(page.getByRole('heading', { name: w.thanks })).toBeVisible();
        await expect(main).toContainText(w.byCode);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
        if (i === 0) await expect(main).toContainText(w.waits);
        else {
          const seal = await downloaded(page, () => page.getByRole('button', { name: w.sealed }).click());
          expect(seal.subarray(0, 2).toString()).toBe('PK');
        }
      });
      await signatory.close();
    }
    await inbox.close();
  });
