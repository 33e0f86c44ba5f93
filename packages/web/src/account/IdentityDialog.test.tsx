import { expect, it } from 'vitest';
import { api } from '../lib/client.ts';
import type { UserInfo } from '../lib/session.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, render, type, until } from '../testing/render.tsx';
import { testSession, testUser } from '../testing/session.ts';
import { IdentityDialog } from './IdentityDialog.tsx';

pagesInEnglish();

/** A server whose dangerous call is refused until the user has proven who they are. */
async function open(answers: FakeCalls = {}, user: Partial<UserInfo> = {}) {
  let proven = false;
  const server = fakeApi({
    updatePwdByUserId: () => (proven ? null : new Refusal(428, 'Prove that it is you')),
    verifyIdentity: () => {
      proven = true;
      return { ValidUntilEPOCH: Date.now() + 300_000 };
    },
    ...answers,
  });
  await render(
    <InTestShell session={testSession({ user: testUser(user) })}>
      <IdentityDialog />
    </InTestShell>,
  );
  return server;
}
const dangerous = () => api.updatePwdByUserId({ query: {}, body: { UserId: 5, newPwd: 'Freezer_7' } });
const dialog = () => until(() => document.querySelector<HTMLElement>('.ant-modal'));

it('asks for the password once and makes the refused calls again', async () => {
  const { received } = await open();
  const both = Promise.all([dangerous(), dangerous()]);
  const box = await dialog();
  expect(document.querySelectorAll('.ant-modal')).toHaveLength(1);
  await type(byRole(box, 'textbox', 'Password'), 'secret88');
  await click(byRole(box, 'button', 'Go on'));
  expect(await both).toEqual([null, null]);
  expect(received.filter((name) => name === 'verifyIdentity')).toHaveLength(1);
});

it('leaves the call refused when it is closed', async () => {
  const { received } = await open();
  const refused = dangerous().catch((error: unknown) => error);
  const box = await dialog();
  await click(byRole(box, 'button', 'Cancel'));
  expect(await refused).toMatchObject({ code: 428, message: 'Prove that it is you' });
  expect(received).not.toContain('verifyIdentity');
});

it('says that the password is wrong and lets people try again', async () => {
  await open({ verifyIdentity: () => new Refusal(400, 'Wrong password.') });
  const refused = dangerous().catch(() => 'refused');
  const box = await dialog();
  await type(byRole(box, 'textbox', 'Password'), 'wrong');
  await click(byRole(box, 'button', 'Go on'));
  await until(() => box.textContent?.includes('Wrong password.'));
  await type(byRole(box, 'textbox', 'Password'), '');
  await click(byRole(box, 'button', 'Cancel'));
  // Closing what was typed into asks first.
  await until(() => document.body.textContent?.includes('Leave without saving?'));
  await click(byRole(document.body, 'button', 'Leave'));
  expect(await refused).toBe('refused');
});

it('takes a code of an account without a password', async () => {
  const { received } = await open(
    {
      ownCode: () => ({
        Target: '139****0001',
        Channel: 'sms',
        ResendSeconds: 60,
        ExpiresSeconds: 300,
        InTestInbox: false,
      }),
    },
    { HasPassword: false, Mobile: '13900000001' },
  );
  const answered = dangerous();
  const box = await dialog();
  await click(byRole(box, 'button', 'Get a code'));
  await until(() => received.includes('ownCode'));
  await type(byRole(box, 'textbox', 'Verification code'), '123456');
  await click(byRole(box, 'button', 'Go on'));
  expect(await answered).toBeNull();
});

it('says what to do to somebody who has nothing to prove it with', async () => {
  await open({}, { HasPassword: false });
  const refused = dangerous().catch(() => 'refused');
  const box = await dialog();
  expect(box.textContent).toContain('no password, phone number or e-mail address');
  await click(byRole(box, 'button', 'OK'));
  expect(await refused).toBe('refused');
});

it('lets a user who forgot the password take a code instead', async () => {
  const { received, requests } = await open({}, { Mobile: '13900000001' });
  const answered = dangerous();
  const box = await dialog();
  await click(byRole(box, 'button', 'Use a code instead'));
  const other = await until(() => byRole(document.body, 'textbox', 'Verification code'));
  await type(other, '123456');
  await click(byRole(document.body, 'button', 'Go on'));
  expect(await answered).toBeNull();
  expect(requests[received.indexOf('verifyIdentity')]?.body).toEqual({ Code: '123456' });
});
