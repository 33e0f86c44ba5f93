import { type EnergyMeterRow, type MeterReadingRow, NewMeterReading } from '@watchpost/contract';
import { Button, Input, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { momentOnTheWire, useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { serverNow } from '../lib/serverClock.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { LocalTimeField } from '../ui/days/index.ts';
import { ConfirmDialog, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { defineList, type ListColumn, ListPage, pagingOf, useList, whileWaiting } from '../ui/list/index.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { kwh } from './EnergyPieces.tsx';
import { setUpText } from './text.ts';

const readingList = defineList({ name: 'meterReadings', filters: {} });
const nothingOpens = () => false;

/** What people read off a meter that is not connected, with what passed in between, and the button to enter more. */
export function ReadingsDialog({ meter, onClose }: { meter: EnergyMeterRow; onClose: () => void }) {
  const t = useText(setUpText);
  const dates = useDates();
  const mayEdit = useMay('energyEdit');
  const dialog = useDialog();
  const list = useList(readingList, 'memory');
  const page = useCall('getMeterReadings', { body: { MeterId: meter.MeterId, ...pagingOf(list.query) } }, whileWaiting);
  const columns = useMemo(
    (): ListColumn<MeterReadingRow>[] => [
      {
        key: 'readAt',
        title: t.readAt,
        width: 160,
        always: true,
        onCard: 'heading',
        render: ({ Epoch }) => dates.dateTime(Epoch),
      },
      {
        key: 'shows',
        title: t.shows,
        width: 130,
        align: 'right',
        always: true,
        render: ({ Reading }) => formatNumber(Reading, 2),
      },
      {
        key: 'used',
        title: t.used,
        width: 140,
        align: 'right',
        render: ({ Wh, Doubt }) =>
          Doubt === 'open' ? t.notDecided : Doubt === 'dismissed' ? t.suspect : Wh === null ? '–' : kwh(Wh),
      },
      { key: 'serial', title: t.serial, width: 130, render: ({ SerialNumber }) => SerialNumber || '–' },
      { key: 'note', title: t.note, ellipsis: true, render: ({ Note }) => Note },
      { key: 'by', title: t.enteredBy, width: 120, ellipsis: true, render: ({ EnteredName }) => EnteredName ?? '–' },
    ],
    [t, dates],
  );
  const enter = mayEdit ? (
    <Button type="primary" onClick={() => dialog.open(<EnterDialog meter={meter} onClose={dialog.close} />)}>
      {t.enter}
    </Button>
  ) : null;
  return (
    <Modal open title={t.readingsOf(meter.MeterName)} width={860} footer={null} onCancel={onClose}>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.readings}
        keyOf={({ ReadingId }) => ReadingId}
        nameOf={({ Epoch }) => dates.dateTime(Epoch)}
        opens={nothingOpens}
        actions={enter}
        empty={{ title: t.noReadings, action: enter }}
        rowActions={(row) =>
          mayEdit
            ? [
                {
                  key: 'delete',
                  label: t.takeBack,
                  danger: true,
                  run: () => dialog.open(<TakeBackDialog reading={row} onClose={dialog.close} />),
                },
              ]
            : []
        }
      />
      {dialog.shown}
    </Modal>
  );
}

function EnterDialog({ meter, onClose }: { meter: EnergyMeterRow; onClose: () => void }) {
  const t = useText(setUpText);
  const save = useSave(callsAboutEnergy, onClose);
  const { timeZone } = useDates();
  // Most people enter what they see.
  const [now] = useState(() => momentOnTheWire(serverNow(), timeZone).slice(0, 16));
  const form = useSchemaForm(NewMeterReading, {
    initial: { MeterId: meter.MeterId, Time: now, Note: '' },
    save: (body) => save('addMeterReading', { body }, t.entered),
  });
  return (
    <FormDialog form={form} title={t.readingsOf(meter.MeterName)} onClose={onClose}>
      <form.Field name="Time" label={t.readAt}>
        <LocalTimeField />
      </form.Field>
      <form.Field name="Reading" label={t.shows}>
        <NumberField min={0} />
      </form.Field>
      <form.Field name="Note" label={t.note}>
        <Input maxLength={200} />
      </form.Field>
    </FormDialog>
  );
}

function TakeBackDialog({ reading, onClose }: { reading: MeterReadingRow; onClose: () => void }) {
  const t = useText(setUpText);
  const save = useSave(callsAboutEnergy, onClose);
  return (
    <ConfirmDialog
      title={t.takeBackTitle}
      ok={t.takeBack}
      act={() => save('deleteMeterReading', { body: { ReadingId: reading.ReadingId } }, t.saved)}
      onClose={onClose}
    >
      {t.takeBackHint}
    </ConfirmDialog>
  );
}
