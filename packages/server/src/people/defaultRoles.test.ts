import { type Access, type CallName, calls, holdsAny, permissionIds } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { type DefaultRoleKind, defaultRoles } from './defaultRoles.ts';

/** Calls with an effect that the holder of a default role may make and somebody signed in without a role may not. */
function writesOf(kind: DefaultRoleKind): CallName[] {
  const { permissions } = defaultRoles[kind];
  const held = new Set(permissions === 'all' ? [0] : permissionIds(permissions));
  const isOpen = (access: Access): boolean => typeof access !== 'string' && holdsAny(held, access);
  return (Object.keys(calls) as CallName[]).filter(
    (name) => calls[name].effect === 'write' && isOpen(calls[name].access),
  );
}

/** What takes no right to change anything: it asks a camera, draws a preview, concerns the holder alone, or needs the right besides. */
const ownAffairs: readonly CallName[] = [
  'checkCamera',
  'previewMaintenanceTemplate',
  // A file of one's own.
  'downHistoryDataToExcelOrPdfBack',
  'saveAbsence',
  'deleteAbsence',
  // The handlers of plans ask for `planEdit`.
  'addPlan',
  'editPlan',
  'savePlanContent',
  'deletePlan',
  // The handlers of visits ask whose visit it is: its assignee, the leader or a member of its team, or a holder of 272.
  ...([
    ...(['assignOrders', 'moveOrder', 'startOrder', 'saveAnswers', 'fillOrder', 'addOrderPhotos'] as const),
    ...(['removeOrderPhoto', 'signOrder', 'finishOrder'] as const),
  ] satisfies CallName[]),
];
const changesOf = (kind: DefaultRoleKind) => writesOf(kind).filter((name) => !ownAffairs.includes(name));
const ofRepairs = (name: CallName) => name.endsWith('RepairActive');

test('a supervisor and an external engineer change nothing by their role', () => {
  expect([changesOf('supervisor'), writesOf('externalEngineer')]).toEqual([[], []]);
});

test('a distributor reports faults and takes part in repairs, and changes nothing else', () => {
  expect(changesOf('distributor').filter((name) => !ofRepairs(name))).toEqual([]);
  expect(changesOf('distributor')).toContain('addRepairActive');
  expect(changesOf('distributor')).not.toContain('dispatchRepairActive');
});

test('an administrator of a maintenance team dispatches repairs and makes stickers, and changes nothing else', () => {
  expect(changesOf('maintenanceTeamAdministrator')).toContain('dispatchRepairActive');
  expect(changesOf('maintenanceTeamAdministrator')).not.toContain('settleRepairActive');
  expect(changesOf('maintenanceTeamAdministrator').filter((name) => !ofRepairs(name))).toEqual([
    'makeStickers',
    'revokeStickers',
  ]);
});
