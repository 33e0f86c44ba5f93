import { closePopupsAsTheyCome, enter, expect, loginOf, test } from './journey.ts';

test.describe.configure({ timeout: 5 * 60_000 });

test('a unit that climbs too high is refused, corrected and released; a locked one starts once it is unlocked, and is watched', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await enter(page, 'administrator', '/unitManage', 'zh');
  await closePopupsAsTheyCome(page);
  await page.getByRole('button', { name: '安装数据：月台风幕机组' }).click();
  const dialog = page.getByRole('dialog', { name: '安装数据：月台风幕机组' });
  await expect(dialog.getByRole('row').filter({ hasText: '气管爬升高度' })).toContainText('偏差');
  await dialog.getByRole('spinbutton', { name: '气管爬升高度（m）' }).fill('4');
  await dialog.getByRole('button', { name: '登记' }).click();
  await expect(page.getByText('安装数据已登记')).toBeVisible();
  await page.getByRole('button', { name: '放行：月台风幕机组' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放行', exact: true }).click();
  const identity = page.getByRole('dialog', { name: '验证身份' });
  await identity.getByLabel('密码').fill(loginOf('administrator').password);
  await identity.getByRole('button', { name: '验证并继续' }).click();
  await expect(page.getByText('机组已放行')).toBeVisible();

  await page.getByRole('button', { name: '远程解锁：烘焙间机组' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '远程解锁', exact: true }).click();
  await expect(page.getByText('已解锁，开始观察首小时')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: '机组记录：烘焙间机组' }).click();
  const hour = page.getByRole('dialog').getByRole('region', { name: '首小时观察' });
  await expect(hour.getByRole('listitem').filter({ hasText: '设备运行' })).toContainText('正常', { timeout: 150_000 });
  await expect(page.getByRole('dialog').getByRole('region', { name: '机组记录' })).toContainText('锁定点已写入并读回');
});
