import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { type InvitationRow, invitationStates } from '@watchpost/contract';
import { Button, Modal, Pagination, Popconfirm, Segmented } from 'antd';
import { useState } from 'react';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton, useNotify } from '../ui/index.ts';
import './InviteDialog.css';
import { inviteText } from './inviteText.ts';
import { refreshMembers } from './refreshMembers.ts';
import type { DialogProps } from './useOpened.ts';

const pageSize = 10;

/** The invitations that were made, the roles each grants, and a way to revoke those still open. */
export function InvitationsDialog({ open, onClose, onClosed }: DialogProps) {
  const t = useText(inviteText);
  const [state, setState] = useState<InvitationRow['State'] | 'all'>('open');
  const [page, setPage] = useState(1);
  const invitations = useCall(
    'getInvitationPage',
    { query: { ...(state === 'all' ? {} : { State: state }), pageIndex: page, pageSize } },
    { scope: 'company', placeholderData: keepPreviousData },
  );
  const rows = invitations.data?.Data ?? [];
  const total = invitations.data?.TotalCount ?? 0;
  return (
    <Modal open={open} onCancel={onClose} afterClose={onClosed} width={720} title={t.invitations} footer={null}>
      <Segmented
        aria-label={t.states}
        className="invitation-states"
        value={state}
        onChange={(next) => {
          setState(next);
          setPage(1);
        }}
        options={[...invitationStates, 'all' as const].map((value) => ({ value, label: t[value] }))}
      />
      {invitations.error && !invitations.data ? (
        <ErrorState error={invitations.error} onRetry={() => void invitations.refetch()} />
      ) : !invitations.data ? (
        <ListSkeleton rows={4} />
      ) : rows.length === 0 ? (
        <EmptyState title={state === 'open' ? t.noneOpen : t.none} hint={t.noneHint} />
      ) : (
        <>
          <ul className="invitations" aria-label={t.invitations}>
            {rows.map((row) => (
              <Invitation key={row.InvitationId} row={row} />
            ))}
          </ul>
          {total > pageSize ? (
            <Pagination
              align="end"
              size="small"
              current={page}
              pageSize={pageSize}
              total={total}
              showSizeChanger={false}
              showTotal={t.total}
              onChange={setPage}
            />
          ) : null}
        </>
      )}
    </Modal>
  );
}

function Invitation({ row }: { row: InvitationRow }) {
  const t = useText(inviteText);
  const dates = useDates();
  const now = useNow(60_000);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const revoke = useCallMutation('revokeInvitation', {
    onSuccess: () => notify.success(t.revokedDone),
    onError: notify.failure,
    onSettled: () => void refreshMembers(queryClient),
  });
  const when =
    row.State === 'open'
      ? t.expiresIn(dates.duration((row.ExpireEPOCH - now) / 1000))
      : row.State === 'used'
        ? t.usedBy(row.UsedName ?? '', dates.dateTime(row.UsedEPOCH))
        : '';
  return (
    <li className="invitation">
      <div>
        <span className={`invitation-state invitation-${row.State}`}>{t[row.State]}</span>
        {when ? <span className="access-hint">{when}</span> : null}
      </div>
      <Grants row={row} />
      {row.Note ? <p className="invitation-note">{row.Note}</p> : null}
      <p className="access-hint">
        {row.CreateName} ·{' '}
        <time dateTime={new Date(row.CreateEPOCH).toISOString()}>{dates.dateTime(row.CreateEPOCH)}</time>
      </p>
      {row.State === 'open' ? (
        <Popconfirm
          title={t.revokeSure}
          okText={t.revoke}
          cancelText={t.keep}
          okButtonProps={{ danger: true }}
          onConfirm={() => revoke.mutate({ body: { InvitationId: row.InvitationId } })}
        >
          <Button className="invitation-revoke" size="small" danger loading={revoke.isPending}>
            {t.revoke}
          </Button>
        </Popconfirm>
      ) : null}
    </li>
  );
}

/** The roles that the invitation grants. */
function Grants({ row }: { row: Pick<InvitationRow, 'CompanyRoleName' | 'ProjectRoleList'> }) {
  return (
    <span className="access-tags">
      {row.CompanyRoleName ? <span className="access-tag">{row.CompanyRoleName}</span> : null}
      {row.ProjectRoleList.map(({ SubareaId, RoleId, SubareaName, RoleName }) => (
        <span key={`${SubareaId} ${RoleId}`} className="access-tag">
          {SubareaName} · {RoleName}
        </span>
      ))}
    </span>
  );
}
