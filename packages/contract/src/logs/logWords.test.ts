import { expect, test } from 'vitest';
import { commonLogFields } from './commonLogFields.ts';
import { logWordsOfDomains } from './logWords.ts';

const doubled = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);

test('each subject and each field of the operation log is named in one place', () => {
  expect(doubled(logWordsOfDomains.flatMap(({ subjects }) => Object.keys(subjects)))).toEqual([]);
  const fields = [commonLogFields, ...logWordsOfDomains.map(({ fields }) => fields)].flatMap((each) =>
    Object.keys(each),
  );
  expect(doubled(fields)).toEqual([]);
});
