import type { Page } from '@playwright/test';
import { choose, closePopupsAsTheyCome, enter, expect, switchProject, test } from './journey.ts';
import { productAddress } from './productAddress.ts';
import { codeSentTo } from './testInbox.ts';

test.describe.configure({ timeout: 4 * 60_000 });

const phone = { width: 390, height: 844 };
const coldStore = 'East China Cold Store 1';
/** Of nobody in the demo. */
const mobile = '13912340001';

test('An engineer is invited, joins on a phone, and sees the cold store and nothing else', async ({
  page: administrator,
  browser,
}) => {
  const pocket = await browser.newContext({ viewport: phone });
  await pocket.addCookies([{ name: 'language', value: 'en', url: productAddress.get().url }]);
  const engineer = await pocket.newPage();
  await closePopupsAsTheyCome(administrator);
  await closePopupsAsTheyCome(engineer);
  let link = '';
  let other = '';

  const fitsTheWidth = async () => {
    const width = await engineer.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
  };
  const openMenu = () => engineer.getByRole('button', { name: 'Open menu' }).click();

  await test.step('An administrator makes two links into the cold store and revokes one', async () => {
    await enter(administrator, 'administrator', '/projectConfig/member');
    await switchProject(administrator, coldStore);
    await administrator.getByRole('button', { name: 'Invite' }).click();
    link = await makeLink(administrator, 'Compressor rack, from Monday');
    await administrator.getByRole('button', { name: 'Invite another' }).click();
    other = await makeLink(administrator, 'Sent to the wrong person');
    expect(other).not.toBe(link);

    await administrator.getByRole('button', { name: 'Invitations' }).click();
    const invitations = administrator.getByRole('dialog', { name: 'Invitations' });
    const wrong = invitations.getByRole('listitem').filter({ hasText: 'Sent to the wrong person' });
    await wrong.getByRole('button', { name: 'Revoke' }).click();
    await administrator.getByRole('tooltip').getByRole('button', { name: 'Revoke' }).click();
    await expect(administrator.getByText('Invitation revoked')).toBeVisible();
    await expect(wrong).toHaveCount(0);
  });

  await test.step('The link says what it grants, before anything is asked', async () => {
    await engineer.goto(link);
    await expect(engineer.getByRole('heading', { name: 'Join a company' })).toBeVisible();
    const main = engineer.getByRole('main');
    await expect(main).toContainText(/invites you to East China Cold Chain Group/);
    await expect(main.getByRole('listitem').filter({ hasText: coldStore })).toContainText('Maintenance engineer');
    await expect(main).toContainText('Compressor rack, from Monday');
    await expect(main).toContainText('works once');
    await fitsTheWidth();
  });

  await test.step('The engineer registers with a phone number and the code', async () => {
    await engineer.getByRole('textbox', { name: 'Mobile number' }).fill(mobile);
    await engineer.getByRole('textbox', { name: 'Your name' }).fill('Sun Wei');
    await engineer.getByRole('button', { name: 'Get a code' }).click();
    await expect(engineer.getByRole('status')).toContainText('test inbox');
    const code = engineer.getByRole('textbox', { name: 'Verification code' });
    const right = await codeSentTo(administrator, mobile);
    await code.fill(right === '000000' ? '111111' : '000000');
    await engineer.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(engineer.getByRole('main')).toContainText('Wrong or expired code.');
    await code.fill(right);
    await engineer.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(engineer.getByRole('heading', { name: 'You have joined' })).toBeVisible();
    await expect(engineer.getByRole('main')).toContainText('You are now a member of East China Cold Chain Group.');
    await fitsTheWidth();
  });

  await test.step('The engineer lands in the cold store', async () => {
    await engineer.getByRole('link', { name: 'Go in' }).click();
    await expect(engineer.getByRole('heading', { name: 'Cold storage' })).toBeVisible();
    await expect(engineer.getByRole('link', { name: 'Freezer 1' })).toBeVisible();
    await fitsTheWidth();
    await engineer.getByRole('combobox', { name: 'Project' }).click();
    await expect(engineer.getByRole('option')).toHaveCount(1);
    await expect(engineer.getByRole('option', { name: coldStore })).toHaveCount(1);
    await engineer.keyboard.press('Escape');
  });

  await test.step('The menu has the screens of the role and nothing of the company', async () => {
    await openMenu();
    const menu = engineer.getByRole('dialog');
    await expect(menu.getByRole('link', { name: /\bAlarms\b(?! of)/ })).toBeVisible();
    for (const title of ['Members', 'Roles and permissions', 'Projects', 'Project information', 'Operation log']) {
      await expect(menu.getByRole('link', { name: title, exact: true })).toHaveCount(0);
    }
    await menu.getByRole('link', { name: /\bAlarms\b(?! of)/ }).click();
    await expect(engineer.getByRole('heading', { name: 'Alarms', exact: true })).toBeVisible();
    await fitsTheWidth();
    await engineer.goto('/projectManage');
    await expect(engineer.getByText('You may not see this')).toBeVisible();
    await fitsTheWidth();
  });

  await test.step('The link was good for once', async () => {
    await engineer.goto(link);
    await expect(engineer.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible();
    await expect(engineer.getByRole('alert')).toContainText('has been used. Each link works once.');
    await fitsTheWidth();
  });

  await test.step('The revoked link says that it was revoked', async () => {
    await engineer.goto(other);
    await expect(engineer.getByRole('alert')).toContainText('This invitation has been revoked.');
  });

  await test.step('The administrator sees who came', async () => {
    await administrator.goto('/projectConfig/member');
    const row = administrator.getByRole('row').filter({ hasText: mobile });
    await expect(row).toContainText('Sun Wei');
    await expect(row).toContainText('Maintenance engineer');
  });
  await pocket.close();
});

/** In the open dialog: as maintenance engineer and nothing else. Returns the link. */
async function makeLink(page: Page, note: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: `Invite to “${coldStore}”` });
  const roles = dialog.getByRole('combobox', { name: 'Project roles' });
  // A dialog that has come gives the focus to its first field, which closes what was opened before.
  await expect(dialog.getByRole('combobox', { name: 'Company role' })).toBeFocused();
  // The one that is proposed is taken back by a click on it.
  await choose(roles, 'Viewer');
  await page.locator('.ant-select-dropdown:visible').getByTitle('Maintenance engineer', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('dialog', { name: 'The link is ready' });
  await expect(made).toContainText('The link is shown only now.');
  return made.getByRole('textbox', { name: 'Invitation link' }).inputValue();
}
