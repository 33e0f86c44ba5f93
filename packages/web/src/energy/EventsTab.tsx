import { type EnergyEventRow, energyEventKinds, energyEventNext, energyEventStates } from '@watchpost/contract';
import { Input, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { momentOnTheWire, useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, useDialog } from '../ui/form/index.ts';
import { ErrorState, useSave } from '../ui/index.ts';
import {
  choicesFilter,
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { kwh } from './EnergyPieces.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { setUpText } from './text.ts';

const eventList = defineList({
  name: 'energyEvents',
  filters: {
    states: choicesFilter({
      label: setUpText.state,
      param: 'state',
      options: (['open', 'accepted', 'dismissed'] as const).map((value) => ({
        value,
        label: energyEventStates[value],
      })),
    }),
  },
  sorts: ['time', 'meter'],
  usualSort: { by: 'time', ascending: false },
});

/** What registers did that was not plain counting, and what was decided about it. */
export function EventsTab() {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const mayEdit = useMay('energyEdit');
  const list = useList(eventList);
  const dialog = useDialog();
  const page = useCall(
    'getEnergyEventPage',
    {
      body: {
        ProjectId,
        StateList: list.query.filters.states,
        ...pagingOf(list.query),
      },
    },
    whileWaiting,
  );
  const columns = useEventColumns();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.events}
        keyOf={({ EventId }) => EventId}
        nameOf={({ MeterName }) => MeterName}
        empty={{ title: t.noEvents }}
        rowActions={(row) =>
          mayEdit && row.Kind !== 'rollover'
            ? [
                ...(['accepted', 'dismissed'] as const)
                  .filter((state) => energyEventNext[row.State].includes(state))
                  .map((state) => ({
                    key: state as string,
                    label: state === 'accepted' ? t.accept : t.dismiss,
                    inline: true,
                    run: () => dialog.open(<DecideDialog row={row} state={state} onClose={dialog.close} />),
                  })),
                // Of a meter that people read a wrong number is put right, or the exchange entered with its own readings.
                ...(row.State === 'open' && !row.IsManual
                  ? [
                      {
                        key: 'replaced',
                        label: t.wasReplaced,
                        run: () => dialog.open(<ReplacedDialog row={row} onClose={dialog.close} />),
                      },
                    ]
                  : []),
              ]
            : []
        }
      />
      {dialog.shown}
    </>
  );
}

function useEventColumns(): readonly ListColumn<EnergyEventRow>[] {
  const t = useText(setUpText);
  const dates = useDates();
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<EnergyEventRow>[] => [
      {
        key: 'meter',
        title: t.name,
        width: 170,
        sort: 'meter',
        always: true,
        onCard: 'heading',
        render: ({ MeterName }) => MeterName,
      },
      {
        key: 'time',
        title: t.time,
        width: 150,
        sort: 'time',
        render: ({ Epoch }) => <time>{dates.dateTime(Epoch)}</time>,
      },
      { key: 'kind', title: t.kind, width: 150, render: ({ Kind }) => inWords(energyEventKinds[Kind]) },
      {
        key: 'reading',
        title: t.reading,
        width: 190,
        render: ({ FromReading, ToReading }) => `${formatNumber(FromReading, 2)} → ${formatNumber(ToReading, 2)}`,
      },
      {
        key: 'suspect',
        title: `${t.suspect} (kWh)`,
        width: 130,
        align: 'right',
        render: ({ SuspectWh }) => (SuspectWh === 0 ? '–' : kwh(SuspectWh)),
      },
      {
        key: 'state',
        title: t.state,
        width: 190,
        render: ({ State, DecidedName, Note }) => (
          <>
            <span className={State === 'open' ? 'energy-chip' : ''}>{inWords(energyEventStates[State])}</span>
            {DecidedName ? <div className="energy-muted">{t.decided(DecidedName)}</div> : null}
            {Note ? <div className="energy-muted">{Note}</div> : null}
          </>
        ),
      },
    ],
    [t, dates, inWords],
  );
}

/** The register was exchanged at that moment: nothing of the difference is energy. */
function ReplacedDialog({ row, onClose }: { row: EnergyEventRow; onClose: () => void }) {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const { timeZone } = useDates();
  const meters = useCall('getEnergyMeterPage', { body: { ProjectId, PageSize: 500 } });
  const meter = meters.data?.Data.find(({ MeterId }) => MeterId === row.MeterId);
  if (meters.error)
    return (
      <Modal open footer={null} title={t.replace} onCancel={onClose}>
        <ErrorState error={meters.error} onRetry={() => void meters.refetch()} />
      </Modal>
    );
  if (!meter) return null;
  return (
    <ReplaceDialog
      meter={meter}
      found={{
        Time: momentOnTheWire(row.Epoch, timeZone),
        EndReading: row.FromReading,
        StartReading: row.ToReading,
      }}
      onClose={onClose}
    />
  );
}

function DecideDialog({
  row,
  state,
  onClose,
}: {
  row: EnergyEventRow;
  state: 'accepted' | 'dismissed';
  onClose: () => void;
}) {
  const t = useText(setUpText);
  const inWords = useBilingual();
  const [note, setNote] = useState('');
  const save = useSave(callsAboutEnergy, onClose);
  return (
    <ConfirmDialog
      title={t.decideTitle}
      ok={state === 'accepted' ? t.accept : t.dismiss}
      danger={false}
      act={() => save('decideEnergyEvent', { body: { EventId: row.EventId, State: state, Note: note } }, t.saved)}
      onClose={onClose}
    >
      <p>
        {row.MeterName}: {inWords(energyEventKinds[row.Kind])}, {formatNumber(row.FromReading, 2)} →{' '}
        {formatNumber(row.ToReading, 2)}
      </p>
      <Input
        aria-label={t.note}
        placeholder={t.note}
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}
