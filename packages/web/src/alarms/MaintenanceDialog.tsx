import { useQueryClient } from '@tanstack/react-query';
import type { ShelfRow } from '@watchpost/contract';
import { Checkbox, DatePicker, Form, Modal, Select, TimePicker, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';
import { useZoneOf } from '../history/index.ts';
import { formatDateTime } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { useGuardedClose } from '../ui/form/index.ts';
import type { ShownOption } from '../ui/list/index.ts';
import './AlarmDialog.css';
import { usePlaces } from '../projects/index.ts';
import { Refused } from '../ui/index.ts';
import { shelfText } from './listText.ts';
import { ReasonField } from './ShelfFormParts.tsx';
import { refreshAlarms } from './useAlarmChanges.ts';
import { useDeviceChoices } from './useDeviceChoices.ts';
import { weekdayNames } from './weekdayNames.ts';

interface Values {
  Where: string;
  Period: [Dayjs, Dayjs];
  IsWeekly: boolean;
  Weekdays: number[];
  Clock: [Dayjs, Dayjs];
  Reason: string;
}

interface Choice {
  readonly value: string;
  readonly title: string;
  readonly selectable?: boolean;
  readonly children?: readonly Choice[];
}

const minute = 'YYYY-MM-DD HH:mm';

/** Plans when alarms of a device, an area or the whole project are not shown, once or every week; or changes when and why. */
export function MaintenanceDialog({
  projectId,
  shelf,
  onClose,
}: {
  projectId: number;
  /** Null: a new window. */
  shelf: ShelfRow | null;
  onClose: () => void;
}) {
  const s = useText(shelfText);
  const queryClient = useQueryClient();
  const [form] = Form.useForm<Values>();
  const isWeekly = Form.useWatch('IsWeekly', form);
  const where = Form.useWatch('Where', form);
  const [isChanged, setChanged] = useState(false);
  const close = useGuardedClose(isChanged, onClose);
  const places = usePlacesToHide(projectId);
  const timeZone = useZoneOf(projectId);
  const done = { onSuccess: onClose, onSettled: () => void refreshAlarms(queryClient) };
  const add = useCallMutation('addMaintenanceWindow', done);
  const update = useCallMutation('updateMaintenanceWindow', done);
  const send = shelf ? update : add;
  const submit = ({ Where, Period, IsWeekly, Weekdays, Clock, Reason }: Values) => {
    const times = { StartTime: Period[0].format(minute), EndTime: Period[1].format(minute) };
    const Weekly = IsWeekly ? { Weekdays, From: Clock[0].format('HH:mm'), Until: Clock[1].format('HH:mm') } : null;
    if (shelf) {
      // Only what is another: two people may each change something.
      const was = valuesOf(shelf, timeZone);
      const changes = {
        ...(times.StartTime === was.Period[0].format(minute) ? {} : { StartTime: times.StartTime }),
        ...(times.EndTime === was.Period[1].format(minute) ? {} : { EndTime: times.EndTime }),
        ...(JSON.stringify(Weekly) === JSON.stringify(shelf.Weekly) ? {} : { Weekly }),
        ...(Reason === shelf.Reason ? {} : { Reason }),
      };
      update.mutate({ body: { ShelfId: shelf.ShelfId, ...changes } });
      return;
    }
    add.mutate({
      body: {
        ProjectId: projectId,
        ...placeOf(Where),
        ...times,
        ...(Weekly ? { Weekly } : {}),
        Reason,
      },
    });
  };
  const needed = [{ required: true, message: s.fieldNeeded }];
  return (
    <Modal
      open
      width={520}
      title={shelf ? s.editWindowOf(shelf.TargetName) : s.planWindow}
      okButtonProps={{ loading: send.isPending }}
      onOk={() => form.submit()}
      mask={{ closable: !isChanged }}
      onCancel={close}
    >
      <Refused error={send.error} />
      <p className="alarm-rule">{s.windowHint}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={shelf ? valuesOf(shelf, timeZone) : { IsWeekly: false, Reason: '' }}
        onValuesChange={() => setChanged(true)}
        onFinish={submit}
      >
        {shelf ? null : (
          <Form.Item
            name="Where"
            label={s.where}
            rules={needed}
            extra={where ? <Reach projectId={projectId} where={where} /> : null}
          >
            <TreeSelect
              treeData={places as never}
              treeDefaultExpandAll
              placeholder={s.whereHint}
              key={String(places.length)}
              showSearch={{ treeNodeFilterProp: 'title' }}
            />
          </Form.Item>
        )}
        <Form.Item name="Period" label={s.period} rules={needed}>
          <DatePicker.RangePicker showTime={{ format: 'HH:mm' }} format={minute} className="alarm-window-period" />
        </Form.Item>
        <Form.Item name="IsWeekly" valuePropName="checked">
          <Checkbox>{s.weekly}</Checkbox>
        </Form.Item>
        {isWeekly ? (
          <>
            <Form.Item name="Weekdays" label={s.days} rules={needed}>
              <Select
                mode="multiple"
                options={weekdayNames.map((name, index) => ({ value: index + 1, label: s[name] }))}
              />
            </Form.Item>
            <Form.Item name="Clock" label={s.clock} rules={needed}>
              <TimePicker.RangePicker format="HH:mm" order={false} />
            </Form.Item>
          </>
        ) : null}
        <ReasonField />
      </Form>
    </Modal>
  );
}

/** What the window says, by the clock of its project. */
function valuesOf({ FromEPOCH, UntilEPOCH, Weekly, Reason }: ShelfRow, timeZone: string) {
  const local = (epochMs: number) => dayjs(formatDateTime(epochMs, timeZone));
  const clock = (time: string) => dayjs(`2026-01-01 ${time === '24:00' ? '00:00' : time}`);
  return {
    Period: [local(FromEPOCH), local(UntilEPOCH ?? FromEPOCH)] as [Dayjs, Dayjs],
    IsWeekly: Weekly !== null,
    ...(Weekly && {
      Weekdays: Weekly.Weekdays,
      Clock: [clock(Weekly.From), clock(Weekly.Until)] as [Dayjs, Dayjs],
    }),
    Reason,
  };
}

/** The project, its areas and its devices. Who sees only some devices chooses among those. */
function usePlacesToHide(projectId: number): readonly Choice[] {
  const s = useText(shelfText);
  const { limitedProjects } = useSession();
  const areas = usePlaces(projectId);
  const devices = useDeviceChoices(projectId);
  return useMemo(() => {
    const ofAreas = (nodes: readonly ShownOption[]): Choice[] =>
      nodes.map(({ value, text, children }) => ({
        value: `area:${value}`,
        title: text ?? '',
        children: ofAreas(children ?? []),
      }));
    const group = (value: string, title: string, children: readonly Choice[]): Choice[] =>
      children.length > 0 ? [{ value, title, selectable: false, children }] : [];
    const ofDevices = (devices ?? []).map(({ value, label }) => ({ value: `device:${value}`, title: label }));
    return [
      ...(limitedProjects.has(projectId)
        ? []
        : [{ value: 'project', title: s.wholeProject }, ...group('areas', s.area, ofAreas(areas ?? []))]),
      ...group('devices', s.device, ofDevices),
    ];
  }, [areas, devices, limitedProjects, projectId, s]);
}

/** `area:12` as a call names it. */
const placeOf = (where: string): { AreaId?: number; DeviceId?: number } => {
  const [kind, id] = where.split(':');
  return kind === 'area' ? { AreaId: Number(id) } : kind === 'device' ? { DeviceId: Number(id) } : {};
};

/** How much would be hidden: a whole site in one click is to be known before. */
function Reach({ projectId, where }: { projectId: number; where: string }) {
  const s = useText(shelfText);
  const { data } = useCall('getMaintenanceReach', { body: { ProjectId: projectId, ...placeOf(where) } });
  return data ? s.covers(data.DeviceCount, data.AlarmCount) : null;
}
