import {
  dayMs,
  NewTag,
  say,
  TagChange,
  type TagRow,
  tagTypes,
  tagTypeWords,
  transportErrors,
} from '@watchpost/contract';
import { Button, Input, Modal, Segmented, Select, Table } from 'antd';
import { useState } from 'react';
import { saveFile } from '../downloads/index.ts';
import { onTheWire, PeriodField, type TimeSpan, useZoneOf } from '../history/index.ts';
import { callApi } from '../lib/client.ts';
import { formatDateTimeSeconds, serverNow, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, useNotify, useSave } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { callsAboutTags } from './callsAboutTransport.ts';
import { tagText } from './text.ts';
import './transport.css';

export function AddTagDialog({ onClose }: { onClose: () => void }) {
  const t = useText(tagText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const save = useSave(callsAboutTags, onClose);
  const form = useSchemaForm(NewTag, {
    initial: { TagType: 1, cycle: 60, tOffset: 0, hOffset: 0 },
    save: (tag) => save('batchAddSensorTag', { query: { projectId: ProjectId }, body: [tag] }, t.added),
  });
  return (
    <FormDialog form={form} title={t.add} onClose={onClose}>
      <form.Field name="TagSn" label={t.sn} extra={t.snHint}>
        <Input maxLength={32} />
      </form.Field>
      <form.Field name="TagName" label={t.name} extra={t.nameHint}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="TagType" label={t.type}>
        <Select options={tagTypes.map((value) => ({ value, label: inWords(tagTypeWords[value]) }))} />
      </form.Field>
      <form.Field name="cycle" label={t.cycleSeconds} extra={t.cycleHint}>
        <NumberField min={10} max={86_400} />
      </form.Field>
    </FormDialog>
  );
}

/** What is the same of all of them. */
const shared = <Value,>(tags: readonly TagRow[], read: (tag: TagRow) => Value): Value | undefined =>
  tags.every((tag) => read(tag) === read(tags[0]!)) ? read(tags[0]!) : undefined;

/** Cycle, offsets and limits of one tag or of several; only what is changed is sent. */
export function TagDialog({ tags, onClose }: { tags: readonly TagRow[]; onClose: () => void }) {
  const t = useText(tagText);
  const mayCalibrate = useMay('tagCalibrate');
  const maySetLimits = useMay('alarmStrategyEdit');
  const save = useSave(callsAboutTags, onClose);
  const offsets = {
    tOffset: shared(tags, ({ tOffset }) => tOffset),
    hOffset: shared(tags, ({ hOffset }) => hOffset),
  };
  // Other clients know no reason; a person who changes an offset here gives one.
  const [withReason] = useState(() =>
    TagChange.refine(
      ({ tOffset, hOffset, Reason }) => Reason !== '' || (tOffset === offsets.tOffset && hOffset === offsets.hOffset),
      { path: ['Reason'], error: say(transportErrors.offsetNeedsReason) },
    ),
  );
  const form = useSchemaForm(withReason, {
    initial: {
      SensorIdList: tags.map(({ SensorId }) => SensorId),
      cycle: shared(tags, ({ cycle }) => cycle),
      ...offsets,
      Reason: '',
      tAlarm: {
        low: shared(tags, ({ tAlarm }) => tAlarm?.low ?? null),
        high: shared(tags, ({ tAlarm }) => tAlarm?.high ?? null),
      },
    },
    edits: ['SensorIdList'],
    save: (body) => save('updateSensor', { body }, t.saved),
  });
  const hasHumidity = tags.some(({ TagType }) => TagType === 2);
  return (
    <FormDialog form={form} title={t.changeOf(tags.length)} onClose={onClose}>
      <p className="transport-muted">{tags.map(({ TagName }) => TagName).join(comma())}</p>
      <form.Field name="cycle" label={t.cycleSeconds} extra={t.cycleHint}>
        <NumberField min={10} max={86_400} />
      </form.Field>
      {maySetLimits ? (
        <>
          <div className="transport-form">
            <form.Field name={['tAlarm', 'low']} label={t.low}>
              <NumberField step={0.5} />
            </form.Field>
            <form.Field name={['tAlarm', 'high']} label={t.high}>
              <NumberField step={0.5} />
            </form.Field>
          </div>
          <p className="transport-muted">{t.limitsHint}</p>
        </>
      ) : null}
      {mayCalibrate ? (
        <>
          <div className="transport-form">
            <form.Field name="tOffset" label={t.tOffset}>
              <NumberField min={-5} max={5} step={0.1} />
            </form.Field>
            {hasHumidity ? (
              <form.Field name="hOffset" label={t.hOffset}>
                <NumberField min={-10} max={10} step={0.1} />
              </form.Field>
            ) : null}
          </div>
          <form.Field name="Reason" label={t.reason} extra={`${t.offsetHint}. ${t.reasonHint}`}>
            <Input maxLength={200} />
          </form.Field>
        </>
      ) : null}
    </FormDialog>
  );
}

/** What a tag sent, or what is made of it, reading by reading. */
export function TagReadingsDialog({ tag, onClose }: { tag: TagRow; onClose: () => void }) {
  const t = useText(tagText);
  const notify = useNotify();
  const mayExport = useMay('historyExcel', 'historyExcelData');
  const timeZone = useZoneOf(tag.ProjectId);
  const now = useNow(60_000);
  const [asSent, setAsSent] = useState<'sent' | 'corrected'>('corrected');
  const [span, setSpan] = useState<TimeSpan>(() => ({ from: serverNow() - dayMs, to: serverNow() }));
  const [pageIndex, setPage] = useState(1);
  const range = { SensorId: tag.SensorId, ...onTheWire(span, timeZone) };
  const sent = useCall(
    'getOriginalSensorHistList',
    asSent === 'sent' ? { body: { ...range, PageIndex: pageIndex, PageSize: 20 } } : null,
    whileWaiting,
  );
  const corrected = useCall(
    'getSensorHistList',
    asSent === 'corrected' ? { query: { ...range, pageIndex, pageSize: 20 } } : null,
    whileWaiting,
  );
  const answer = asSent === 'sent' ? sent : corrected;
  const take = async () => {
    try {
      saveFile(
        asSent === 'sent'
          ? await callApi('exportOriginalSensorHistList', { body: range })
          : await callApi('downSensorHistoryData', { query: range }),
      );
    } catch (error) {
      notify.failure(error);
    }
  };
  const number = (
    title: string,
    name: 'Temperature' | 'Humidity' | 'Door' | 'Battery' | 'tOffset',
    decimals: number,
  ) => ({
    title,
    dataIndex: name,
    align: 'right' as const,
    className: 'transport-number',
    render: (value: number | null | undefined) => (value == null ? dash : formatNumber(value, decimals)),
  });
  return (
    <Modal open width={860} title={t.readingsOf(tag.TagName)} footer={null} onCancel={onClose}>
      <div className="transport-bar">
        <Segmented
          aria-label={t.readings}
          value={asSent}
          onChange={(value) => {
            setAsSent(value);
            setPage(1);
          }}
          options={[
            { value: 'corrected' as const, label: t.corrected },
            { value: 'sent' as const, label: t.sent },
          ]}
        />
        <PeriodField
          label={t.period}
          now={now}
          timeZone={timeZone}
          span={span}
          onChange={(next) => {
            setSpan(next);
            setPage(1);
          }}
        />
        {mayExport ? (
          <Button onClick={() => void take()}>{asSent === 'sent' ? t.excelSent : t.excelCorrected}</Button>
        ) : null}
      </div>
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Table
          size="small"
          rowKey="Time"
          loading={answer.isPending}
          dataSource={[...(answer.data?.Data ?? [])]}
          locale={{ emptyText: t.noReadings }}
          pagination={{
            current: pageIndex,
            pageSize: 20,
            total: answer.data?.TotalCount ?? 0,
            showSizeChanger: false,
            onChange: setPage,
          }}
          columns={[
            {
              title: t.measured,
              dataIndex: 'Time',
              className: 'transport-number',
              render: (time: number) => formatDateTimeSeconds(time, timeZone),
            },
            number(`${t.temperature} °C`, 'Temperature', 1),
            ...(tag.TagType === 2 ? [number(`${t.humidity} %RH`, 'Humidity', 1)] : []),
            ...(tag.TagType === 3 ? [number(t.door, 'Door', 0)] : []),
            number(`${t.battery} %`, 'Battery', 0),
            ...(asSent === 'sent' ? [number(`${t.offset} °C`, 'tOffset', 1)] : []),
            {
              title: t.state,
              dataIndex: 'IsDoubtful',
              render: (isDoubtful: boolean) =>
                isDoubtful ? <span className="transport-tag transport-tag-warn">{t.doubtful}</span> : null,
            },
          ]}
        />
      )}
    </Modal>
  );
}
