import type { StrategyPoint } from '@watchpost/contract';
import { Button, Modal, Select, Table } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { SearchField } from '../../ui/list/index.ts';
import { text } from './text.ts';

const shown = 500;

/** The points of a strategy, by device, with a dialog to choose them. A field: its value are ids. */
export function PointsField({
  value = [],
  onChange,
  projectId,
  known,
  learn,
  classId,
  typeId,
  disabled,
  hidden,
}: {
  value?: number[];
  onChange?: (ids: number[]) => void;
  projectId: number;
  /** Points that were met already, by id. */
  known: ReadonlyMap<number, StrategyPoint>;
  learn: (points: readonly StrategyPoint[]) => void;
  classId: number | null;
  typeId: number | null;
  disabled: boolean;
  hidden: number;
}) {
  const t = useText(text);
  const [choosing, setChoosing] = useState(false);
  const rows = value.flatMap((id) => known.get(id) ?? []);
  return (
    <div className="strategy-points">
      <div className="strategy-points-bar">
        <span className="tabular">{t.chosenPoints(value.length)}</span>
        {hidden > 0 ? <small>{t.hiddenPoints(hidden)}</small> : null}
        {disabled ? null : <Button onClick={() => setChoosing(true)}>{t.choosePoints}</Button>}
      </div>
      {rows.length > 0 ? (
        <ul className="strategy-point-list">
          {rows.slice(0, 200).map((point) => (
            <li key={point.PointId}>
              <span>{[point.ModelTreeName, point.PointName].filter(Boolean).join(' · ')}</span>
              {disabled ? null : (
                <Button
                  type="text"
                  size="small"
                  aria-label={`${t.remove} ${point.PointName}`}
                  onClick={() => onChange?.(value.filter((id) => id !== point.PointId))}
                >
                  ×
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {choosing ? (
        <ChooseDialog
          projectId={projectId}
          initial={value}
          classId={classId}
          typeId={typeId}
          learn={learn}
          onDone={(ids) => {
            setChoosing(false);
            onChange?.(ids);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  );
}

function ChooseDialog({
  projectId,
  initial,
  classId,
  typeId,
  learn,
  onDone,
  onClose,
}: {
  projectId: number;
  initial: number[];
  classId: number | null;
  typeId: number | null;
  learn: (points: readonly StrategyPoint[]) => void;
  onDone: (ids: number[]) => void;
  onClose: () => void;
}) {
  const t = useText(text);
  const [ids, setIds] = useState(initial);
  const [words, setWords] = useState('');
  const [classes, setClasses] = useState(classId === null ? [] : [classId]);
  const [types, setTypes] = useState(typeId === null ? [] : [typeId]);
  const [areas, setAreas] = useState<number[]>([]);
  const choices = useCall('getAlarmStrategyChoices', { query: { projectId } }, { staleTime: 60_000 }).data;
  const page = useCall('getAlarmStrategyPoints', {
    body: {
      ProjectId: projectId,
      Text: words,
      SmallTypeIdList: classes,
      PointTypeIdList: types,
      LocationIdList: areas,
      PageIndex: 1,
      PageSize: shown,
    },
  });
  const rows = page.data?.Data;
  const latest = useRef(learn);
  useEffect(() => {
    latest.current = learn;
  });
  useEffect(() => {
    if (rows) latest.current(rows);
  }, [rows]);
  const columns = useMemo(
    () => [
      { title: t.device, dataIndex: 'ModelTreeName', render: (name: string | null) => name ?? '–' },
      { title: t.point, dataIndex: 'PointName' },
      { title: t.pointType, dataIndex: 'PointTypeName' },
      { title: t.area, dataIndex: 'Area', render: (name: string | null) => name ?? '–' },
    ],
    [t],
  );
  const inPage = (rows ?? []).map(({ PointId }) => PointId);
  const toOptions = (list: readonly { Key: number; Value: string }[] | undefined) =>
    (list ?? []).map(({ Key, Value }) => ({ value: Key, label: Value }));
  const filters = [
    { label: t.deviceClass, chosen: classes, choose: setClasses, options: choices?.SmallTypeList },
    { label: t.pointType, chosen: types, choose: setTypes, options: choices?.PointTypeList },
    { label: t.area, chosen: areas, choose: setAreas, options: choices?.LocationList },
  ];
  return (
    <Modal
      open
      width={860}
      title={t.choosePoints}
      okText={t.takeChosen(ids.length)}
      cancelText={t.cancel}
      onOk={() => onDone(ids)}
      onCancel={onClose}
    >
      <div className="strategy-choose">
        <SearchField label={t.point} value={words} onChange={(typed) => setWords(typed ?? '')} />
        {filters.map(({ label, chosen, choose, options }) => (
          <Select
            key={label}
            mode="multiple"
            allowClear
            aria-label={label}
            placeholder={label}
            value={chosen}
            onChange={choose}
            options={toOptions(options)}
            optionFilterProp="label"
          />
        ))}
      </div>
      <Table
        size="small"
        rowKey="PointId"
        loading={page.isPending}
        columns={columns}
        dataSource={[...(rows ?? [])]}
        pagination={false}
        scroll={{ y: 320, x: 560 }}
        locale={{ emptyText: t.noPoints }}
        rowSelection={{
          selectedRowKeys: ids,
          preserveSelectedRowKeys: true,
          onChange: (keys) => setIds(keys as number[]),
          getCheckboxProps: (row) =>
            ({ 'aria-label': [row.ModelTreeName, row.PointName].filter(Boolean).join(' · ') }) as never,
          getTitleCheckboxProps: () => ({ 'aria-label': t.allMatching(inPage.length) }) as never,
        }}
      />
      <p className="strategy-hint">
        {t.chosenPoints(ids.length)}
        {page.data && page.data.TotalCount > inPage.length
          ? ` · ${t.moreFound(inPage.length, page.data.TotalCount)}`
          : ''}
      </p>
    </Modal>
  );
}
