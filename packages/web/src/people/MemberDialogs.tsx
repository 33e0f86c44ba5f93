import { lazy, Suspense } from 'react';
import type { MemberDialog } from './memberDialogs.ts';
import type { Opened } from './useOpened.ts';

// Each comes when it is first opened: most visits only look at the list.
const AddMemberDialog = lazy(() => import('./AddMemberDialog.tsx').then((m) => ({ default: m.AddMemberDialog })));
const AddFromCompanyDialog = lazy(() =>
  import('./AddFromCompanyDialog.tsx').then((m) => ({ default: m.AddFromCompanyDialog })),
);
const DataAccessDialog = lazy(() => import('./DataAccessDialog.tsx').then((m) => ({ default: m.DataAccessDialog })));
const GiveRoleDialog = lazy(() => import('./GiveRoleDialog.tsx').then((m) => ({ default: m.GiveRoleDialog })));
const ImportDialog = lazy(() => import('./ImportDialog.tsx').then((m) => ({ default: m.ImportDialog })));
const InvitationsDialog = lazy(() => import('./InvitationsDialog.tsx').then((m) => ({ default: m.InvitationsDialog })));
const InviteDialog = lazy(() => import('./InviteDialog.tsx').then((m) => ({ default: m.InviteDialog })));
const MemberConfirm = lazy(() => import('./MemberConfirm.tsx').then((m) => ({ default: m.MemberConfirm })));
const PasswordDialog = lazy(() => import('./PasswordDialog.tsx').then((m) => ({ default: m.PasswordDialog })));
const ViewAsDialog = lazy(() => import('./ViewAsDialog.tsx').then((m) => ({ default: m.ViewAsDialog })));
const WhyDialog = lazy(() => import('./WhyDialog.tsx').then((m) => ({ default: m.WhyDialog })));

/**
 * The dialog that is open over a member list.
 *
 * @param projectId null: over the company's list
 */
export function MemberDialogs({ opened, projectId }: { opened: Opened<MemberDialog>; projectId: number | null }) {
  if (opened.value === null) return null;
  return (
    <Suspense fallback={null}>
      <OpenDialog about={opened.value} opened={opened} projectId={projectId} />
    </Suspense>
  );
}

function OpenDialog({
  about,
  opened,
  projectId,
}: {
  about: MemberDialog;
  opened: Opened<MemberDialog>;
  projectId: number | null;
}) {
  const shared = { ...opened.dialog, projectId };
  // Forms are there only while they are open.
  const form = { onClose: opened.hide };
  switch (about.kind) {
    case 'addFromCompany':
      return projectId === null ? null : <AddFromCompanyDialog {...form} projectId={projectId} />;
    case 'add':
      return <AddMemberDialog {...form} projectId={projectId} onInvite={() => opened.show({ kind: 'invite' })} />;
    case 'invite':
      return (
        <InviteDialog {...form} projectId={projectId} onInvitations={() => opened.show({ kind: 'invitations' })} />
      );
    case 'invitations':
      return <InvitationsDialog {...opened.dialog} />;
    case 'import':
      return <ImportDialog {...shared} />;
    case 'activate':
    case 'inactivate':
    case 'remove':
      return <MemberConfirm {...shared} what={about.kind} members={about.members} onDone={about.onDone} />;
    case 'dataAccess':
      return <DataAccessDialog {...shared} members={about.members} onDone={about.onDone} />;
    case 'giveRole':
      return <GiveRoleDialog {...form} members={about.members} onDone={about.onDone} />;
    case 'password':
      return <PasswordDialog {...form} member={about.member} />;
    case 'viewAs':
      return <ViewAsDialog {...opened.dialog} member={about.member} />;
    case 'why':
      return <WhyDialog {...opened.dialog} member={about.member} projectId={projectId} />;
  }
}
