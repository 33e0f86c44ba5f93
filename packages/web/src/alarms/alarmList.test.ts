import { calls } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { listQueryOf, withListQuery } from '../ui/list/listQuery.ts';
import { alarmFilterOf, alarmList, workList } from './alarmList.ts';

const asked = (search: string) => listQueryOf(alarmList, new URLSearchParams(search));
const narrowed =
  'q=freezer+3&level=1,2&kind=limit,noData&from=2026-11-01+00:00&to=2026-11-21+12:00&site=4&sort=level&asc=1&page=3&size=50';

it('finds every filter again under the names that people’s links have', () => {
  const query = asked(narrowed);
  expect(query.filters).toEqual({
    text: 'freezer 3',
    levels: [1, 2],
    types: ['limit', 'noData'],
    between: ['2026-11-01 00:00', '2026-11-21 12:00'],
    project: 4,
  });
  const written = withListQuery(alarmList, new URLSearchParams(), query);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(new URLSearchParams(narrowed)));
});

it('leaves an address without filters bare, and an open alarm in it', () => {
  const next = withListQuery(alarmList, new URLSearchParams('alarm=7&q=old&page=9'), asked(''));
  expect(next.toString()).toBe('alarm=7');
});

it('takes an address that makes no sense as one without filters', () => {
  const broken = 'level=9,x&kind=fire&from=yesterday&to=now&sort=size&page=-1&size=7';
  expect(asked(broken)).toEqual(asked(''));
});

it('asks in a way the contract accepts', () => {
  const body = alarmFilterOf(asked(narrowed), 9);
  expect(calls.getAlarmAct.body.parse(body)).toMatchObject({
    ProjectId: 9,
    Level: [1, 2],
    AlarmClass: ['limit', 'noData'],
    SortType: 'level',
    IsAsc: true,
    PageIndex: 3,
    PageSize: 50,
  });
  expect(alarmFilterOf(asked('site=4'), null).ProjectId).toBe(4);
  expect(alarmFilterOf(asked(''), null).ProjectId).toBeUndefined();
});

it('asks past alarms by what people did, and by the time buckets of the specification', () => {
  const worked =
    'ack=yes&acker=7&commented=no&author=8,9&first=30&lasted=over60&response=under30&endFrom=2026-11-01+00:00&endTo=2026-11-02+00:00';
  const query = listQueryOf(workList, new URLSearchParams(worked));
  expect(calls.getAlarmClear.body.parse(alarmFilterOf(query, 1))).toMatchObject({
    IsAck: true,
    confirmUser: [7],
    IsComment: false,
    commentUser: [8, 9],
    FirstCommentMinutes: 30,
    DurationMin: 60,
    DurationMax: undefined,
    ResponseMin: 15,
    ResponseMax: 30,
    Bstime: '2026-11-01 00:00',
    Betime: '2026-11-02 00:00',
  });
});
