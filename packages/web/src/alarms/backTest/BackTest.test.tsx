import { type BackTestResult, permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fakeApi.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { byRole, click, render, until } from '../../testing/render.tsx';
import { testSession } from '../../testing/session.ts';
import { BackTest } from './BackTest.tsx';

pagesInEnglish();

const rule = {
  kind: 'deviation' as const,
  from: { pointTypeId: 2 },
  direction: 'above' as const,
  limit: 3,
  deadband: 0.5,
  severity: 2 as const,
  onDelaySeconds: 1800,
  offDelaySeconds: 120,
};
const given: BackTestResult = {
  Index: 0,
  Kind: 'given',
  RuleList: [rule],
  AlarmCount: 0,
  MessageCount: 0,
  ActiveSeconds: 0,
  OccurrenceList: [],
  IsCapped: false,
};

it('a trial that found nothing to judge, or too little to propose anything, says so beside its figures', async () => {
  fakeApi({
    backTestAlarmRules: () => ({
      From: 0,
      To: 30 * 86_400_000,
      HistoryFrom: 0,
      SampleCount: 9,
      ResultList: [given],
      NoProposal: 'tooFew',
      ProblemList: [
        {
          RuleIndex: 0,
          Kind: 'missing',
          What: 'Humidity',
          IsJudged: false,
          DeviceCount: 1,
          DeviceNameList: ['Freezer 1'],
          CandidateList: [],
        },
      ],
    }),
  });
  await render(
    <InTestShell session={testSession({ held: [permissions.alarmStrategyEdit.id] })}>
      <BackTest
        projectId={1}
        pointIds={[5]}
        definitions={[rule]}
        timeZone="Asia/Shanghai"
        unit="°C"
        repeatMinutes={null}
        notifyOnClear
        onUse={() => undefined}
        tried={null}
        onTried={() => undefined}
      />
    </InTestShell>,
  );
  await click(byRole(document, 'button', 'Try the last 30 days'));
  await until(() =>
    document.body.textContent?.includes('No “Humidity” on Freezer 1: this condition judges nothing there.'),
  );
  expect(document.body.textContent).toContain('Fewer than 5 alarms: nothing is proposed');
  expect(document.body.textContent).not.toContain('With a delay');
});
