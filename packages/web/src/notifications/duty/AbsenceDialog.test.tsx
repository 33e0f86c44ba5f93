import type { DutyPlan } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fakeApi.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { render, until } from '../../testing/render.tsx';
import { testSession } from '../../testing/session.ts';
import { AbsenceDialog } from './AbsenceDialog.tsx';

pagesInEnglish();

const person = (UserId: number, UserName: string) => ({ UserId, UserName });
const absence: DutyPlan['AbsenceList'][number] = {
  AbsenceId: 4,
  UserId: 1,
  UserName: 'Lin',
  FromDay: '2990-05-01',
  UntilDay: '2990-05-02',
  SubstituteId: 2,
  SubstituteName: 'Kim',
  Remarks: '',
  ProjectNameList: null,
  CountsHere: true,
  MayEdit: true,
};
const plan: DutyPlan = {
  ...{ TimeZone: 'Asia/Shanghai', Monday: '2990-04-29', Today: '2990-05-01', RotaList: [], TurnList: [], DayList: [] },
  AbsenceList: [absence],
  PersonList: [person(1, 'Lin'), person(2, 'Kim')],
  MayEdit: true,
  MayEditCompany: true,
};

it('names the projects whose alarms the substitute may not see', async () => {
  let asked: unknown;
  fakeApi({
    getSubstituteGaps: ({ query }: { query: unknown }) => {
      asked = query;
      return [
        { ProjectName: 'Harbour Store', SeesPart: false },
        { ProjectName: 'Museum', SeesPart: true },
      ];
    },
  });
  await render(
    <InTestShell session={testSession()}>
      <AbsenceDialog projectId={7} plan={plan} absence={absence} onClose={() => {}} onSaved={() => {}} />
    </InTestShell>,
  );
  const warning = await until(() => document.querySelector<HTMLElement>('.ant-modal [role="alert"]'));
  expect(warning.textContent).toContain('does not see the alarms of these projects');
  expect(warning.textContent).toContain('Harbour Store, Museum (some of them)');
  expect(asked).toEqual({ ProjectId: '7', UserId: '1', SubstituteId: '2' });
});
