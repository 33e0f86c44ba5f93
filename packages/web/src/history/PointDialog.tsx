import { SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import './PointDialog.css';
import { text } from './text.ts';
import { useFreePoints } from './useFreePoints.ts';
import { useSettled } from './useSettled.ts';

/** A point as it was picked. */
export interface NamedPoint {
  readonly PointId: number;
  readonly PointName: string;
  /** Of its device; empty: it serves none. */
  readonly MName: string;
  readonly Unit: string;
  readonly ProjectId: number;
}

/** Points by subsystem, then device (spec §2), at the end those that serve none, of this project or, where it is allowed, of another. */
export function PointDialog({
  open,
  title,
  projectId: firstProject,
  anyProject = false,
  chosen,
  most,
  onPick,
  onClose,
}: {
  open: boolean;
  title: string;
  projectId: number;
  /** Other projects of the user may be picked from, too. */
  anyProject?: boolean;
  /** Those that are ticked at first. */
  chosen: readonly number[];
  most: number;
  /** Those picked, in the order of picking; of those ticked at first only the number is known. */
  onPick: (pointIds: readonly number[], points: readonly NamedPoint[]) => void;
  onClose: () => void;
}) {
  const t = useText(text);
  const [picked, setPicked] = useState<ReadonlyMap<number, NamedPoint | null>>(
    () => new Map(chosen.map((id) => [id, null])),
  );
  const [projectId, setProjectId] = useState(firstProject);
  const { projects } = useSession();
  return (
    <Modal
      open={open}
      title={title}
      width={820}
      onCancel={onClose}
      destroyOnHidden
      okText={t.take(picked.size)}
      cancelText={t.cancel}
      okButtonProps={{ disabled: picked.size === 0 }}
      onOk={() =>
        onPick(
          [...picked.keys()],
          [...picked.values()].filter((point) => point !== null),
        )
      }
    >
      {anyProject ? (
        <Select<number>
          className="point-dialog-project"
          aria-label={t.project}
          value={projectId}
          onChange={setProjectId}
          showSearch={{ optionFilterProp: 'label' }}
          options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
        />
      ) : null}
      <Columns key={projectId} projectId={projectId} picked={picked} setPicked={setPicked} most={most} />
    </Modal>
  );
}

/** What points stand at: a device, or the project itself. */
interface Place {
  readonly Mtid: number;
  readonly MName: string;
  readonly BigTypeId: number;
  readonly BigTypeName: string;
  readonly Points: readonly Pick<NamedPoint, 'PointId' | 'PointName' | 'Unit'>[];
}
/** In the places of device and subsystem: the points that serve none. */
const freeId = 0;

function Columns({
  projectId,
  picked,
  setPicked,
  most,
}: {
  projectId: number;
  picked: ReadonlyMap<number, NamedPoint | null>;
  setPicked: (picked: ReadonlyMap<number, NamedPoint | null>) => void;
  most: number;
}) {
  const t = useText(text);
  const devices = useCall(
    'getTableListRead',
    { body: { ProjectId: projectId, PageSize: 500 } },
    { scope: 'company', staleTime: 60_000 },
  );
  const [subsystem, setSubsystem] = useState<number | null>(null);
  const [device, setDevice] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const wanted = useSettled(search.trim());
  const isCut = devices.data !== undefined && devices.data.TotalCount > devices.data.Data.length;
  // Of a project too large to be shown whole, what is searched for.
  const searched = useCall(
    'getTableListRead',
    isCut && wanted !== '' ? { body: { ProjectId: projectId, ModelTreeName: wanted, PageSize: 500 } } : null,
    { scope: 'company', staleTime: 60_000 },
  );
  const free = useFreePoints(projectId);
  const ofDevices = (isCut && wanted !== '' ? searched.data : undefined)?.Data ?? devices.data?.Data;
  const all = useMemo(
    () =>
      ofDevices
        ?.map(
          ({ Mtid, MName, BigTypeId, BigTypeName, Points }): Place => ({
            Mtid,
            MName,
            BigTypeId,
            BigTypeName,
            Points,
          }),
        )
        .concat(
          free.length === 0
            ? []
            : { Mtid: freeId, MName: t.ofProject, BigTypeId: freeId, BigTypeName: t.ofProject, Points: free },
        ),
    [ofDevices, free, t],
  );
  const subsystems = useMemo(() => new Map(all?.map(({ BigTypeId, BigTypeName }) => [BigTypeId, BigTypeName])), [all]);
  if (devices.isError) return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />;
  if (!all) return <ListSkeleton rows={6} />;
  if (all.length === 0 && search === '') return <EmptyState title={t.noDevices} />;
  // What is ticked already is where one wants to go on.
  const home = all.find(({ Points }) => Points.some(({ PointId }) => picked.has(PointId))) ?? all[0];
  const shownSubsystem = subsystem ?? home?.BigTypeId;
  const found = all.filter(
    ({ Mtid, BigTypeId, MName }) =>
      BigTypeId === shownSubsystem && (Mtid === freeId || MName.toLowerCase().includes(search.trim().toLowerCase())),
  );
  const shown = found.find(({ Mtid }) => Mtid === device) ?? found.find((each) => each === home) ?? found[0];
  const toggle = (PointId: number, isOn: boolean) => {
    const next = new Map(picked);
    const point = shown?.Points.find((each) => each.PointId === PointId);
    if (!isOn || !point || !shown) next.delete(PointId);
    else {
      const { PointName, Unit } = point;
      const MName = shown.Mtid === freeId ? '' : shown.MName;
      next.set(PointId, { PointId, PointName, Unit, MName, ProjectId: projectId });
    }
    setPicked(next);
  };
  return (
    <div className="point-dialog">
      <section aria-label={t.subsystem}>
        <h3>{t.subsystem}</h3>
        <ul>
          {[...subsystems].map(([id, name]) => (
            <li key={id}>
              <Button
                type="text"
                block
                aria-pressed={id === shownSubsystem}
                onClick={() => {
                  setSubsystem(id);
                  setDevice(null);
                }}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t.device}>
        <h3>{t.device}</h3>
        <Input
          allowClear
          size="small"
          prefix={<SearchOutlined />}
          aria-label={t.searchDevice}
          placeholder={t.searchDevice}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {isCut ? (
          <p className="point-dialog-cut">{t.firstDevices(devices.data.Data.length, devices.data.TotalCount)}</p>
        ) : null}
        <ul>
          {found.map(({ Mtid, MName }) => (
            <li key={Mtid}>
              <Button type="text" block aria-pressed={Mtid === shown?.Mtid} onClick={() => setDevice(Mtid)}>
                {MName}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t.points}>
        <h3>
          {t.points} <small className="tabular">{t.chosenOf(picked.size, most)}</small>
        </h3>
        {picked.size >= most ? (
          <p className="point-dialog-cut" role="status">
            {t.full(most)}
          </p>
        ) : null}
        <ul>
          {shown?.Points.map(({ PointId, PointName, Unit }) => (
            <li key={PointId}>
              <Checkbox
                checked={picked.has(PointId)}
                disabled={!picked.has(PointId) && picked.size >= most}
                onChange={(event) => toggle(PointId, event.target.checked)}
              >
                {PointName}
                {Unit ? <small> {Unit}</small> : null}
              </Checkbox>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
