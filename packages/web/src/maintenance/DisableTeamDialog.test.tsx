import { expect, it } from 'vitest';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { DisableTeamDialog } from './DisableTeamDialog.tsx';

pagesInEnglish();

const team = { TeamId: 7, TeamName: 'North' };
const SuccessorList = [{ TeamId: 8, TeamName: 'South' }];

it('says what a team has open, leads to it, and shows why it is not disabled without a successor', async () => {
  const { bodyOf, received } = await showPage(<DisableTeamDialog team={team} onClose={() => {}} />, {
    held: ['maintenanceTeams'],
    answers: {
      getTeamWork: () => ({ RepairCount: 1, VisitCount: 12, ContractCount: 0, SuccessorList }),
      setTeamStatus: () => new Refusal(409, 'The team has 13 open orders. Choose a successor.'),
    },
  });
  await until(() => said().includes('12 maintenance orders'));
  const linked = [...document.querySelectorAll('[role=dialog] a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  expect(linked).toEqual([
    ['12 maintenance orders', '/maintenanceManage/order?team=7&state=planned,started'],
    ['1 repair order', '/repairMaintain/repairOrderWithAllProject?team=7&status=1,2,3'],
  ]);
  await click(byRole(document.body, 'button', 'Disable'));
  await until(() => said().includes('Choose a successor.'));
  expect(received).toContain('setTeamStatus');
  expect(bodyOf('setTeamStatus')).toMatchObject({ TeamId: '7', Enabled: 'false' });
});

it('asks for no successor where nothing is open', async () => {
  await showPage(<DisableTeamDialog team={team} onClose={() => {}} />, {
    held: ['maintenanceTeams'],
    answers: { getTeamWork: () => ({ RepairCount: 0, VisitCount: 0, ContractCount: 0, SuccessorList }) },
  });
  await until(() => said().includes('A disabled team gets no new work.'));
  expect(said()).not.toContain('Successor');
});
