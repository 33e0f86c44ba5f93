import type { EventRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../testing/render.tsx';
import { showPage } from '../testing/showPage.tsx';
import { EventList } from './EventList.tsx';

pagesInEnglish();

it('lists events that last or have recovered, and tells of each who was told, by which way, and who was not and why', async () => {
  const began = Date.now() - 3_600_000;
  const told = {
    UserName: 'Lin',
    Channel: 'sms' as const,
    IsRecovery: false,
    State: 'delivered',
    Reason: null,
    SendEPOCH: began,
  };
  const event: EventRow = {
    ...{ EventId: 4, ProjectId: 1, ProjectName: 'Cold Store 1' },
    SystemType: 'gateway',
    EventType: 'gatewayOffline',
    ...{
      SubjectType: 'gateway',
      SubjectId: 9,
      SubjectName: 'Gateway 3',
      Describe: '',
      StartEPOCH: began,
      RecoverEPOCH: null,
    },
    ...{ ContinuedTime: 3600, ToldList: [told, { ...told, UserName: 'Wang', State: 'skipped', Reason: 'onLeave' }] },
  };
  const { bodyOf } = await showPage(<EventList projectId={1} />, {
    answers: { getEventPage: () => ({ Data: [event], TotalCount: 1 }) },
    at: '/eventCenter/index?state=lasting&type=gatewayOffline',
  });
  await until(() => document.querySelectorAll('tr.list-row').length === 1);
  expect(bodyOf('getEventPage')).toMatchObject({
    ProjectId: 1,
    IsRecovered: false,
    EventTypeList: ['gatewayOffline'],
  });
  await click(byRole(document, 'button', 'Open: Gateway 3'));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]'));
  await until(() => dialog.querySelectorAll('tbody tr.ant-table-row').length === 2);
  const lines = [...dialog.querySelectorAll('tbody tr.ant-table-row')].map((row) => row.textContent);
  expect(lines[0]).toMatch(/Lin.*SMS.*[Dd]elivered/);
  expect(lines[1]).toMatch(/Wang.*SMS.*leave/);
});
