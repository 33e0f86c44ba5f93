import type { Page } from '@playwright/test';
import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';

test.describe.configure({ timeout: 150_000 });

const alarmList = '/alarmManageWithAllProject/index';
const alarmRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('A customer sees the devices and alarm levels granted, the other company nothing', async ({ page, browser }) => {
  const customerContext = await browser.newContext({ locale: 'en-GB' });
  const strangerContext = await browser.newContext({ locale: 'en-GB' });
  const customer = await customerContext.newPage();
  const stranger = await strangerContext.newPage();
  await closePopupsAsTheyCome(page);
  await closePopupsAsTheyCome(customer);
  let alarmOfOther = '';
  let deviceOfOther = '';

  await test.step('Two doors stand open: one of a room of the customer, one of another', async () => {
    await enter(page, 'administrator', alarmList);
    await expect(alarmRow(page, 'Freezer 4 · Door')).toBeVisible({ timeout: 120_000 });
    await expect(alarmRow(page, 'Freezer 1 · Door')).toBeVisible({ timeout: 60_000 });
    await alarmRow(page, 'Freezer 1 · Door').click();
    await expect(page.getByRole('dialog', { name: /Freezer 1/ })).toBeVisible();
    alarmOfOther = new URL(page.url()).search;
    await page
      .getByRole('dialog', { name: /Freezer 1/ })
      .getByRole('link', { name: 'Open device' })
      .click();
    await expect(page.getByRole('heading', { name: 'Freezer 1' })).toBeVisible();
    deviceOfOther = new URL(page.url()).pathname + new URL(page.url()).search;
  });

  await test.step('The customer has three devices and one project', async () => {
    await enter(customer, 'viewer', '/monitor/commonTable');
    // The worst first, so the order is today's.
    const devices = customer.getByRole('main').getByRole('article').getByRole('heading');
    await expect
      .poll(async () => (await devices.allTextContents()).sort())
      .toEqual(['Freezer 3', 'Freezer 4', 'Truck 1']);
    await customer.getByRole('combobox', { name: 'Project' }).click();
    await expect(customer.getByRole('option')).toHaveCount(1);
    await customer.keyboard.press('Escape');
  });

  await test.step('Of the alarms only that of the granted room is shown', async () => {
    await customer.goto(alarmList);
    await expect(alarmRow(customer, 'Freezer 4 · Door')).toBeVisible();
    await expect(alarmRow(customer, 'Freezer 1')).toHaveCount(0);
    await expect(customer.getByRole('button', { name: /^Acknowledge alarm/ })).toHaveCount(0);
    await customer.getByRole('button', { name: /^Messages/ }).click();
    const messages = customer.getByRole('dialog', { name: 'Messages' });
    await expect(messages).toContainText('Freezer 4 · Door');
    await expect(messages).not.toContainText('Freezer 1');
    await customer.keyboard.press('Escape');
  });

  await test.step('A link to a hidden alarm reveals nothing', async () => {
    await customer.goto(alarmList + alarmOfOther);
    await expect(customer.getByRole('dialog')).toBeVisible();
    await expect(customer.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expect(customer.getByText('Freezer 1')).toHaveCount(0);
    await customer.goto(deviceOfOther);
    await expect(
      customer.getByRole('main').getByRole('alert').or(customer.getByText('You may not see this')),
    ).toBeVisible();
    await expect(customer.getByText('Freezer 1')).toHaveCount(0);
  });

  await test.step('Screens beyond the role say whom to ask', async () => {
    await customer.goto('/alarmManage/index');
    await expect(customer.getByText('You may not see this')).toBeVisible();
    await expect(customer.getByRole('link', { name: 'Alarms', exact: true })).toHaveCount(0);
  });

  await test.step('The other company has a truck of the same name and nothing else', async () => {
    await enter(stranger, 'stranger', '/monitor/commonTable');
    await expect(stranger.getByRole('main').getByRole('article')).toHaveCount(1);
    await expect(stranger.getByRole('link', { name: 'Truck 1' })).toBeVisible();
    await stranger.goto(alarmList);
    await expect(stranger.getByRole('tab', { name: 'Current' })).toBeVisible();
    await expect(stranger.getByText('No alarms').first()).toBeVisible();
    await stranger.goto(alarmList + alarmOfOther);
    await expect(stranger.getByRole('dialog').getByRole('alert')).toBeVisible();
    await stranger.goto(deviceOfOther);
    await expect(stranger.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(stranger.getByText(/Freezer/)).toHaveCount(0);
  });

  await customerContext.close();
  await strangerContext.close();
});
