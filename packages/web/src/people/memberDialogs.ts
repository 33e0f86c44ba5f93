import type { MemberRow } from '@watchpost/contract';

/** Which dialog of a member list is open, and about whom. */
export type MemberDialog =
  | { readonly kind: 'add' | 'addFromCompany' | 'invite' | 'invitations' | 'import' }
  | {
      readonly kind: 'activate' | 'inactivate' | 'remove' | 'dataAccess' | 'giveRole';
      readonly members: readonly MemberRow[];
      /** After it was done: they are no longer selected. */
      readonly onDone?: () => void;
    }
  | { readonly kind: 'password' | 'viewAs' | 'why'; readonly member: MemberRow };
