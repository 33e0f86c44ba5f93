import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';

test('a customer whose service ends soon is renewed, and the course of its service says from when to when', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await enter(page, 'administrator', '/customerProfileManage/index');
  await closePopupsAsTheyCome(page);
  const renew = page.getByRole('button', { name: /^Renew: / }).first();
  const name = (await renew.getAttribute('aria-label'))!.replace('Renew: ', '');
  await renew.click();
  const dialog = page.getByRole('dialog');
  const before = /It ends on (\d{4}-\d{2}-\d{2})/.exec(await dialog.innerText())![1]!;
  const after = await dialog.getByRole('textbox', { name: 'New end' }).inputValue();
  await dialog.getByRole('textbox', { name: 'Contract number' }).fill('R-2027-01');
  await dialog.getByRole('button', { name: 'Renew' }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('row').filter({ hasText: name }).getByText(name, { exact: true }).click();
  const newest = page.getByRole('region', { name: 'Course of the service' }).getByRole('listitem').first();
  await expect(newest).toContainText('Renewed');
  await expect(newest).toContainText(`${before} → ${after}`);
  await expect(newest).toContainText('R-2027-01');
});
