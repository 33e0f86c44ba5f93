import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Calls } from './call.ts';
import type { ErrorCatalogue, ErrorEntry } from './errors.ts';
import * as contract from './index.ts';

const catalogues = Object.entries(contract as Record<string, unknown>).flatMap(([name, value]) =>
  name.endsWith('Errors') ? [[name, value as ErrorCatalogue] as const] : [],
);
const entries = catalogues.flatMap(([catalogue, all]) =>
  Object.entries(all).map(([name, entry]): [string, ErrorEntry] => [`${catalogue}.${name}`, entry]),
);

/** Refusals of bad input that are about no one field, each group under its reason. */
const aboutNoField: Readonly<Record<string, readonly string[]>> = {
  'Neither account nor password is said to be the wrong one.': ['accountErrors.wrongLogin'],
  'The filters together find too much.': [
    'alarmErrors.tooManyToExport',
    'deviceErrors.tooManyToExport',
    'downloadErrors.tooManyRows',
    'eventNoticeErrors.tooManyEvents',
    'gatewayErrors.tooManyToExport',
    'notificationErrors.tooManyForSheet',
    'projectErrors.tooManyToExport',
    'weatherErrors.tooManyToExport',
  ],
  'Several fields together are missing.': [
    'deviceErrors.nothingToSet',
    'pointErrors.nothingToChange',
    'maintenanceErrors.contractIncomplete',
    'maintenanceErrors.teamIncomplete',
    'projectErrors.nothingToSet',
  ],
  'The place where it is thrown says the field, or the row of the file.': [
    'accountErrors.passwordCommon',
    'alarmErrors.rangeTooLong',
    'accountErrors.passwordIsAccount',
    'accountErrors.passwordIsName',
    'assetErrors.deviceOfMany',
    'assetErrors.unknownDevice',
    'assetErrors.unknownProject',
    'commonErrors.badInput',
    'gatewayErrors.passwordIsName',
    'remoteBootErrors.rangeOrder',
    'transportErrors.gatewayUnknown',
    'transportErrors.numberTwice',
    'transportErrors.tagTwice',
  ],
  'It names the role, code, company or project, which several fields of a call hold.': [
    'commonErrors.namesTwo',
    'peopleErrors.wrongRoleType',
    'repairErrors.codeOfAnotherClass',
    'repairErrors.codeOfAnotherKind',
    'repairErrors.codeUnused',
  ],
};

test('a refusal of bad input says its field, or why it is about none', () => {
  const silent = entries.filter(([, { code, field }]) => code === 400 && field === undefined).map(([name]) => name);
  expect(silent.sort()).toEqual(Object.values(aboutNoField).flat().sort());
});

test('the fields that refusals name are fields of calls', () => {
  const fieldsOf = (schema: z.ZodType | undefined): string[] => {
    if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
    if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
    if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(fieldsOf);
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
      return fieldsOf(schema.unwrap() as z.ZodType);
    return [];
  };
  const known = new Set(['file', 'body']);
  for (const { query, body } of Object.values(contract.calls as Calls))
    for (const name of [...fieldsOf(query), ...fieldsOf(body)]) known.add(name);
  const strange = entries.flatMap(([name, { field = [] }]) =>
    [field].flat().flatMap((each) => (known.has(each.split('.')[0]!) ? [] : [`${name}: ${each}`])),
  );
  expect(strange).toEqual([]);
});
