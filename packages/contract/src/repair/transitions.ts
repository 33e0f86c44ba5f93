import { type PermissionName, permissionsOf } from '../access/permissions.ts';
import type { Bilingual } from '../call.ts';
import type { repairCalls } from './calls.ts';
import type { repairErrors } from './errors.ts';
import type { RepairStatus } from './kinds.ts';

/** What somebody is to an order. `candidate`: may work here or is of the team it was given to, and nobody is named yet; `teamAdmin`: of that team; `acceptor`: applicant or dispatcher who did not repair it. */
export const repairRoles = [
  'applicant',
  'assignee',
  'candidate',
  'teamAdmin',
  'dispatcher',
  'acceptor',
  'accountant',
] as const;
export type RepairRole = (typeof repairRoles)[number];

/** In the order in which they are offered. */
export const repairActions = {
  submit: { zh: '提交', en: 'Submit' },
  merge: { zh: '并入', en: 'Merge' },
  remove: { zh: '删除草稿', en: 'Delete draft' },
  dispatch: { zh: '派单', en: 'Dispatch' },
  accept: { zh: '接单', en: 'Accept' },
  signIn: { zh: '签到', en: 'Sign in' },
  finish: { zh: '完工', en: 'Finish' },
  startRemote: { zh: '开始远程处理', en: 'Start remote work' },
  remote: { zh: '远程完成', en: 'Finish remotely' },
  pass: { zh: '验收通过', en: 'Accept repair' },
  fail: { zh: '验收不通过', en: 'Send back' },
  assess: { zh: '评价', en: 'Rate' },
  settle: { zh: '结算', en: 'Settle' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '继续', en: 'Resume' },
  voidPause: { zh: '作废暂停', en: 'Void pause' },
  complement: { zh: '补充', en: 'Add note' },
  reassign: { zh: '转派', en: 'Reassign' },
  reject: { zh: '拒单', en: 'Reject' },
  revoke: { zh: '撤回', en: 'Revoke' },
  secondMaintenance: { zh: '二次维修', en: 'Ask for rework' },
} as const satisfies Record<string, Bilingual>;
export type RepairAction = keyof typeof repairActions;
export const repairActionNames = Object.keys(repairActions) as [RepairAction, ...RepairAction[]];

/** What a transition asks besides state and person; each is a field of the call, or a fact of the order. */
export type RepairNeed =
  | 'reason'
  | 'repairer'
  | 'causeAndRemedy'
  | 'recoveryOrReason'
  | 'position'
  | 'onceOnly'
  | 'recent'
  | 'running'
  | 'notBegun'
  | 'paused'
  | 'endedPause';

export interface RepairTransition {
  readonly action: RepairAction;
  readonly from: readonly RepairStatus[];
  /** `same`: stays as it is; `gone`: the draft is deleted; `back`: as before the finish. */
  readonly to: RepairStatus | 'same' | 'gone' | 'back';
  readonly who: readonly RepairRole[];
  readonly needs: readonly RepairNeed[];
  /** What somebody is told who is none of `who`. */
  readonly refusal: keyof typeof repairErrors;
}

/** Every step of an order. Buttons, refusals, permissions and tests follow from it. Spec §4 shows no transitions; these are ours. */
// biome-ignore format: a table is read by columns
export const repairTransitions: readonly RepairTransition[] = [
  { action: 'submit', from: [-1], to: 1, who: ['applicant', 'dispatcher'], needs: [], refusal: 'onlyApplicant' },
  { action: 'merge', from: [-1], to: 0, who: ['applicant', 'dispatcher'], needs: [], refusal: 'onlyApplicant' },
  { action: 'remove', from: [-1], to: 'gone', who: ['applicant', 'dispatcher'], needs: [], refusal: 'onlyApplicant' },
  { action: 'dispatch', from: [1], to: 1, who: ['dispatcher'], needs: ['repairer'], refusal: 'onlyDispatcher' },
  { action: 'accept', from: [1], to: 2, who: ['assignee', 'candidate'], needs: [], refusal: 'onlyAssignee' },
  { action: 'reject', from: [1, 2], to: 4, who: ['assignee', 'teamAdmin'], needs: ['reason'], refusal: 'onlyAssignee' },
  { action: 'reassign', from: [1, 2, 4], to: 1, who: ['dispatcher'], needs: ['repairer'], refusal: 'onlyDispatcher' },
  { action: 'reassign', from: [3], to: 1, who: ['dispatcher'], needs: ['repairer', 'reason'], refusal: 'onlyDispatcher' },
  { action: 'revoke', from: [1, 4], to: 0, who: ['applicant', 'dispatcher'], needs: [], refusal: 'onlyApplicant' },
  { action: 'revoke', from: [2, 3], to: 0, who: ['dispatcher'], needs: ['reason'], refusal: 'askDispatcher' },
  { action: 'signIn', from: [2], to: 3, who: ['assignee'], needs: ['position', 'running'], refusal: 'onlyAssignee' },
  { action: 'pause', from: [2, 3], to: 'same', who: ['assignee', 'dispatcher'], needs: ['reason', 'running'], refusal: 'onlyAssignee' },
  { action: 'resume', from: [2, 3], to: 'same', who: ['assignee', 'dispatcher'], needs: ['paused'], refusal: 'onlyAssignee' },
  { action: 'voidPause', from: [1, 2, 3, 6], to: 'same', who: ['dispatcher'], needs: ['reason', 'endedPause'], refusal: 'onlyDispatcher' },
  { action: 'startRemote', from: [2], to: 'same', who: ['assignee'], needs: ['running', 'notBegun'], refusal: 'onlyAssignee' },
  { action: 'remote', from: [2], to: 6, who: ['assignee'], needs: ['causeAndRemedy', 'running'], refusal: 'onlyAssignee' },
  { action: 'finish', from: [3], to: 6, who: ['assignee'], needs: ['causeAndRemedy', 'running'], refusal: 'onlyAssignee' },
  { action: 'pass', from: [6], to: 7, who: ['acceptor'], needs: ['recoveryOrReason'], refusal: 'onlyAcceptor' },
  { action: 'fail', from: [6], to: 'back', who: ['acceptor'], needs: ['reason'], refusal: 'onlyAcceptor' },
  { action: 'complement', from: [2, 3, 6], to: 'same', who: ['assignee', 'applicant', 'dispatcher'], needs: ['reason'], refusal: 'onlyInvolved' },
  { action: 'assess', from: [7], to: 'same', who: ['applicant'], needs: ['onceOnly', 'recent'], refusal: 'onlyApplicant' },
  { action: 'settle', from: [7], to: 'same', who: ['accountant'], needs: ['onceOnly'], refusal: 'onlyAccountant' },
  { action: 'secondMaintenance', from: [7], to: 'same', who: ['applicant', 'dispatcher'], needs: ['reason', 'recent'], refusal: 'onlyApplicant' },
];

/** The right that each part in an order takes. */
export const permissionOfRole = {
  applicant: 'repairWork',
  assignee: 'repairWork',
  candidate: 'repairWork',
  teamAdmin: 'repairWork',
  dispatcher: 'repairDispatch',
  acceptor: 'repairWork',
  accountant: 'workCosts',
} as const satisfies Record<RepairRole, PermissionName>;

/** The step that an action is in a state; null: there is none. */
export const transitionOf = (action: RepairAction, status: RepairStatus): RepairTransition | null =>
  repairTransitions.find((each) => each.action === action && each.from.includes(status)) ?? null;

/** What an order is like, as far as it decides about steps. */
export interface RepairFacts {
  readonly status: RepairStatus;
  readonly isPaused: boolean;
  /** There is a pause that has ended and was not voided. */
  readonly hasEndedPause: boolean;
  /** Remote work has begun. */
  readonly isRemote: boolean;
  readonly isAssessed: boolean;
  readonly isSettled: boolean;
  /** Days since the acceptance; null: not accepted yet. */
  readonly daysSinceCompletion: number | null;
}

/** The steps that somebody with these parts can take now, in the order in which they are offered. */
export function possibleActions(
  facts: RepairFacts,
  roles: readonly RepairRole[],
  limits: Readonly<Partial<Record<RepairAction, number>>>,
): RepairAction[] {
  return repairActionNames.filter((action) => {
    const transition = transitionOf(action, facts.status);
    if (transition === null || !transition.who.some((role) => roles.includes(role))) return false;
    const { needs } = transition;
    if (needs.includes('running') && facts.isPaused) return false;
    if (needs.includes('paused') && !facts.isPaused) return false;
    if (needs.includes('endedPause') && !facts.hasEndedPause) return false;
    if (needs.includes('notBegun') && facts.isRemote) return false;
    if (needs.includes('onceOnly') && (action === 'assess' ? facts.isAssessed : facts.isSettled)) return false;
    const limit = limits[action];
    return !needs.includes('recent') || limit === undefined || (facts.daysSinceCompletion ?? 0) <= limit;
  });
}

/** Anybody who may read some of it. */
export const repairReaders = [
  'repairView',
  'repairWork',
  'repairDispatch',
] as const satisfies readonly PermissionName[];

/** The rights that let somebody take a step in any state; all of them are of a project. */
export const permissionsOfAction = (action: RepairAction): [PermissionName, ...PermissionName[]] => {
  const wanted = new Set(
    repairTransitions
      .filter((each) => each.action === action)
      .flatMap(({ who }) => who.map((role): PermissionName => permissionOfRole[role])),
  );
  if (repairTransitions.some((each) => each.action === action && each.who.includes('acceptor')))
    wanted.add('repairDispatch');
  return permissionsOf('project').filter((name) => wanted.has(name)) as [PermissionName, ...PermissionName[]];
};

/** The call of each step. */
export const callOfAction = {
  submit: 'submitRepairActive',
  merge: 'mergeRepairActive',
  remove: 'deleteRepairActive',
  dispatch: 'dispatchRepairActive',
  accept: 'acceptRepairActive',
  reject: 'rejectRepairActive',
  reassign: 'reassignRepairActive',
  revoke: 'revokeRepairActive',
  signIn: 'signInRepairActive',
  pause: 'pauseRepairActive',
  resume: 'resumeRepairActive',
  startRemote: 'startRemoteRepairActive',
  voidPause: 'voidPauseRepairActive',
  remote: 'remoteRepairActive',
  finish: 'finishRepairActive',
  pass: 'passRepairActive',
  fail: 'failRepairActive',
  complement: 'complementRepairActive',
  assess: 'assessRepairActive',
  settle: 'settleRepairActive',
  secondMaintenance: 'secondMaintenanceRepairActive',
} as const satisfies Record<RepairAction, keyof typeof repairCalls>;
