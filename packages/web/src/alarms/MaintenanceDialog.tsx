import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, DatePicker, Form, Input, Modal, Select, TimePicker, TreeSelect } from 'antd';
import type { Dayjs } from 'dayjs';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import './AlarmDialog.css';
import { shelfText } from './listText.ts';
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

/** Plans when alarms of a device, an area or the whole project are not shown, once or every week. */
export function MaintenanceDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const s = useText(shelfText);
  const queryClient = useQueryClient();
  const [form] = Form.useForm<Values>();
  const isWeekly = Form.useWatch('IsWeekly', form);
  const places = usePlaces(projectId);
  const send = useCallMutation('addMaintenanceWindow', {
    onSuccess: onClose,
    onSettled: () => void refreshAlarms(queryClient),
  });
  const submit = ({ Where, Period, IsWeekly, Weekdays, Clock, Reason }: Values) => {
    const [kind, id] = Where.split(':');
    send.mutate({
      body: {
        ProjectId: projectId,
        ...(kind === 'area' ? { AreaId: Number(id) } : kind === 'device' ? { DeviceId: Number(id) } : {}),
        StartTime: Period[0].format(minute),
        EndTime: Period[1].format(minute),
        ...(IsWeekly ? { Weekly: { Weekdays, From: Clock[0].format('HH:mm'), Until: Clock[1].format('HH:mm') } } : {}),
        Reason,
      },
    });
  };
  const needed = [{ required: true, message: s.fieldNeeded }];
  return (
    <Modal
      open
      width={520}
      title={s.planWindow}
      okButtonProps={{ loading: send.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {send.error ? (
        <p className="alarm-hint alarm-hint-refused" role="alert">
          {send.error.message}
        </p>
      ) : null}
      <p className="alarm-rule">{s.windowHint}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ Where: 'project', IsWeekly: false, Reason: '' }}
        onFinish={submit}
      >
        <Form.Item name="Where" label={s.where} rules={needed}>
          <TreeSelect
            treeData={places as never}
            treeDefaultExpandAll
            key={String(places.length)}
            showSearch={{ treeNodeFilterProp: 'title' }}
          />
        </Form.Item>
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
        <Form.Item
          name="Reason"
          label={s.reason}
          rules={[{ required: true, whitespace: true, message: s.reasonNeeded }]}
        >
          <Input maxLength={200} placeholder={s.reasonHint} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** The project, its areas and its devices. Who sees only some devices chooses among those. */
function usePlaces(projectId: number): readonly Choice[] {
  const s = useText(shelfText);
  const { company, limitedProjects } = useSession();
  const areas = useCall(
    'getAllSubareaTree',
    { query: { companyId: company.CompanyId, projectId } },
    { scope: 'company', staleTime: 60_000 },
  ).data;
  const devices = useDeviceChoices(projectId);
  return useMemo(() => {
    type Node = NonNullable<typeof areas>[number];
    const ofAreas = (nodes: readonly Node[]): Choice[] =>
      nodes.map(({ SubareaId, SubareaName, Children }) => ({
        value: `area:${SubareaId}`,
        title: SubareaName,
        children: ofAreas(Children),
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
