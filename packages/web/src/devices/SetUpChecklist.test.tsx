import { expect, it } from 'vitest';
import { links } from '../lib/links.ts';
import { testMember } from '../people/InTestAccess.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../testing/render.tsx';
import { testUser } from '../testing/session.ts';
import { said, showPage } from '../testing/showPage.tsx';
import { SetUpChecklist } from './SetUpChecklist.tsx';

pagesInEnglish();

const held = ['terminalsEdit', 'projectConfig', 'alarmManage'] as const;
const none = { Data: [], TotalCount: 0 };
const totals = (Total: number) => ({
  ...{ Total, Online: 0, Offline: 0, NeverSeen: Total, Waiting: 0, WithCard: 0, CardTrouble: 0 },
  ...{ SlaveTotal: 0, SilentSlaveTotal: 0, ProtocolList: [] },
});
const project = (gateways: number, points: number, policies: number, people: number) => ({
  getDeviceTotal: () => totals(gateways),
  getPointPage: () => ({ ...none, TotalCount: points }),
  getAlarmStrategyPage: () => ({ ...none, TotalCount: policies }),
  getUserRoleSubareaList: () => ({
    Data: Array.from({ length: people }, (_, place) => testMember(testUser().UserId + place, `Member ${place}`)),
    TotalCount: people,
  }),
});
const ticked = () => document.querySelectorAll('.set-up-done').length;

it('ticks what is there, leads to the page of each step, and makes the next one bold', async () => {
  await showPage(<SetUpChecklist projectId={501} devices={0} />, { held, answers: project(1, 3, 0, 1) });
  await until(() => ticked() === 2);
  expect(document.querySelector('.set-up-next')?.textContent).toContain('Make devices of the points');
  expect(byRole(document, 'link', 'Set an alarm policy').getAttribute('href')).toBe(links.newStrategy);
  expect(byRole(document, 'link', 'Invite people').getAttribute('href')).toBe(links.projectMembers);
});

it('leads to the policies that are proposed for the devices that are there', async () => {
  await showPage(<SetUpChecklist projectId={504} devices={2} />, { held, answers: project(1, 3, 0, 1) });
  const link = await until(() => byRole(document, 'link', 'Set an alarm policy'));
  expect(link.getAttribute('href')).toBe(links.policiesFor('all'));
});

it('goes for good when everything is there', async () => {
  await showPage(<SetUpChecklist projectId={502} devices={2} />, { held, answers: project(1, 3, 1, 2) });
  await until(() => !said().includes('Five steps'));
  await showPage(<SetUpChecklist projectId={502} devices={0} />, { held, answers: project(0, 0, 0, 1) });
  expect(said()).not.toContain('Five steps');
});

it('goes for good when the person wants no more of it', async () => {
  await showPage(<SetUpChecklist projectId={503} devices={0} />, { held, answers: project(0, 0, 0, 1) });
  await click(await until(() => byRole(document, 'button', 'Do not show again')));
  await until(() => !said().includes('Five steps'));
});
