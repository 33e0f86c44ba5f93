import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';

const words = {
  zh: {
    renew: '续约',
    colon: '：',
    endsOn: /(?:当前到期日|已于) (\d{4}-\d{2}-\d{2})/,
    newEnd: '新到期日',
    contract: '服务合同编号',
    course: '时间线',
    health: '健康度',
    parts: /6 项中已知 [3-6] 项/,
    data: '数据可用率',
  },
  en: {
    renew: 'Renew',
    colon: ': ',
    endsOn: /It end(?:s|ed) on (\d{4}-\d{2}-\d{2})/,
    newEnd: 'New end',
    contract: 'Contract number',
    course: 'Timeline',
    health: 'Health',
    parts: /[3-6] of 6 parts known/,
    data: 'Data availability',
  },
} as const;

for (const language of ['zh', 'en'] as const)
  test(`a customer whose service ends soon is renewed, the course of its service says from when to when, and its health is shown by its parts (${language})`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const t = words[language];
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, 'administrator', '/customerProfileManage/index', language);
    await closePopupsAsTheyCome(page);
    const renew = page.getByRole('button', { name: new RegExp(`^${t.renew}${t.colon}`) }).first();
    const name = (await renew.getAttribute('aria-label'))!.replace(`${t.renew}${t.colon}`, '');
    await renew.click();
    const dialog = page.getByRole('dialog');
    const before = t.endsOn.exec(await dialog.innerText())![1]!;
    const after = await dialog.getByRole('textbox', { name: t.newEnd }).inputValue();
    await dialog.getByRole('textbox', { name: t.contract }).fill(`R-2027-${language}`);
    await dialog.getByRole('button', { name: t.renew }).click();
    await expect(dialog).toHaveCount(0);

    await page.getByText(name, { exact: true }).first().click();
    const newest = page.getByRole('region', { name: t.course }).getByRole('listitem').first();
    await expect(newest).toContainText(`${before} → ${after}`);
    await expect(newest).toContainText(`R-2027-${language}`);

    // Customers without projects have no health; the demo works it out every two minutes.
    await page.goto('/customerProfileManage/index?sort=health');
    const line = new RegExp(`${t.health}\\s*\\d+`);
    await page
      .getByRole('listitem')
      .filter({ hasText: line })
      .first()
      .getByRole('button')
      .first()
      .click({ timeout: 150_000 });
    const health = page.getByRole('region', { name: t.health });
    await expect(health).toContainText(t.parts);
    await expect(health).toContainText(t.data);
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', 390);
  });
