import { alarmKinds, type StrategyRow } from '@watchpost/contract';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '../../lib/CallError.ts';
import { useDates } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { links } from '../../lib/links.ts';
import { useMay, useSession } from '../../lib/session.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import { useNotify } from '../../ui/index.ts';
import { type ListColumn, ListPage, pagingOf, type RowAction, useList, whileWaiting } from '../../ui/list/index.ts';
import type { AlarmTabProps } from '../alarmTabProps.ts';
import { AlarmTypesDialog } from './AlarmTypesDialog.tsx';
import { AssignPointsDialog } from './AssignPointsDialog.tsx';
import { CopyStrategyDialog } from './CopyStrategyDialog.tsx';
import { NamedPolicy } from './NamedPolicy.tsx';
import '../StatusTag.css';
import './strategies.css';
import { strategyList } from './strategyList.ts';
import { text } from './text.ts';
import { useStrategiesChanged } from './useStrategiesChanged.ts';

type Dialog = { readonly kind: 'copy' | 'assign'; readonly strategy: StrategyRow };

/** The alarm strategies of a project, or of all projects the user may see. */
export function StrategyList({ projectId }: AlarmTabProps) {
  const t = useText(text);
  const navigate = useNavigate();
  const { projects } = useSession();
  const mayAdd = useMay('alarmStrategyEdit');
  const list = useList(strategyList);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { text: name, projects: projectIds, classes, types, kinds, enabled, people } = list.query.filters;
  const scope = projectId === null ? ('company' as const) : ('project' as const);
  const page = useCall(
    'getAlarmStrategyPage',
    {
      body: {
        ...(projectId === null ? { ProjectIdList: projectIds } : { ProjectId: projectId }),
        StrategyName: name,
        SmallTypeIdList: classes,
        PointTypeIdList: types,
        AlarmClassList: kinds,
        Enabled: enabled === undefined ? undefined : enabled === 'open',
        UserIdList: people,
        ...pagingOf(list.query),
      },
    },
    { scope, ...whileWaiting },
  );
  const choices = useCall('getAlarmStrategyChoices', projectId === null ? null : { query: { projectId } }, {
    staleTime: 60_000,
  }).data;
  const acting = useActions();
  const columns = useColumns(projectId === null);
  const edit = (strategy: StrategyRow) => void navigate(links.strategy(strategy.StrategyId, strategy.ProjectId));

  const actionsOf = (row: StrategyRow): RowAction[] => [
    { key: 'edit', label: row.MayEdit ? t.edit : t.open, inline: true, run: () => edit(row) },
    ...(row.MayEdit
      ? [
          row.Enabled
            ? { key: 'close', label: t.doClose, run: () => acting.enable([row], false) }
            : { key: 'open', label: t.doOpen, run: () => acting.enable([row], true) },
          { key: 'assign', label: t.assign, run: () => setDialog({ kind: 'assign', strategy: row }) },
          { key: 'copy', label: t.copy, run: () => setDialog({ kind: 'copy', strategy: row }) },
          { key: 'delete', label: t.delete, danger: true, run: () => acting.remove([row]) },
        ]
      : []),
  ];
  const [typesOpen, setTypesOpen] = useState(false);
  const add =
    projectId !== null && mayAdd ? (
      <Button type="primary" onClick={() => void navigate(links.newStrategy)}>
        {t.add}
      </Button>
    ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.strategies}
        keyOf={(row: StrategyRow) => row.StrategyId}
        nameOf={(row) => row.StrategyName}
        options={{
          projects:
            projectId === null
              ? projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))
              : null,
          classes: choices ? choices.SmallTypeList.map(({ Key, Value }) => ({ value: Key, label: Value })) : null,
          types: choices ? choices.PointTypeList.map(({ Key, Value }) => ({ value: Key, label: Value })) : null,
          people: choices
            ? choices.PersonList.map(({ UserId, UserName }) => ({ value: UserId, label: UserName }))
            : null,
        }}
        onOpen={edit}
        rowActions={actionsOf}
        selectable={(row) => row.MayEdit}
        batch={(picked, clear) => (
          <>
            <Button onClick={() => acting.enable(picked, true, clear)}>{t.doOpen}</Button>
            <Button onClick={() => acting.enable(picked, false, clear)}>{t.doClose}</Button>
            <Button danger onClick={() => acting.remove(picked, clear)}>
              {t.delete}
            </Button>
          </>
        )}
        actions={
          <>
            <Button onClick={() => setTypesOpen(true)}>{t.kinds}</Button>
            {add}
          </>
        }
        empty={{ title: t.none, hint: t.noneHint, action: add }}
      />
      {typesOpen ? <AlarmTypesDialog projectId={projectId} onClose={() => setTypesOpen(false)} /> : null}
      {dialog?.kind === 'copy' ? (
        <CopyStrategyDialog strategy={dialog.strategy} onClose={() => setDialog(null)} />
      ) : null}
      {dialog?.kind === 'assign' ? (
        <AssignPointsDialog strategy={dialog.strategy} onClose={() => setDialog(null)} />
      ) : null}
    </>
  );
}

/** Switching and deleting; what ends alarms asks first. */
function useActions() {
  const t = useText(text);
  const notify = useNotify();
  const changed = useStrategiesChanged();
  const enabling = useCallMutation('enableAlarmStrategy');
  const deleting = useCallMutation('deleteAlarmStrategy');
  const { modal } = App.useApp();
  const idsOf = (rows: readonly StrategyRow[]) => rows.map(({ StrategyId }) => StrategyId);
  const run = async (work: () => Promise<string>, done?: () => void) => {
    try {
      notify.success(await work());
      done?.();
      await changed();
    } catch (error) {
      notify.failure(error);
      // Somebody else deleted one of them: the list must not offer it again.
      if (error instanceof CallError && error.code === 404) {
        done?.();
        await changed();
      }
    }
  };
  return {
    enable(rows: readonly StrategyRow[], enabled: boolean, done?: () => void) {
      const work = () =>
        run(async () => {
          const { Changed } = await enabling.mutateAsync({
            body: { StrategyIdList: idsOf(rows), Enabled: enabled },
          });
          return t.done(Changed);
        }, done);
      if (enabled) return void work();
      void modal.confirm({
        title: t.closeTitle(rows.length),
        content: t.closeHint,
        okText: t.doClose,
        cancelText: t.cancel,
        onOk: work,
      });
    },
    remove(rows: readonly StrategyRow[], done?: () => void) {
      void modal.confirm({
        title: t.deleteTitle(rows.length),
        content: t.deleteHint,
        okText: t.delete,
        okButtonProps: { danger: true },
        cancelText: t.cancel,
        onOk: () =>
          run(async () => {
            await deleting.mutateAsync({ body: { StrategyIdList: idsOf(rows) } });
            return t.deleted;
          }, done),
      });
    },
  };
}

/** Wide enough to be read and together no wider than a window of 1366, where the actions stand over what is too much. */
function useColumns(allProjects: boolean): readonly ListColumn<StrategyRow>[] {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t.name,
        sort: 'name',
        width: 200,
        always: true,
        onCard: 'heading',
        render: (row) => <NamedPolicy level={row.Level} name={row.StrategyName} remarks={row.Remarks} />,
      },
      ...(allProjects
        ? [
            {
              key: 'project',
              title: t.project,
              sort: 'project',
              width: 140,
              ellipsis: true,
              render: (row: StrategyRow) => row.ProjectName,
            } satisfies ListColumn<StrategyRow>,
          ]
        : []),
      {
        key: 'state',
        title: t.state,
        sort: 'enabled',
        width: 90,
        render: (row) => (
          <span className={row.Enabled ? 'strategy-on' : 'alarm-tag-calm'}>{row.Enabled ? t.opened : t.closed}</span>
        ),
      },
      {
        key: 'kinds',
        title: t.kinds,
        width: 150,
        render: (row) =>
          row.AlarmClassList.map((kind) =>
            inWords(alarmKinds[kind as keyof typeof alarmKinds] ?? { zh: kind, en: kind }),
          ).join(inWords({ zh: '、', en: ', ' })),
      },
      {
        key: 'class',
        title: t.deviceClass,
        sort: 'deviceClass',
        width: 130,
        ellipsis: true,
        render: (row) => [row.SmallTypeName, row.PointTypeName].filter(Boolean).join(' · ') || '–',
      },
      {
        key: 'points',
        title: t.points,
        width: 120,
        render: (row) => (
          <span className="strategy-count">
            {t.watches(row.PointCount, row.SourceCount)}
            {row.OverrideCount > 0 ? <small>{t.own(row.OverrideCount)}</small> : null}
          </span>
        ),
      },
      {
        key: 'people',
        title: t.people,
        width: 120,
        ellipsis: true,
        render: (row) => row.ContactNameList.join(inWords({ zh: '、', en: ', ' })) || t.nobody,
      },
      {
        key: 'open',
        title: t.alarmsNow,
        width: 90,
        align: 'right',
        render: (row) => row.OpenCount || '–',
      },
      {
        key: 'changed',
        title: t.changedAt,
        sort: 'changed',
        width: 150,
        usuallyHidden: true,
        render: (row) => <span className="tabular">{dates.dateTime(row.ChangedEPOCH)}</span>,
      },
      { key: 'by', title: t.createdBy, width: 110, usuallyHidden: true, render: (row) => row.CreateName },
    ],
    [t, inWords, dates, allProjects],
  );
}
