import {
  type DayFilter,
  dayFilters,
  dayFilterWords,
  type ExecutionMode,
  executionModes,
  executionModeWords,
  NewScheduleJob,
  parseModes,
  parseModeWords,
  type ScheduleGroupRow,
  ScheduleJobChange,
  type ScheduleJobRow,
  scheduleContentTypeNames,
  scheduleContentTypes,
  scheduleMethods,
} from '@watchpost/contract';
import { Button, Form, Input, Select, Switch } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { ValueInput } from '../writing/index.ts';
import { callsAboutSchedules } from './callsAboutSchedules.ts';
import { Dues } from './Dues.tsx';
import { ExpressionField } from './ExpressionField.tsx';
import { scheduleText } from './text.ts';
import './scheduling.css';

const shownDues = 4;

/** Adds a task, or changes one: when it is due, and what it does then. */
export function TaskDialog({
  present,
  groups,
  groupId,
  onClose,
}: {
  present: ScheduleJobRow | null;
  groups: readonly ScheduleGroupRow[];
  groupId: number | null;
  onClose: () => void;
}) {
  const t = useText(scheduleText);
  const inWords = useBilingual();
  const save = useSave(callsAboutSchedules, onClose);
  const initial = useMemo(
    () => ({
      GroupId: present?.GroupId ?? groupId ?? (groups.length === 1 ? groups[0]!.GroupId : undefined),
      JobName: present?.JobName ?? '',
      JobDescription: present?.JobDescription ?? '',
      JobTimeExpression: present?.JobTimeExpression ?? '0 22 * * *',
      DayFilter: present?.DayFilter ?? ('all' as const),
      ExecutionMode: present?.ExecutionMode ?? ('write' as const),
      PointValueList: present?.PointValueList ?? [],
      Url: present?.Url ?? null,
      Method: present?.Method ?? ('POST' as const),
      ContentType: present?.ContentType ?? ('json' as const),
      Params: present?.Params ?? '',
      Timeout: present?.Timeout ?? 30,
      RespCodeList: present?.RespCodeList ?? [200],
      ParseMode: present?.ParseMode ?? ('none' as const),
      ParsePointer: present?.ParsePointer ?? null,
      ParseValue: present?.ParseValue ?? '',
      GraceMinutes: present?.GraceMinutes ?? null,
      Enabled: present?.JobStatus ?? true,
    }),
    [present, groupId, groups],
  );
  const form = useSchemaForm(NewScheduleJob, {
    initial,
    add: (body) => save('addScheduleJob', { body }, t.taskAdded),
    edit:
      present &&
      ((body) =>
        save(
          'editScheduleJob',
          { body: ScheduleJobChange.parse({ ...body, JobId: present.JobId }) as never },
          t.saved,
        )),
  });
  const typed = Form.useWatch([], form.antd) as Partial<typeof initial> | undefined;
  const mode: ExecutionMode = typed?.ExecutionMode ?? initial.ExecutionMode;
  const chosenGroup: number | undefined = typed?.GroupId ?? initial.GroupId;
  const days: DayFilter = typed?.DayFilter ?? initial.DayFilter;
  const parseMode = typed?.ParseMode ?? initial.ParseMode;
  const expression = useDeferredValue((typed?.JobTimeExpression ?? initial.JobTimeExpression).trim());
  const typedValues = useDeferredValue(typed?.PointValueList ?? initial.PointValueList);
  // A point whose value is not typed yet would write nothing.
  const writes = mode === 'write' ? typedValues.filter(({ Value }) => typeof Value === 'number') : [];
  const points = groups.find(({ GroupId }) => GroupId === chosenGroup)?.PointList ?? [];
  return (
    <FormDialog form={form} title={present ? t.editTask : t.addTask} width={760} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="JobName" label={t.name}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="GroupId" label={t.group}>
          <Select
            options={groups.map(({ GroupId, GroupName }) => ({ value: GroupId, label: GroupName }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </form.Field>
        <div className="form-wide">
          <form.Field name="JobDescription" label={t.description}>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
          </form.Field>
        </div>
        <form.Field name="JobTimeExpression" label={t.expression}>
          <ExpressionField />
        </form.Field>
        <form.Field name="DayFilter" label={t.days}>
          <Select options={dayFilters.map((value) => ({ value, label: inWords(dayFilterWords[value]) }))} />
        </form.Field>
        <div className="form-wide">
          {chosenGroup === undefined ? null : (
            <Dues
              groupId={chosenGroup}
              jobId={present?.JobId ?? null}
              expression={expression}
              days={days}
              writes={writes}
              count={shownDues}
            />
          )}
        </div>
        <form.Field name="ExecutionMode" label={t.mode}>
          <Select options={executionModes.map((value) => ({ value, label: inWords(executionModeWords[value]) }))} />
        </form.Field>
        <form.Field name="GraceMinutes" label={t.grace} extra={t.graceHint}>
          <NumberField min={1} max={1440} precision={0} />
        </form.Field>
        {mode === 'write' ? (
          <div className="form-wide">
            <form.Field name="PointValueList" label={t.values} extra={t.valuesHint}>
              <PointValues points={points} />
            </form.Field>
          </div>
        ) : (
          <>
            <div className="form-wide">
              <form.Field name="Url" label={t.url} required>
                <Input maxLength={500} spellCheck={false} autoComplete="off" placeholder="https://" />
              </form.Field>
            </div>
            <form.Field name="Method" label={t.method}>
              <Select options={scheduleMethods.map((value) => ({ value, label: value }))} />
            </form.Field>
            <form.Field name="ContentType" label={t.contentType}>
              <Select
                options={scheduleContentTypeNames.map((value) => ({
                  value,
                  label: scheduleContentTypes[value].split(';')[0],
                }))}
              />
            </form.Field>
            <div className="form-wide">
              <form.Field name="Params" label={t.params}>
                <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} />
              </form.Field>
            </div>
            <form.Field name="Timeout" label={t.timeout}>
              <NumberField min={1} max={300} precision={0} />
            </form.Field>
            <form.Field name="RespCodeList" label={t.respCodes}>
              <StatusCodes />
            </form.Field>
            <form.Field name="ParseMode" label={t.parseMode}>
              <Select options={parseModes.map((value) => ({ value, label: inWords(parseModeWords[value]) }))} />
            </form.Field>
            {parseMode === 'none' ? (
              <span />
            ) : (
              <div className="form-columns">
                <form.Field name="ParsePointer" label={t.parsePointer} required>
                  <Input maxLength={200} placeholder="/data/code" spellCheck={false} />
                </form.Field>
                <form.Field name="ParseValue" label={t.parseValue}>
                  <Input maxLength={200} />
                </form.Field>
              </div>
            )}
          </>
        )}
        <form.Field name="Enabled" label={t.enabled} extra={t.ownerHint} valuePropName="checked">
          <Switch />
        </form.Field>
      </div>
    </FormDialog>
  );
}

/** Statuses as numbers, typed one by one. */
function StatusCodes({
  value = [],
  onChange,
  ...field
}: {
  value?: number[];
  onChange?: (value: number[]) => void;
  id?: string;
}) {
  return (
    <Select
      {...field}
      mode="tags"
      tokenSeparators={[',', ' ']}
      value={value.map(String)}
      onChange={(codes: string[]) => onChange?.(codes.map(Number).filter((code) => Number.isInteger(code)))}
    />
  );
}

type PointValue = ScheduleJobRow['PointValueList'][number];

/** Points of the group with the value each gets, in their order. `value` and `onChange` come from the form. */
function PointValues({
  points,
  value = [],
  onChange,
  id,
}: {
  points: ScheduleGroupRow['PointList'];
  value?: PointValue[];
  onChange?: (value: PointValue[]) => void;
  id?: string;
}) {
  const t = useText(scheduleText);
  const nameOf = (pointId: number) => {
    const point = points.find(({ PointId }) => PointId === pointId);
    return point ? [point.DeviceName, point.PointName].filter(Boolean).join(' · ') : `#${pointId}`;
  };
  const free = points.filter(({ PointId }) => !value.some((each) => each.PointId === PointId));
  if (points.length === 0 && value.length === 0) return <p className="schedule-faint">{t.noPoints}</p>;
  return (
    <div className="schedule-values" id={id}>
      {value.map((each, i) => {
        const name = nameOf(each.PointId);
        const change = (Value: number | null) =>
          onChange?.(value.map((one, at) => (at === i ? { ...one, Value: Value as number } : one)));
        const point = points.find(({ PointId }) => PointId === each.PointId);
        return (
          <div className="schedule-value" key={each.PointId}>
            <span>{name}</span>
            <ValueInput
              point={point ?? { Unit: '', Decimals: 1, UnitMap: [] }}
              allowed={[]}
              value={each.Value}
              onChange={change}
              aria-label={`${t.value}: ${name}`}
            />
            <Button
              aria-label={t.removePoint(name)}
              onClick={() => onChange?.(value.filter(({ PointId }) => PointId !== each.PointId))}
            >
              {t.delete}
            </Button>
          </div>
        );
      })}
      {free.length === 0 ? null : (
        <Select
          aria-label={t.addPoint}
          placeholder={t.addPoint}
          value={null}
          options={free.map(({ PointId }) => ({ value: PointId, label: nameOf(PointId) }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(PointId: number | null) =>
            PointId !== null && onChange?.([...value, { PointId, Value: undefined as never }])
          }
        />
      )}
    </div>
  );
}
