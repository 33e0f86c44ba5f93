import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type PermissionName, permissions } from '@watchpost/contract';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../migrations');
const grants = readdirSync(folder).flatMap((file) =>
  readFileSync(path.join(folder, file), 'utf8')
    .split(';')
    .filter((statement) => statement.includes('INSERT INTO role_permission')),
);

/** Numbers that roles could hold before the first permission was added to roles that people had made. Never grows. */
const fromTheBeginning = new Set([
  3, 4, 5, 11, 12, 16, 17, 25, 26, 27, 30, 31, 34, 48, 60, 77, 80, 81, 102, 103, 104, 131, 1000, 1001, 1002, 1003, 1004,
  1005, 1006, 1007,
]);

/** Added later, and meant to be given by hand: why no role that exists gets it. */
const givenByHand: Partial<Record<PermissionName, string>> = {
  meterRecharge: 'moves money of people',
  meterSwitch: 'cuts the power of people',
};

test('a permission that is added comes to the roles that exist, by a migration or, with a reason, by hand', () => {
  const added = (Object.keys(permissions) as PermissionName[]).filter(
    (name) => !fromTheBeginning.has(permissions[name].id),
  );
  const forgotten = added.filter(
    (name) =>
      !givenByHand[name] && !grants.some((statement) => new RegExp(`\\b${permissions[name].id}\\b`).test(statement)),
  );
  expect(forgotten, 'write a migration as 0261_who_sets_up_strategies.sql, or say above why not').toEqual([]);
});
