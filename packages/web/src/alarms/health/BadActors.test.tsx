import type { BadActor } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fakeApi.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { render } from '../../testing/render.tsx';
import { testSession } from '../../testing/session.ts';
import { alarmPermissions } from '../testAlarm.ts';
import { BadActors } from './BadActors.tsx';

const actor = (changes: Partial<BadActor>): BadActor => ({
  ProjectId: 1,
  ProjectName: 'Store',
  RuleId: 1,
  Type: 'slave',
  SourceId: 1,
  StrategyId: 5,
  StrategyName: 'Lines',
  Mtid: null,
  MName: '',
  PointId: null,
  PointName: 'Slave 1',
  Unit: '',
  AlarmType: 'communicationLoss',
  ALARM_SETTING: 'Connection lost, for 5 min',
  Level: 2,
  Count: 6,
  Percent: 50,
  Chattering: 0,
  MedianSeconds: 60,
  Definition: { kind: 'communicationLoss', severity: 2, onDelaySeconds: 300, offDelaySeconds: 0 },
  HasOwnLimits: false,
  LineDelay: null,
  ...changes,
});

const rowsOf = async (...actors: BadActor[]) => {
  fakeApi({});
  await render(
    <InTestShell session={testSession({ held: alarmPermissions })}>
      <BadActors actors={actors} withProject={false} />
    </InTestShell>,
  );
  return [...document.querySelectorAll('tbody tr.ant-table-row')].map((row) => row.textContent ?? '');
};
pagesInEnglish();

it('names the condition of each source, and its kind where the condition is not known any more', async () => {
  const rows = await rowsOf(
    actor({}),
    actor({ RuleId: 2, ALARM_SETTING: 'Connection lost, for 30 min' }),
    actor({ RuleId: 3, ALARM_SETTING: '', Definition: null, AlarmType: 'badQuality' }),
  );
  expect(rows[0]).toContain('Connection lost, for 5 min');
  expect(rows[1]).toContain('Connection lost, for 30 min');
  expect(rows[2]).toContain('Bad-quality alarm');
});

it('proposes a delay from several alarms, and nothing from a single one', async () => {
  const LineDelay = { Seconds: 900, Count: 1 };
  const rows = await rowsOf(actor({ LineDelay }), actor({ SourceId: 2, Count: 1, LineDelay }));
  expect(rows[0]).toContain('15 min delay');
  expect(rows[1]).toContain('Too few to propose anything');
  expect(rows[1]).not.toContain('delay');
});

it('opens the policy with what is proposed, on the point it is proposed for', async () => {
  const limit = { kind: 'frozen' as const, severity: 2, hours: 6 } as never;
  await rowsOf(
    actor({ LineDelay: { Seconds: 900, Count: 1 } }),
    actor({ RuleId: 2, Type: 'point', SourceId: 31, PointId: 31, ProjectId: 4, Count: 2, Definition: limit }),
  );
  expect([...document.querySelectorAll('tbody a')].map((link) => link.getAttribute('href'))).toEqual([
    '/alarmManage/thresholdAlarmEdit?id=5&project=1&rule=1&onDelaySeconds=900',
    '/alarmManage/thresholdAlarmEdit?id=5&project=4&point=31',
  ]);
});
