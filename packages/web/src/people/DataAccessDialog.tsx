import { SearchOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { type AllCalls, alarmLevels, type CallData, type MemberRow } from '@watchpost/contract';
import { Button, Checkbox, Input, Modal, Radio, Segmented, Select, Table } from 'antd';
import { useId, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { useMedia } from '../lib/useMedia.ts';
import { EmptyState, ErrorState, ListSkeleton, Refused, SeverityMark, useNotify } from '../ui/index.ts';
import './DataAccessDialog.css';
import { accessText } from './accessText.ts';
import { memberName } from './memberName.ts';
import { refreshMembers } from './refreshMembers.ts';
import type { DialogProps } from './useOpened.ts';

type Model = CallData<AllCalls['getUserModel']>;
type Right = Model['ReadWrite'];

/** Which devices of a project members see and may write, and which alarms they see there. */
export function DataAccessDialog({
  members,
  projectId,
  onDone,
  open,
  onClose,
  onClosed,
}: DialogProps & {
  members: readonly MemberRow[];
  projectId: number | null;
  onDone?: (() => void) | undefined;
}) {
  const t = useText(accessText);
  const { project, projects } = useSession();
  const [first] = members;
  const [chosen, choose] = useState<number | null>(() => {
    const memberProjects = first?.ProjectRoleList.map(({ SubareaId }) => SubareaId) ?? [];
    const known = projects.find(({ ProjectId }) => memberProjects.includes(ProjectId)) ?? project;
    return projectId ?? known?.ProjectId ?? null;
  });
  const model = useCall(
    'getUserModel',
    chosen !== null && first ? { query: { projectId: chosen, userId: first.UserId } } : null,
    // A refresh must not replace a choice that is not saved yet.
    { scope: 'company', staleTime: 0, refetchOnMount: 'always' },
  );
  const title = members.length === 1 && first ? t.dataAccessOf(memberName(first)) : t.dataAccessOfMany(members.length);
  const body = () => {
    if (chosen === null) return <EmptyState title={t.noProjectToSet} />;
    if (model.error) return <ErrorState error={model.error} onRetry={() => void model.refetch()} />;
    if (!model.data || model.isFetching) return <ListSkeleton rows={6} />;
    return (
      <Settings
        key={`${chosen} ${first?.UserId}`}
        model={model.data}
        members={members}
        onClose={onClose}
        onDone={() => {
          onDone?.();
          onClose();
        }}
      />
    );
  };
  return (
    <Modal open={open} onCancel={onClose} afterClose={onClosed} width={720} title={title} footer={null} destroyOnHidden>
      {projectId === null ? (
        <div className="data-access-project">
          <span id="data-access-project">{t.project}</span>
          <Select
            aria-labelledby="data-access-project"
            showSearch={{ optionFilterProp: 'label' }}
            value={chosen}
            options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
            onChange={choose}
          />
        </div>
      ) : null}
      {members.length > 1 && first ? <p className="access-hint">{t.startsFrom(memberName(first))}</p> : null}
      {body()}
    </Modal>
  );
}

const listedIn = ({ ModelTreeList }: Model): ReadonlyMap<number, Right> =>
  new Map(ModelTreeList.filter(({ Listed }) => Listed).map((each) => [each.ModelTreeId, each.ReadWrite]));

/** As a call says which devices somebody sees. */
const devicesOf = (DeviceMode: Model['DeviceMode'], ReadWrite: Right, listed: ReadonlyMap<number, Right>) =>
  DeviceMode === 'all'
    ? { DeviceMode, ReadWrite }
    : {
        DeviceMode,
        ModelTreeList: [...listed]
          .sort(([a], [b]) => a - b)
          .map(([ModelTreeId, right]) => ({ ModelTreeId, ReadWrite: right })),
      };

function Settings({
  model,
  members,
  onClose,
  onDone,
}: {
  model: Model;
  members: readonly MemberRow[];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText(accessText);
  const id = useId();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [mode, setMode] = useState(model.DeviceMode);
  const [right, setRight] = useState<Right>(model.ReadWrite);
  const [listed, setListed] = useState<ReadonlyMap<number, Right>>(() => listedIn(model));
  const [seen, setSeen] = useState<readonly number[]>(model.AlarmLevelList);
  const onSettled = () => void refreshMembers(queryClient);
  const set = useCallMutation('batchSetUserModelTreeAndAlarmLevel', {
    onSuccess: () => {
      notify.success(t.setDone);
      onDone();
    },
    onSettled,
  });
  const reset = useCallMutation('resetUserModel', {
    onSuccess: () => {
      notify.success(t.resetDone);
      onDone();
    },
    onSettled,
  });
  const UserIdList = members.map(({ UserId }) => UserId);
  const save = () => {
    const devices = devicesOf(mode, right, listed);
    const levels = { AlarmLevelList: [...seen] };
    // For one member only the changes are sent, so that another administrator's changes stay; several members become equal.
    const isNew = (now: object, before: object) =>
      UserIdList.length > 1 || JSON.stringify(now) !== JSON.stringify(before);
    set.mutate({
      body: {
        ProjectId: model.ProjectId,
        UserIdList,
        ...(isNew(devices, devicesOf(model.DeviceMode, model.ReadWrite, listedIn(model))) && devices),
        ...(isNew(levels, { AlarmLevelList: model.AlarmLevelList }) && levels),
      },
    });
  };

  return (
    <>
      <Refused error={set.error ?? reset.error} />
      <fieldset className="data-access-part">
        <legend>{t.devices}</legend>
        <Radio.Group
          value={mode}
          onChange={({ target }) => setMode(target.value)}
          options={[
            {
              value: 'all',
              label: (
                <>
                  {t.allDevices} <small className="access-hint">{t.allDevicesHint}</small>
                </>
              ),
            },
            { value: 'listed', label: t.listedDevices },
          ]}
        />
        {mode === 'all' ? (
          <div className="data-access-right">
            <span id={`${id}right`}>{t.mayDo}</span>
            <Segmented<Right>
              aria-labelledby={`${id}right`}
              value={right}
              onChange={setRight}
              options={[
                { value: 'read', label: t.read },
                { value: 'readWrite', label: t.readWrite },
              ]}
            />
          </div>
        ) : (
          <Devices devices={model.ModelTreeList} listed={listed} onChange={setListed} />
        )}
        <p className="access-hint">{t.readWriteHint}</p>
      </fieldset>
      <fieldset className="data-access-part">
        <legend>{t.levels}</legend>
        <Checkbox.Group
          className="data-access-levels"
          value={[...seen]}
          onChange={(next) => setSeen(alarmLevels.filter((level) => next.includes(level)))}
          options={alarmLevels.map((level) => ({
            value: level,
            label: <SeverityMark level={level} variant="word" size={12} />,
          }))}
        />
        <p className="access-hint">{seen.length === 0 ? t.noLevels : t.levelsHint}</p>
      </fieldset>
      <div className="access-footer">
        <Button
          loading={reset.isPending}
          onClick={() => reset.mutate({ body: { ProjectId: model.ProjectId, UserIdList } })}
        >
          {t.reset}
        </Button>
        <span className="access-footer-push" />
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="primary" loading={set.isPending} onClick={save}>
          {t.save}
        </Button>
      </div>
    </>
  );
}

function Devices({
  devices,
  listed,
  onChange,
}: {
  devices: Model['ModelTreeList'];
  listed: ReadonlyMap<number, Right>;
  onChange: (listed: ReadonlyMap<number, Right>) => void;
}) {
  const t = useText(accessText);
  const wide = useMedia('(min-width: 768px)');
  const [asked, setAsked] = useState('');
  const wanted = asked.trim().toLowerCase();
  const found = devices.filter(
    ({ ModelTreeName, AreaName }) =>
      wanted === '' || ModelTreeName.toLowerCase().includes(wanted) || AreaName.toLowerCase().includes(wanted),
  );
  const allFound = found.length > 0 && found.every(({ ModelTreeId }) => listed.has(ModelTreeId));
  const put = (changes: readonly (readonly [deviceId: number, right: Right | null])[]) => {
    const next = new Map(listed);
    for (const [deviceId, right] of changes) {
      if (right === null) next.delete(deviceId);
      else next.set(deviceId, right);
    }
    onChange(next);
  };
  return (
    <div className="data-access-devices">
      <div className="data-access-find">
        <Input
          type="search"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          value={asked}
          placeholder={t.searchDevices}
          aria-label={t.searchDevices}
          onChange={({ target }) => setAsked(target.value)}
        />
        <Button
          size="small"
          disabled={found.length === 0}
          onClick={() =>
            put(found.map(({ ModelTreeId }) => [ModelTreeId, allFound ? null : (listed.get(ModelTreeId) ?? 'read')]))
          }
        >
          {allFound ? t.selectNone : t.selectFound}
        </Button>
        <span className="access-hint tabular" role="status">
          {t.picked(listed.size, devices.length)}
        </span>
      </div>
      <Table
        size="small"
        rowKey="ModelTreeId"
        dataSource={found}
        locale={{ emptyText: t.noDevice }}
        pagination={found.length > 50 ? { pageSize: 50, showSizeChanger: false, size: 'small' } : false}
        scroll={{ y: 260 }}
        columns={[
          {
            title: t.device,
            key: 'device',
            render: (_, { ModelTreeId, ModelTreeName, AreaName }) => (
              <Checkbox
                aria-label={t.seesDevice(ModelTreeName)}
                checked={listed.has(ModelTreeId)}
                onChange={({ target }) => put([[ModelTreeId, target.checked ? 'read' : null]])}
              >
                {ModelTreeName}
                {wide ? null : <small className="data-access-area">{AreaName}</small>}
              </Checkbox>
            ),
          },
          // A phone has no room for a column of its own.
          ...(wide ? [{ title: t.area, key: 'area', width: 160, ellipsis: true, dataIndex: 'AreaName' }] : []),
          {
            title: t.mayWrite,
            key: 'write',
            width: 100,
            render: (_, { ModelTreeId, ModelTreeName }) => (
              <Checkbox
                aria-label={t.writesDevice(ModelTreeName)}
                disabled={!listed.has(ModelTreeId)}
                checked={listed.get(ModelTreeId) === 'readWrite'}
                onChange={({ target }) => put([[ModelTreeId, target.checked ? 'readWrite' : 'read']])}
              />
            ),
          },
        ]}
      />
      {listed.size === 0 ? <p className="access-hint">{t.nothingListed}</p> : null}
    </div>
  );
}
