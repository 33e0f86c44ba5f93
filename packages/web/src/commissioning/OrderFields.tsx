import { Input, Select } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { NumberField } from '../ui/form/index.ts';
import { debugText } from './text.ts';

/** What an order says besides its project; the same when it is added and when it is changed. */
export function OrderFields({
  field: Field,
}: {
  field: ComponentType<{ name: never; label: string; children: ReactNode }>;
}) {
  const t = useText(debugText);
  const people = useCall('getDebugPeople', { query: {} }, { scope: 'company', staleTime: 60_000 }).data;
  const field = (name: string, label: string, input: ReactNode) => (
    <Field name={name as never} label={label}>
      {input}
    </Field>
  );
  return (
    <>
      {field('InstallUnit', t.installUnit, <Input maxLength={50} />)}
      {field('MachineType', t.machineType, <Input maxLength={50} />)}
      {field(
        'DebugPersonId',
        t.person,
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={people?.map(({ UserId, UserName }) => ({ value: UserId, label: UserName })) ?? []}
        />,
      )}
      {field('PlannedFrom', t.plannedFrom, <DayField />)}
      {field('PlannedTo', t.plannedTo, <DayField />)}
      {field('Region', t.region, <Input maxLength={50} />)}
      {field('Address', t.address, <Input maxLength={100} />)}
      {field('EstimatedHours', t.estimated, <NumberField min={0} step={0.25} />)}
      {field('ActualHours', t.actual, <NumberField min={0} step={0.25} />)}
      <div className="form-wide">{field('Note', t.note, <Input.TextArea maxLength={200} autoSize />)}</div>
    </>
  );
}
