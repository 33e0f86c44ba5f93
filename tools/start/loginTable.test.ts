import { expect, test } from 'vitest';
import { columnsOf, loginTable } from './loginTable.ts';

const operator = {
  account: 'wangqiang',
  password: 'abcDEF234567',
  role: '值班员',
  roleEn: 'Operator',
  company: '华东冷链集团',
  companyEn: 'East China',
  may: '全部项目：查看',
  mayEn: 'all projects: watch',
};
const administrator = { ...operator, account: 'lin', role: '企业管理员', roleEn: 'Company administrator' };

test('every login has its role and company in both languages, in columns, and below it what it may do', () => {
  expect(loginTable([operator, administrator])).toEqual([
    '  Account 账号  Password 密码  Role 角色                           Company 企业',
    '  wangqiang     abcDEF234567   值班员 · Operator                   华东冷链集团 · East China',
    '    全部项目：查看',
    '    all projects: watch',
    '  lin           abcDEF234567   企业管理员 · Company administrator  华东冷链集团 · East China',
    '    全部项目：查看',
    '    all projects: watch',
  ]);
});

test('Chinese letters and marks are counted as wide as a terminal shows them', () => {
  expect(columnsOf('哨站：A')).toBe(7);
});

test('logins of an earlier version, which knew only the role, are shown as far as they go', () => {
  expect(loginTable([{ account: 'lin', password: 'secret', role: '值班员' }])[1]).toBe(
    '  lin           secret         值班员',
  );
});
