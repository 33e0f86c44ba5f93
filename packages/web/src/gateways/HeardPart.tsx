import { type AllCalls, type CallData, type GatewayInfo, pointSetupCalls } from '@watchpost/contract';
import { Button, Form, Input, Select, Table } from 'antd';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useNextPolicy } from '../lib/useNextPolicy.ts';
import {
  CycleField,
  callsAboutPoints,
  MakeDevicesDialog,
  type PointOfDevice,
  usePointChoices,
} from '../points/index.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { Age, useSave } from '../ui/index.ts';
import { detailText } from './detailText.ts';
import { Part } from './Part.tsx';
import { proposedType } from './proposedType.ts';

type Heard = CallData<AllCalls['getHeardKeys']>[number];

const body = pointSetupCalls.addMqttPoint.body;
/** As far as a number of this product is shown after the point. */
const maxDecimals = 3;

const nameOf = ({ MqttDevice, MqttKey }: Heard): string => [MqttDevice, MqttKey].filter(Boolean).join(' / ');
const lastValueOf = ({ Text, Value, Unit, IsState }: Heard): string =>
  IsState ? String(Value === 1) : (Text ?? [Value ?? '–', Unit].filter((part) => part !== null).join(' '));
const decimalsOf = ({ Value, IsState }: Heard): number =>
  IsState || Value === null ? 0 : Math.min(String(Value).split('.')[1]?.length ?? 0, maxDecimals);

/** What an MQTT gateway publishes and no point is set up for: chosen ones become points. Nothing to show, nothing shown. */
export function HeardPart({ gateway }: { gateway: GatewayInfo }) {
  const { DeviceId: gatewayId, ProjectId: projectId } = gateway;
  const d = useText(detailText);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [making, setMaking] = useState<readonly Heard[] | null>(null);
  const [made, setMade] = useState<readonly PointOfDevice[] | null>(null);
  const mayMakeDevices = useMay('projectConfig');
  const toPolicies = useNextPolicy();
  const heard = useCall(
    'getHeardKeys',
    { query: { deviceId: gatewayId } },
    { scope: 'company', refetchInterval: 10_000, placeholderData: (before) => before },
  ).data;
  if (!heard || (heard.length === 0 && !making && !made)) return null;
  const picked = heard.filter((one) => chosen.includes(nameOf(one)));
  return (
    <Part
      title={`${d.heard} (${heard.length})`}
      actions={
        <Button size="small" type="primary" disabled={picked.length === 0} onClick={() => setMaking(picked)}>
          {d.makePoints(picked.length)}
        </Button>
      }
    >
      <p className="gateway-hint">{d.heardHint}</p>
      <Table
        size="small"
        rowKey={nameOf}
        dataSource={heard}
        scroll={{ x: 'max-content' }}
        pagination={heard.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: (row) => ({ 'aria-label': d.choose(nameOf(row)) }) as object,
          getTitleCheckboxProps: () => ({ 'aria-label': d.chooseAll }) as object,
        }}
        columns={[
          { title: d.heardDevice, dataIndex: 'MqttDevice' },
          { title: d.key, render: (_, row) => <span className="gateway-code">{row.MqttKey}</span> },
          { title: d.lastValue, align: 'right', render: (_, row) => lastValueOf(row) },
          { title: d.heardAt, render: (_, { Time }) => <Age at={Time} /> },
        ]}
      />
      {making ? (
        <MakeHeardDialog
          gatewayId={gatewayId}
          projectId={projectId}
          heard={making}
          onClose={() => setMaking(null)}
          onMade={(points) => {
            setChosen([]);
            if (mayMakeDevices) setMade(points);
          }}
          gatewayName={gateway.DeviceName}
        />
      ) : null}
      {made ? (
        // A point alone stands on no board.
        <MakeDevicesDialog
          points={made}
          onClose={() => setMade(null)}
          onDone={(deviceIds) => {
            setMade(null);
            toPolicies?.(deviceIds);
          }}
        />
      ) : null}
    </Part>
  );
}

function MakeHeardDialog({
  gatewayId,
  projectId,
  heard,
  gatewayName,
  onClose,
  onMade,
}: {
  gatewayId: number;
  projectId: number;
  heard: readonly Heard[];
  gatewayName: string;
  onClose: () => void;
  onMade: (points: readonly PointOfDevice[]) => void;
}) {
  const d = useText(detailText);
  const save = useSave(callsAboutPoints);
  const choices = usePointChoices(projectId);
  const form = useSchemaForm(body, {
    initial: {
      GatewayId: gatewayId,
      PointList: heard.map((one) => ({
        PointName: one.MqttKey.slice(-50),
        MqttKey: one.MqttKey,
        MqttDevice: one.MqttDevice,
        Decimals: decimalsOf(one),
      })) as unknown as z.input<typeof body>['PointList'],
    },
    save: async (values) => {
      const { PointIdList } = await save('addMqttPoint', { body: values }, d.pointsMade(heard.length));
      onClose();
      onMade(
        PointIdList.map((PointId, place) => ({
          PointId,
          PointName: values.PointList[place]?.PointName ?? '',
          SlaveId: null,
          // One device of one MQTT gateway is called by what the gateway calls it.
          SlaveName: heard[place]?.MqttDevice || gatewayName,
          GatewayName: gatewayName,
          DeviceList: [],
        })),
      );
    },
  });
  const list = Form.useWatch('PointList', form.antd) as { PointTypeId?: number }[] | undefined;
  const types = choices?.PointTypeList ?? [];
  const setType = (place: number, picked: number) => {
    const next = types.find(({ Key }) => Key === picked);
    const units = next?.UnitList ?? [];
    const sent = heard[place]?.Unit ?? '';
    const unit = next?.PointType === 1 ? '' : units.includes(sent) ? sent : (units[0] ?? '');
    form.antd.setFieldValue(['PointList', place, 'Unit'], unit);
  };
  // What most gateways call by these names is one type; the person sees it, and may choose another.
  useEffect(() => {
    for (const [place, one] of heard.entries()) {
      if (form.antd.getFieldValue(['PointList', place, 'PointTypeId']) !== undefined) continue;
      const type = proposedType(one, choices?.PointTypeList ?? []);
      if (!type) continue;
      form.antd.setFieldValue(['PointList', place, 'PointTypeId'], type.Key);
      const unit = type.UnitList.includes(one.Unit ?? '') ? one.Unit : type.UnitList[0];
      form.antd.setFieldValue(['PointList', place, 'Unit'], type.PointType === 1 ? '' : (unit ?? ''));
    }
  }, [heard, choices, form.antd]);
  return (
    <FormDialog form={form} title={d.makePoints(heard.length)} width={860} onClose={onClose}>
      <p className="gateway-hint">{d.reportsEveryHint}</p>
      <ul className="gateway-heard">
        {heard.map((one, place) => {
          const type = types.find(({ Key }) => Key === list?.[place]?.PointTypeId);
          return (
            <li key={nameOf(one)}>
              <p>
                <b className="gateway-code">{nameOf(one)}</b> · {lastValueOf(one)}
              </p>
              <div className="gateway-heard-point">
                <form.Field name={['PointList', place, 'PointName']} label={d.pointName} required>
                  <Input maxLength={50} />
                </form.Field>
                <form.Field name={['PointList', place, 'PointTypeId']} label={d.pointType} required>
                  <Select
                    showSearch={{ optionFilterProp: 'label' }}
                    loading={!choices}
                    options={types.map(({ Key, Value: label }) => ({ value: Key, label }))}
                    onChange={(picked: number) => setType(place, picked)}
                  />
                </form.Field>
                <form.Field name={['PointList', place, 'Unit']} label={d.unit}>
                  <Select
                    disabled={!type || type.PointType === 1}
                    options={type?.UnitList.map((value) => ({ value, label: value })) ?? []}
                  />
                </form.Field>
                <form.Field name={['PointList', place, 'Cycle']} label={d.reportsEvery}>
                  <CycleField mayBeMeasured />
                </form.Field>
              </div>
            </li>
          );
        })}
      </ul>
    </FormDialog>
  );
}
