import { calls } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { type AlarmQuery, alarmCallOf, alarmQueryOf, emptyQuery, withAlarmQuery } from './alarmQuery.ts';

const narrowed: AlarmQuery = {
  tab: 'confirmed',
  text: 'freezer 3',
  levels: [1, 2],
  types: ['limit', 'noData'],
  between: ['2026-11-01 00:00', '2026-11-21 12:00'],
  projectId: 4,
  sort: 'level',
  ascending: true,
  page: 3,
  pageSize: 50,
};

it('finds every filter again in the address', () => {
  expect(alarmQueryOf(withAlarmQuery(new URLSearchParams(), narrowed))).toEqual(narrowed);
});

it('leaves an address without filters bare, and an open alarm in it', () => {
  const next = withAlarmQuery(new URLSearchParams('alarm=7&q=old&page=9'), emptyQuery);
  expect(next.toString()).toBe('alarm=7');
});

it('takes an address that makes no sense as one without filters', () => {
  const broken = new URLSearchParams('level=9,x&kind=fire&from=yesterday&to=now&sort=size&page=-1&size=7&tab=?');
  expect(alarmQueryOf(broken)).toEqual(emptyQuery);
});

it('asks in a way the contract accepts', () => {
  const { query, body } = alarmCallOf(narrowed, 9);
  expect(calls.getAlarmAct.query.parse(query).status).toBe(1);
  expect(calls.getAlarmAct.body.parse(body)).toMatchObject({ ProjectId: 9, Level: [1, 2], PageIndex: 3, PageSize: 50 });
  expect(alarmCallOf(emptyQuery, null).body).not.toHaveProperty('ProjectId');
});
