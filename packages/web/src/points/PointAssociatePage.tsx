import { DownOutlined } from '@ant-design/icons';
import type { PointListRow } from '@watchpost/contract';
import { Button, Dropdown } from 'antd';
import { useMemo, useState } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { useMay, useMaySetUp, useProject, useSeesWholeProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useNextPolicy } from '../lib/useNextPolicy.ts';
import { ListPage, pagingOf, type RowAction, useList, whileWaiting } from '../ui/list/index.ts';
import { AssociateDialog, CancelLinkDialog, RelevanceDialog, SetVirtualDialog } from './AssociateDialogs.tsx';
import { BatchUpdateDialog, DeletePointsDialog, ReplaceDialog } from './BatchDialogs.tsx';
import { MakeDevicesDialog } from './MakeDevicesDialog.tsx';
import { AddPointDialog, EditPointDialog } from './PointEditor.tsx';
import { pointList, pointQuestionOf } from './pointList.ts';
import { SheetImportDialog } from './SheetImportDialog.tsx';
import { text } from './text.ts';
import { optionsOf, usePointChoices } from './usePointChoices.ts';
import { usePointColumns } from './usePointColumns.tsx';

/** Values on this list are a poll; the board and the device page are live. */
const pollMs = 15_000;

type Dialog =
  | { readonly kind: 'add'; readonly of: 'virtual' | 'computed' }
  | { readonly kind: 'import' }
  | { readonly kind: 'edit' | 'set' | 'relevance'; readonly point: PointListRow }
  | {
      readonly kind: 'associate' | 'cancel' | 'replace' | 'update' | 'make' | 'delete';
      readonly points: readonly PointListRow[];
      readonly done?: () => void;
    };

/** The points of a project with what they serve: devices and areas. */
export function PointAssociatePage() {
  const t = useText(text);
  const { ProjectId } = useProject();
  const mayPlace = useMay('projectConfig');
  const maySetUp = useMaySetUp();
  const mayMake = useSeesWholeProject() && mayPlace;
  const toPolicies = useNextPolicy();
  const exportList = useListExport();
  const list = useList(pointList);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const question = pointQuestionOf(ProjectId, list.query);
  const page = useCall(
    'getPointPage',
    { body: { ...question, ...pagingOf(list.query) } },
    { ...whileWaiting, refetchInterval: pollMs },
  );
  const columns = usePointColumns();
  const choices = usePointChoices(ProjectId);
  const options = useMemo(
    () => ({
      types: optionsOf(choices?.PointTypeList) ?? null,
      gateways: optionsOf(choices?.GatewayList) ?? null,
      slaves: choices
        ? choices.SlaveList.map(({ Key, Value, Address }) => ({ value: Key, label: `${Value} (${Address})` }))
        : null,
      subsystem: optionsOf(choices?.SubsystemList) ?? null,
      devices: optionsOf(choices?.ModelTreeList) ?? null,
      areas: optionsOf(choices?.LocationList) ?? null,
    }),
    [choices],
  );

  const close = () => setDialog(null);
  const done = () => {
    if (dialog && 'done' in dialog) dialog.done?.();
    close();
  };
  const open = (
    kind: Extract<Dialog, { points: unknown }>['kind'],
    points: readonly PointListRow[],
    clear?: () => void,
  ) => setDialog({ kind, points, ...(clear ? { done: clear } : {}) });

  // How its gateway is set up is the affair of those who may open the gateway.
  const sets = (row: PointListRow): boolean => maySetUp && !row.IsLineHidden;

  const actionsOf = (row: PointListRow): RowAction[] => [
    ...(sets(row)
      ? [{ key: 'edit', label: t.edit, inline: true, run: () => setDialog({ kind: 'edit', point: row }) }]
      : []),
    ...(maySetUp && row.Kind === 'virtual' && row.IsWrite
      ? [{ key: 'set', label: t.setValue, run: () => setDialog({ kind: 'set', point: row }) }]
      : []),
    ...(mayPlace
      ? [
          { key: 'associate', label: t.associate, inline: !sets(row), run: () => open('associate', [row]) },
          { key: 'cancel', label: t.cancelLink, run: () => open('cancel', [row]) },
          { key: 'relevance', label: t.relevance, run: () => setDialog({ kind: 'relevance', point: row }) },
        ]
      : []),
    ...(mayMake ? [{ key: 'make', label: t.makeDevices, run: () => open('make', [row]) }] : []),
    ...(sets(row) ? [{ key: 'delete', label: t.delete, danger: true, run: () => open('delete', [row]) }] : []),
  ];

  const more = [
    ...(mayMake ? [{ key: 'import', label: t.importDevices }] : []),
    ...(maySetUp
      ? [
          { key: 'virtual', label: t.addVirtual },
          { key: 'computed', label: t.addComputed },
        ]
      : []),
  ];
  const start = (key: string) =>
    setDialog(key === 'import' ? { kind: 'import' } : { kind: 'add', of: key as 'virtual' | 'computed' });

  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.points}
        keyOf={({ PointId }) => PointId}
        nameOf={({ PointName }) => PointName}
        options={options}
        rowActions={actionsOf}
        onExport={() => exportList('points', { body: question })}
        actions={
          more.length > 0 ? (
            <Dropdown trigger={['click']} menu={{ items: more, onClick: ({ key }) => start(key) }}>
              <Button type="primary" icon={<DownOutlined aria-hidden />} iconPlacement="end">
                {t.add}
              </Button>
            </Dropdown>
          ) : null
        }
        empty={{ title: t.none, hint: t.noneHint }}
        {...(maySetUp ? { onOpen: (row: PointListRow) => setDialog({ kind: 'edit', point: row }), opens: sets } : {})}
        {...(mayPlace || maySetUp
          ? {
              batch: (selected: readonly PointListRow[], clear: () => void) => (
                <>
                  {mayPlace ? (
                    <>
                      <Button onClick={() => open('associate', selected, clear)}>{t.associate}</Button>
                      <Button onClick={() => open('cancel', selected, clear)}>{t.cancelLink}</Button>
                      {mayMake ? <Button onClick={() => open('make', selected, clear)}>{t.makeDevices}</Button> : null}
                    </>
                  ) : null}
                  <Button onClick={() => open('replace', selected, clear)}>{t.replaceNames}</Button>
                  <Button onClick={() => open('update', selected, clear)}>{t.batchEdit}</Button>
                  {maySetUp ? (
                    <Button danger onClick={() => open('delete', selected, clear)}>
                      {t.delete}
                    </Button>
                  ) : null}
                </>
              ),
            }
          : {})}
      />
      {dialog?.kind === 'add' ? (
        <AddPointDialog place={{ kind: dialog.of, projectId: ProjectId }} onClose={close} />
      ) : null}
      {dialog?.kind === 'edit' ? <EditPointDialog pointId={dialog.point.PointId} onClose={close} /> : null}
      {dialog?.kind === 'set' ? <SetVirtualDialog point={dialog.point} onClose={close} /> : null}
      {dialog?.kind === 'relevance' ? <RelevanceDialog point={dialog.point} onClose={close} /> : null}
      {dialog?.kind === 'import' ? (
        <SheetImportDialog target={{ kind: 'devices', projectId: ProjectId }} onClose={close} />
      ) : null}
      {dialog?.kind === 'associate' ? <AssociateDialog points={dialog.points} onClose={close} onDone={done} /> : null}
      {dialog?.kind === 'cancel' ? <CancelLinkDialog points={dialog.points} onClose={close} onDone={done} /> : null}
      {dialog?.kind === 'replace' ? <ReplaceDialog points={dialog.points} onClose={close} onDone={done} /> : null}
      {dialog?.kind === 'update' ? <BatchUpdateDialog points={dialog.points} onClose={close} onDone={done} /> : null}
      {dialog?.kind === 'make' ? (
        <MakeDevicesDialog
          points={dialog.points}
          onClose={close}
          onDone={(deviceIds) => {
            done();
            toPolicies?.(deviceIds);
          }}
        />
      ) : null}
      {dialog?.kind === 'delete' ? <DeletePointsDialog points={dialog.points} onClose={close} onDone={done} /> : null}
    </>
  );
}
