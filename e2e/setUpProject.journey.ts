import type { Page } from '@playwright/test';
import mqtt from 'mqtt';
import { enter, expect, switchProject, test } from './journey.ts';
import { productAddress } from './productAddress.ts';

test.describe.configure({ timeout: 6 * 60_000 });

const project = 'Harbour Cold Store';
const device = 'Quay freezer';
/** As the gateway calls it. */
const secondDevice = 'Pier freezer';
/** From the empty board to the first alarm. */
const mostClicks = 20;

/** Counts what a hand clicks in this page, on every screen of it; keys do not count. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  const listen = () => {
    const key = 'journey.clicks';
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        if (isTrusted && detail > 0) sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1));
      },
      true,
    );
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => page.evaluate(() => Number(sessionStorage.getItem('journey.clicks')));
}

test('From an empty project to its first alarm: what the gateway says becomes a point, a device and a policy', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const checklist = page.getByRole('region', { name: 'Five steps until this project is monitored' });

  await test.step('A project is made', async () => {
    await enter(page, 'stranger', '/projectManage');
    await page.getByRole('button', { name: 'Add project' }).first().click();
    await dialog.getByRole('textbox', { name: /^(\* )?Name$/ }).fill(project);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.goto('/monitor/commonTable');
    await switchProject(page, project);
    await expect(checklist.getByRole('listitem')).toHaveCount(5);
    await expect(checklist.getByLabel('Done')).toHaveCount(0);
  });

  const clicks = await countClicks(page);
  const begin = Date.now();

  const gateway = await test.step('A gateway is connected, and reports', async () => {
    await checklist.getByRole('link', { name: 'Connect a gateway' }).click();
    await main.getByRole('button', { name: 'Add gateway' }).first().click();
    await dialog.getByText('MQTT', { exact: true }).click();
    await dialog.getByRole('textbox', { name: /^(\* )?Gateway$/ }).fill('Quay gateway');
    await dialog.getByRole('button', { name: 'Make one' }).click();
    await expect(dialog.getByText('This serial number is free')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const secrets = dialog.locator('code');
    await expect(secrets.nth(1)).toBeVisible();
    const [username = '', password = ''] = await secrets.allTextContents();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.waitForURL(/gatewayDetail/);
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${productAddress.get().mqttPort}`, { username, password });
    return client;
  });
  const report = (temperature: number) =>
    gateway.publishAsync('v1/devices/me/telemetry', JSON.stringify({ temperature }), { qos: 1 });

  try {
    await test.step('What it reports becomes a point and a device', async () => {
      await report(-20.5);
      await page.getByRole('checkbox', { name: 'Choose temperature' }).click();
      await page.getByRole('button', { name: 'Make 1 point' }).click();
      await expect(dialog.getByTitle('Temperature', { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: 'Save' }).click();
      const making = page.getByRole('dialog', { name: 'Make devices of points' });
      await making.getByRole('textbox', { name: 'Device name' }).fill(device);
      const deviceClass = making.getByRole('combobox', { name: 'Device class' });
      await deviceClass.fill('Freezer room');
      await deviceClass.press('Enter');
      await making.getByRole('button', { name: 'Save' }).click();
    });

    await test.step('A policy is proposed for it; that nobody is notified is said', async () => {
      await page.waitForURL(/thresholdAlarmEdit\?devices=/);
      await expect(main.getByText(`${device} · temperature`)).toBeVisible();
      await expect(main.getByText('Set at least one limit')).toHaveCount(0);
      await main.getByRole('spinbutton', { name: 'High limit', exact: true }).fill('-15');
      await main.getByRole('spinbutton', { name: 'For at least (minutes)' }).first().fill('0');
      await main.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(/This policy has no contacts/).first()).toBeVisible();
    });

    await test.step('People are invited to what the policy watches, with the alarms they will see', async () => {
      await main.getByRole('button', { name: 'Invite people' }).click();
      const inviting = page.getByRole('dialog', { name: `Invite to “${project}”` });
      await expect(inviting.getByTitle(device)).toBeVisible();
      await inviting.getByRole('checkbox', { name: 'Record' }).click();
      await inviting.getByRole('button', { name: 'Create link' }).click();
      await expect(page.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(/\/invite\?code=/);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    });

    await test.step('It becomes too warm, and the alarm is there', async () => {
      await report(-3);
      await expect(page.getByRole('region', { name: 'Alarm popups' }).getByText(device).first()).toBeVisible();
    });
    const count = await clicks();
    test.info().annotations.push({ type: 'clicks', description: String(count) });
    test.info().annotations.push({ type: 'seconds', description: ((Date.now() - begin) / 1000).toFixed(0) });
    console.log(`${count} clicks, ${((Date.now() - begin) / 1000).toFixed(0)} s`);
    expect(count).toBeLessThanOrEqual(mostClicks);

    await test.step('A second device is proposed the policy of the first, in a click and for the same people', async () => {
      await gateway.publishAsync(
        'v1/gateway/telemetry',
        JSON.stringify({ [secondDevice]: [{ ts: Date.now(), values: { temperature: -20 } }] }),
        { qos: 1 },
      );
      await page.goto('/terminalManage/gateway');
      await main.getByText('Quay gateway').first().click();
      await page.getByRole('checkbox', { name: `Choose ${secondDevice} / temperature` }).click();
      await page.getByRole('button', { name: 'Make 1 point' }).click();
      await expect(dialog.getByTitle('Temperature', { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: 'Save' }).click();
      const making = page.getByRole('dialog', { name: 'Make devices of points' });
      const deviceClass = making.getByRole('combobox', { name: 'Device class' });
      await deviceClass.fill('Freezer room');
      await deviceClass.press('Enter');
      await making.getByRole('button', { name: 'Save' }).click();
      await expect(main.getByRole('heading', { name: 'Alarm policy for this device' })).toBeVisible();
      await expect(main.getByText(`Added to the policy “${device} temperature”`)).toBeVisible();
      await main.getByRole('button', { name: 'Save this policy' }).click();
      await expect(main.getByText(`${secondDevice} · temperature`)).toBeVisible();
    });

    await test.step('The checklist knows what is done, and goes when it is dismissed', async () => {
      await page.goto('/monitor/commonTable');
      await expect(checklist.getByLabel('Done')).toHaveCount(4);
      await checklist.getByRole('button', { name: 'Do not show again' }).click();
      await expect(checklist).toBeHidden();
      await expect(main.getByRole('link', { name: device })).toBeVisible();
    });
  } finally {
    await gateway.endAsync();
  }
});
