import { accountErrors, permissions } from '@watchpost/contract';
import { expect, it, vi } from 'vitest';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../testing/render.tsx';
import { testCompany, testSession } from '../testing/session.ts';
import { said, showPage } from '../testing/showPage.tsx';
import { DataScreenEntry } from './DataScreenEntry.tsx';

pagesInEnglish();

it('tells a company without a screen of its own, and leads to the standard one', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  await showPage(<DataScreenEntry />, {
    session: testSession({
      company: testCompany(1, { Flags: { dataScreen: true } }),
      held: [permissions.dataScreenView.id],
    }),
    answers: { getUserBigScreen: () => new Refusal(404, accountErrors.noDataScreen.en) },
  });
  await click(byRole(document.body, 'button', 'Data screen'));
  await until(() => said().includes('This company has no data screen of its own.'));
  expect(byRole(document.body, 'button', 'Open the standard screen')).toBeTruthy();
});

it('is not there for people who may not see data screens', async () => {
  await showPage(<DataScreenEntry />, {
    session: testSession({ company: testCompany(1, { Flags: { dataScreen: true } }), held: [] }),
    answers: {},
  });
  expect(document.body.textContent).not.toContain('Data screen');
});
