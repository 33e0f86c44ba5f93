import { expect, it } from 'vitest';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../../testing/render.tsx';
import { said, showPage } from '../../testing/showPage.tsx';
import { ApplicationManagePage } from './ApplicationManagePage.tsx';

pagesInEnglish();

const counts = { Online: 0, Offline: 0, Alarm: 0, Incomplete: 0 };

it('says in words what is wrong with the devices of a board, and which board waits for its devices', async () => {
  const { received } = await showPage(<ApplicationManagePage />, {
    held: ['applicationManage'],
    answers: {
      getApplicationPage: () => ({
        Data: [
          {
            ProjectId: 1,
            ProjectName: 'Harbour',
            Applications: [
              {
                BigTypeId: 3,
                BigTypeName: 'Cold storage',
                BigTypeCode: 'cold',
                Chosen: false,
                ...counts,
                Total: 8,
                Alarm: 2,
                Offline: 1,
              },
              { BigTypeId: 4, BigTypeName: 'Parking', BigTypeCode: 'parking', Chosen: true, ...counts, Total: 0 },
            ],
          },
        ],
        TotalCount: 1,
      }),
      getProjectModelList: () => [{ BigTypeId: 4, BigTypeName: 'Parking', Chosen: true, DeviceCount: 0 }],
    },
  });
  await until(() => said().includes('Cold storage · 8 · 2 in alarm · 1 offline'));
  expect(said()).toContain('Parking · no devices yet');
  await click(byRole(document.body, 'button', 'Choose boards: Harbour'));
  await until(() => said().includes('A board with devices is always in the menu'));
  await click(byRole(document.body, 'button', 'Save'));
  // Nothing is chosen yet.
  expect(received).not.toContain('setApplications');
});
