import { type AlarmRow, alarmLevels } from '@watchpost/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useDeviceClasses } from '../lib/useDeviceClasses.ts';
import { type HistoryOfAlarm, MessageHistoryDialog } from '../notifications/index.ts';
import { SeverityMark, useNotify } from '../ui/index.ts';
import type { Filters } from '../ui/list/filters.ts';
import { type List, ListPage, type PageAnswer, type RowAction, useList, whileWaiting } from '../ui/list/index.ts';
import { AlarmCard } from './AlarmCard.tsx';
import './AlarmList.css';
import { usePlaces } from '../projects/index.ts';
import { AlarmBatch } from './AlarmBatch.tsx';
import { type AlarmView, alarmFilterOf, alarmList, workList } from './alarmList.ts';
import { alarmName, needsConfirmation } from './alarmStatus.ts';
import type { AlarmTabProps } from './alarmTabProps.ts';
import { HandleDialog } from './HandleDialog.tsx';
import { listText, shelfText } from './listText.ts';
import { pollWhileActive } from './pollWhileActive.ts';
import { ShelveDialog } from './ShelveDialog.tsx';
import { text } from './text.ts';
import { useAcknowledge } from './useAcknowledge.ts';
import { useAlarmColumns } from './useAlarmColumns.tsx';
import { useAlarmInAddress } from './useAlarmInAddress.ts';
import { useDeviceChoices } from './useDeviceChoices.ts';

import { useEndShelf } from './useEndShelf.ts';

const scopeOf = (projectId: number | null) => (projectId === null ? 'company' : 'project');

/** Active, or not confirmed by anybody yet. */
export const CurrentAlarms = (props: AlarmTabProps) => <OpenList view="current" {...props} />;

/** Confirmed and still active. */
export const ConfirmedAlarms = (props: AlarmTabProps) => <OpenList view="confirmed" {...props} />;

function OpenList({ projectId, view }: AlarmTabProps & { view: 'current' | 'confirmed' }) {
  const list = useList(alarmList);
  const input = {
    query: view === 'confirmed' ? { status: 1 } : {},
    body: alarmFilterOf(list.query, projectId),
  } as const;
  const page = useCall('getAlarmAct', input, {
    scope: scopeOf(projectId),
    refetchInterval: pollWhileActive,
    ...whileWaiting,
  });
  const exportList = useListExport();
  const hidden = useHiddenCount(projectId);
  const rows = { list, page, view, projectId, hidden };
  return (
    <AlarmRows
      {...rows}
      onExport={() => exportList(view === 'confirmed' ? 'confirmedAlarms' : 'alarms', input)}
      actions={<HiddenCount count={hidden} />}
    />
  );
}

/** Nobody has recorded a follow-up for them yet. */
export function PendingAlarms({ projectId }: AlarmTabProps) {
  const list = useList(workList);
  const input = { query: {}, body: alarmFilterOf(list.query, projectId) };
  const page = useCall('getAlarmPendingSolve', input, {
    scope: scopeOf(projectId),
    refetchInterval: pollWhileActive,
    ...whileWaiting,
  });
  const exportList = useListExport();
  return (
    <AlarmRows {...{ list, page, projectId }} view="pending" onExport={() => exportList('pendingAlarms', input)} />
  );
}

/** Returned to normal. */
export function PastAlarms({ projectId }: AlarmTabProps) {
  const list = useList(workList);
  const input = { query: {}, body: alarmFilterOf(list.query, projectId) };
  const page = useCall('getAlarmClear', input, { scope: scopeOf(projectId), ...whileWaiting });
  const exportList = useListExport();
  return <AlarmRows {...{ list, page, projectId }} view="past" onExport={() => exportList('alarmHistory', input)} />;
}

/** Active and not shown. */
export function HiddenList({ projectId }: AlarmTabProps) {
  const list = useList(alarmList);
  const input = { body: alarmFilterOf(list.query, projectId) };
  const page = useCall('getAlarmHidden', input, {
    scope: scopeOf(projectId),
    refetchInterval: pollWhileActive,
    ...whileWaiting,
  });
  const exportList = useListExport();
  return <AlarmRows {...{ list, page, projectId }} view="hidden" onExport={() => exportList('hiddenAlarms', input)} />;
}

/** How many active alarms the list of current alarms does not hold. */
function useHiddenCount(projectId: number | null): number {
  const { company } = useSession();
  const { data } = useCall(
    'getAlarmOverNum',
    { query: { companyId: company.CompanyId }, body: projectId === null ? {} : { ProjectId: projectId } },
    { scope: scopeOf(projectId), refetchInterval: pollWhenNotLive(30_000) },
  );
  return data?.Hidden ?? 0;
}

/** "3 hidden", with the way to them for users who may go there. */
function HiddenCount({ count }: { count: number }) {
  const l = useText(listText);
  const mayManage = useMay('alarmManage');
  if (count === 0) return null;
  return mayManage ? (
    <Link className="alarm-hidden-count" to="?tab=hidden">
      {l.nHidden(count)}
    </Link>
  ) : (
    <span className="alarm-hidden-count">{l.nHidden(count)}</span>
  );
}

const emptyOf = {
  current: [text.none, text.noneHint],
  confirmed: [text.noneConfirmed, text.noneConfirmedHint],
  pending: [listText.nonePending, listText.nonePendingHint],
  past: [listText.nonePast, listText.nonePastHint],
  hidden: [listText.noneHidden, listText.noneHiddenHint],
} as const;

const personOptions = (people: readonly { Key: number; Value: string }[] = []) =>
  people.map(({ Key, Value }) => ({ value: Key, label: Value }));

/** What a dialog is about, and what follows when it is done. */
interface Chosen {
  readonly alarms: readonly AlarmRow[];
  readonly onDone?: () => void;
}
const none: Chosen = { alarms: [] };

interface RowsProps<F extends Filters, Sort extends string> {
  list: List<F, Sort>;
  page: PageAnswer<AlarmRow>;
  view: AlarmView;
  projectId: number | null;
  onExport: () => unknown;
  actions?: React.ReactNode;
  /** How many are active that this list does not hold, because they are hidden. */
  hidden?: number;
}

/**
 * Alarms and what can be done about them: `a` confirms the one the focus is in, `h` handles, `s` shelves; several can be done at
 * once. The server refuses what a colleague has done already.
 */
function AlarmRows<F extends Filters, Sort extends string>({
  list,
  page,
  view,
  projectId,
  onExport,
  actions,
  hidden = 0,
}: RowsProps<F, Sort>) {
  const t = useText(text);
  const l = useText(listText);
  const inWords = useBilingual();
  const s = useText(shelfText);
  const { projects, company } = useSession();
  const [, open] = useAlarmInAddress();
  const acting = useAcknowledge();
  const notify = useNotify();
  const unshelve = useEndShelf();
  const mayHandle = useMay('alarmHandle');
  const mayConfirm = (row: AlarmRow) => mayHandle && needsConfirmation(row);
  const mayFollowUp = (row: AlarmRow) => mayHandle && !needsConfirmation(row);
  const mayShelve = (row: AlarmRow) => mayHandle && row.Active && row.Hidden === null;
  const allProjects = projectId === null;
  const columns = useAlarmColumns(view, allProjects);
  const [handling, handle] = useState<Chosen>(none);
  const [shelving, shelve] = useState<Chosen>(none);
  const mayManage = useMay('alarmManage');
  const [messagesOf, showMessagesOf] = useState<HistoryOfAlarm | null>(null);
  const needsPeople = 'confirmedBy' in list.definition.filters;
  const people = useCall(
    'getAlarmPeople',
    { query: projectId === null ? { companyId: company.CompanyId } : { ProjectId: projectId } },
    { scope: scopeOf(projectId), staleTime: 60_000, enabled: needsPeople },
  ).data;
  const places = usePlaces(projectId);
  const devices = useDeviceChoices(projectId);
  const classes = useDeviceClasses();

  const rowActions = (row: AlarmRow): RowAction[] => {
    const name = alarmName(row);
    const shown: (RowAction | false)[] = [
      mayConfirm(row) && {
        key: 'confirm',
        label: t.confirm,
        fullLabel: t.confirmOf(name),
        inline: true,
        busy: acting.pendingId === row.Id,
        run: () => acting.acknowledge(row),
      },
      view === 'hidden' &&
        mayHandle &&
        row.Hidden?.Kind === 'shelved' && {
          key: 'unshelve',
          label: s.unshelve,
          inline: true,
          run: () => unshelve(row.Hidden!.ShelfId),
        },
      mayFollowUp(row) && {
        key: 'handle',
        label: t.handle,
        fullLabel: t.handleOf(name),
        inline: true,
        run: () => handle({ alarms: [row] }),
      },
      {
        key: 'open',
        label: t.details,
        fullLabel: t.detailsOf(name),
        // A click on the row opens it, too: where something else is to be done first that has the room.
        inline: !mayFollowUp(row) && !mayConfirm(row),
        run: () => open(row.Id),
      },
      mayShelve(row) && {
        key: 'shelve',
        label: s.shelve,
        fullLabel: s.shelveOf(name),
        run: () => shelve({ alarms: [row] }),
      },
      (mayHandle || mayManage) && {
        key: 'messages',
        label: t.messageHistory,
        run: () => showMessagesOf({ alarmId: row.Id, projectId: row.ProjectId, name }),
      },
    ];
    return shown.filter((action) => action !== false);
  };
  const [title, hint] = emptyOf[view];

  return (
    <div className="alarm-list">
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.alarms}
        keyOf={(row: AlarmRow) => row.Id}
        nameOf={alarmName}
        options={
          {
            project: allProjects
              ? projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))
              : null,
            levels: alarmLevels.map((level) => ({
              value: level,
              label: <SeverityMark level={level} variant="word" />,
            })),
            places,
            classes,
            ...(allProjects ? { device: null } : { device: devices ?? [], deviceName: null }),
            ...(needsPeople
              ? { confirmedBy: personOptions(people?.ConfirmList), commentedBy: personOptions(people?.CommentList) }
              : {}),
          } as never
        }
        onOpen={(row) => open(row.Id)}
        rowActions={rowActions}
        actionsWidth={156}
        rowKeys={[
          { keys: 'a', what: text.confirmThisRow, run: (row) => mayConfirm(row) && acting.acknowledge(row) },
          {
            keys: 'h',
            what: listText.handleRow,
            run: (row) => {
              if (mayFollowUp(row)) handle({ alarms: [row] });
              else if (mayHandle) notify.info(t.confirmFirst);
            },
          },
          { keys: 's', what: listText.shelveRow, run: (row) => mayShelve(row) && shelve({ alarms: [row] }) },
        ]}
        rowClass={(row) => (needsConfirmation(row) && row.Active ? `alarm-mark-${row.Level}` : undefined)}
        {...(mayHandle && view !== 'hidden'
          ? {
              batch: (selected: readonly AlarmRow[], clear: () => void) => (
                <AlarmBatch
                  alarms={selected}
                  onHandle={(alarms) => handle({ alarms, onDone: clear })}
                  onShelve={(alarms) => shelve({ alarms, onDone: clear })}
                  onDone={clear}
                />
              ),
            }
          : {})}
        {...(mayManage ? { onExport } : {})}
        actions={actions}
        empty={
          // "All is well" would be a lie.
          view === 'current' && hidden > 0
            ? {
                title: l.areHidden(hidden),
                hint: l.areHiddenHint,
                ...(mayManage ? { action: <Link to="?tab=hidden">{l.showHidden}</Link> } : {}),
              }
            : { title: inWords(title), hint: inWords(hint) }
        }
        card={(row) => <AlarmCard alarm={row} withProject={allProjects} />}
      />
      <MessageHistoryDialog alarm={messagesOf} onClose={() => showMessagesOf(null)} />
      {handling.alarms.length > 0 ? <HandleDialog {...handling} onClose={() => handle(none)} /> : null}
      {shelving.alarms.length > 0 ? <ShelveDialog {...shelving} onClose={() => shelve(none)} /> : null}
    </div>
  );
}
