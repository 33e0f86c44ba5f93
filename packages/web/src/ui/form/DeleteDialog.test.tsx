import type { CallName } from '@watchpost/contract';
import { Button } from 'antd';
import { expect, it } from 'vitest';
import { useCall } from '../../lib/useCall.ts';
import { type FakeCalls, Refusal } from '../../testing/fakeApi.ts';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../../testing/render.tsx';
import { said, showPage } from '../../testing/showPage.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { useDialog } from './useDialog.ts';

pagesInEnglish();

const asks: readonly CallName[] = ['getVPNPage'];

function Page() {
  const dialog = useDialog();
  useCall('getVPNPage', { body: {} });
  return (
    <>
      <Button
        onClick={() =>
          dialog.open(
            <DeleteDialog
              title="Delete 12 entries?"
              names={Array.from({ length: 12 }, (_, index) => `Entry ${index + 1}`)}
              call="deleteVPN"
              input={{ body: { VPNIdList: [1, 2] } }}
              said="Entries deleted"
              asks={asks}
              onClose={dialog.close}
            />,
          )
        }
      >
        Delete them
      </Button>
      {dialog.shown}
    </>
  );
}

const open = async (answers: FakeCalls) => {
  const page = await showPage(<Page />, { answers: { getVPNPage: () => ({ Data: [], TotalCount: 0 }), ...answers } });
  await click(byRole(document, 'button', 'Delete them'));
  await until(() => said().includes('Delete 12 entries?'));
  return { ...page, times: (name: CallName) => page.received.filter((each) => each === name).length };
};
const confirm = () => byRole(document, 'button', 'Delete');

it('names the first rows, deletes once however often one clicks, says so, closes, and asks again', async () => {
  const { times } = await open({ deleteVPN: () => ({ Deleted: 2 }) });
  expect(said()).toContain('Entry 1 · Entry 2');
  expect(said()).toContain('Entry 10 and 2 more');
  const button = confirm();
  button.click();
  button.click();
  await until(() => said().includes('Entries deleted'));
  await until(() => times('getVPNPage') === 2);
  expect(times('deleteVPN')).toBe(1);
  await until(() => !said().includes('Delete 12 entries?'));
});

it('after a refusal it stays, with the server’s words, and the list behind it is asked for again', async () => {
  const { times } = await open({ deleteVPN: () => new Refusal(404, 'Somebody deleted one of them.') });
  await click(confirm());
  await until(() => said().includes('Somebody deleted one of them.'));
  await until(() => times('getVPNPage') === 2);
  expect(said()).not.toContain('Entries deleted');
  expect(said()).toContain('Delete 12 entries?');
});
