import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** Who belongs where, and what he may do there. */
const tables = [
  'company',
  'membership',
  'role',
  'role_entry',
  'role_permission',
  'member_scope',
  'member_device',
  'invitation',
].join('|');
const writes = new RegExp(
  `(insertInto|updateTable|deleteFrom)\\('(${tables})'\\)|\\b(INSERT INTO|UPDATE|DELETE FROM) (${tables})\\b`,
);

test('companies, members and roles are written by one domain, where the rules about them stand', () => {
  const others = globSync('**/*.ts', { cwd: root }).filter(
    (file) => !/^(access|testing|demo)\/|\.test\.ts$/.test(file.replaceAll('\\', '/')),
  );
  expect(others.length).toBeGreaterThan(100);
  expect(others.filter((file) => writes.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});
