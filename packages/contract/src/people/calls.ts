import { companyCalls } from './companyCalls.ts';
import { explainCalls } from './explainCalls.ts';
import { invitationCalls } from './invitationCalls.ts';
import { invitingCalls } from './invitingCalls.ts';
import { memberCalls } from './memberCalls.ts';
import { memberImportCalls } from './memberImportCalls.ts';
import { ownRightCalls } from './ownRightCalls.ts';
import { roleCalls } from './roleCalls.ts';
import { roleHolderCalls } from './roleHolderCalls.ts';

/** Who may do what: one's own rights, roles, members, invitations, and why somebody cannot. */
export const peopleCalls = {
  ...companyCalls,
  ...explainCalls,
  ...invitationCalls,
  ...invitingCalls,
  ...memberCalls,
  ...memberImportCalls,
  ...ownRightCalls,
  ...roleCalls,
  ...roleHolderCalls,
};
