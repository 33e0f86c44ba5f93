import {
  type Recalculation,
  type TariffRow,
  type TariffVersionRow,
  tariffName,
  tariffStatuses,
  tariffStatusNext,
  timeClasses,
  timeClassWords,
} from '@watchpost/contract';
import { Button, Checkbox, Input, Modal, Select, Table } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { colon, comma } from '../lib/punctuation.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { DaysField, OptionalDayField, useToday } from '../ui/days/index.ts';
import { ConfirmDialog, DeleteDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, ListSkeleton, useNotify, useSave } from '../ui/index.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { kwh, yuan } from './EnergyPieces.tsx';
import { TariffTrialDialog } from './TariffTrialDialog.tsx';
import { DayBar, SeasonWords, TariffVersionDialog } from './TariffVersionDialog.tsx';
import { energyText, setUpText } from './text.ts';

/** What energy costs: the company's tariffs, and which of them price this project. */
export function TariffsTab() {
  const t = useText(setUpText);
  const mayEdit = useMay('projectsEdit');
  const mayAssign = useMay('energyEdit');
  const dialog = useDialog();
  const page = useCall('getTariffPage', { body: { PageSize: 500 } });
  if (page.error && !page.data) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  if (!page.data) return <ListSkeleton rows={6} />;
  const tariffs = page.data.Data;
  const add = () => dialog.open(<NameDialog present={null} onClose={dialog.close} />);
  return (
    <div className="energy-page">
      <Assignments tariffs={tariffs} mayAssign={mayAssign} />
      <section className="energy-panel">
        <h2>{t.tariffs}</h2>
        {mayEdit ? (
          <Button type="primary" onClick={add}>
            {t.addTariff}
          </Button>
        ) : (
          <p className="energy-muted">{t.companyOnly}</p>
        )}
        {tariffs.length === 0 ? <EmptyState title={t.noTariffs} /> : null}
        {tariffs.map((tariff) => (
          <Tariff key={tariff.TariffId} tariff={tariff} mayEdit={mayEdit} />
        ))}
      </section>
      {dialog.shown}
    </div>
  );
}

function Tariff({ tariff, mayEdit }: { tariff: TariffRow; mayEdit: boolean }) {
  const t = useText(setUpText);
  const dialog = useDialog();
  const version = (present: TariffVersionRow | null, asNew: boolean) =>
    dialog.open(<TariffVersionDialog tariff={tariff} present={present} asNew={asNew} onClose={dialog.close} />);
  return (
    <section aria-label={tariff.TariffName} className="energy-version">
      <div className="energy-tools">
        <b>{tariff.TariffName}</b>
        <span className="energy-muted">{tariff.ProjectList.map(({ ProjectName }) => ProjectName).join(comma())}</span>
        {mayEdit ? (
          <>
            <Button type="link" onClick={() => version(tariff.VersionList[0] ?? null, true)}>
              {t.newVersion}
            </Button>
            <Button type="link" onClick={() => dialog.open(<NameDialog present={tariff} onClose={dialog.close} />)}>
              {t.rename}
            </Button>
            <Button
              type="link"
              danger
              onClick={() =>
                dialog.open(
                  <DeleteDialog
                    title={`${t.delete}${colon()}${tariff.TariffName}`}
                    call="deleteTariff"
                    input={{ body: { TariffIdList: [tariff.TariffId] } }}
                    said={t.saved}
                    asks={callsAboutEnergy}
                    onClose={dialog.close}
                  />,
                )
              }
            >
              {t.delete}
            </Button>
          </>
        ) : null}
      </div>
      {tariff.VersionList.map((each) => (
        <Version
          key={each.VersionId}
          version={each}
          name={tariff.TariffName}
          mayEdit={mayEdit}
          edit={() => version(each, each.Status === 'final')}
        />
      ))}
      {dialog.shown}
    </section>
  );
}

function Version({
  version,
  name,
  mayEdit,
  edit,
}: {
  version: TariffVersionRow;
  name: string;
  mayEdit: boolean;
  edit: () => void;
}) {
  const t = useText(setUpText);
  const inWords = useBilingual();
  const dialog = useDialog();
  const save = useSave(callsAboutEnergy, dialog.close);
  const activate = (Status: 'provisional' | 'final') =>
    dialog.open(
      <ConfirmDialog
        title={Status === 'final' ? t.finally : t.provisionally}
        ok={t.activate}
        danger={false}
        act={() => save('activateTariffVersion', { body: { VersionId: version.VersionId, Status } }, t.saved)}
        onClose={dialog.close}
      >
        {t.finalHint}
      </ConfirmDialog>,
    );
  return (
    <div className="energy-version">
      <div className="energy-tools">
        <span>
          {t.validFrom} {version.ValidFrom}
        </span>
        <span className={version.Status === 'final' ? '' : 'energy-chip'}>
          {inWords(tariffStatuses[version.Status])}
        </span>
        {timeClasses.map((each) =>
          version.PriceList[each - 1] === null ? null : (
            <span key={each} className={`energy-class-${each}`}>
              <i className="energy-key" aria-hidden="true" />
              {inWords(timeClassWords[each])} {version.PriceList[each - 1]}
            </span>
          ),
        )}
        <Button
          type="link"
          onClick={() => dialog.open(<TariffTrialDialog title={name} version={version} onClose={dialog.close} />)}
        >
          {t.trial}
        </Button>
        {mayEdit ? (
          <>
            <Button type="link" onClick={edit}>
              {version.Status === 'final' ? t.correction : t.edit}
            </Button>
            {tariffStatusNext[version.Status].map((status) => (
              <Button key={status} type="link" onClick={() => activate(status as 'provisional' | 'final')}>
                {status === 'final' ? t.finally : t.provisionally}
              </Button>
            ))}
          </>
        ) : null}
      </div>
      {version.SeasonList.map((season, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
        <div key={i}>
          <SeasonWords season={season} />
          <DayBar season={season} />
        </div>
      ))}
      {dialog.shown}
    </div>
  );
}

const nameForm = z.object({ TariffName: tariffName });
function NameDialog({ present, onClose }: { present: TariffRow | null; onClose: () => void }) {
  const t = useText(setUpText);
  const save = useSave(callsAboutEnergy, onClose);
  const form = useSchemaForm(nameForm, {
    initial: { TariffName: present?.TariffName ?? '' },
    save: ({ TariffName }) =>
      present
        ? save('renameTariff', { body: { TariffId: present.TariffId, TariffName } }, t.saved)
        : save('addTariff', { body: { TariffName } }, t.saved),
  });
  return (
    <FormDialog form={form} title={present ? t.rename : t.addTariff} onClose={onClose}>
      <form.Field name="TariffName" label={t.tariff}>
        <Input maxLength={25} />
      </form.Field>
    </FormDialog>
  );
}

function Assignments({ tariffs, mayAssign }: { tariffs: readonly TariffRow[]; mayAssign: boolean }) {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const dialog = useDialog();
  const save = useSave(callsAboutEnergy, dialog.close);
  const assignments = useCall('getTariffAssignments', { query: { projectId: ProjectId } });
  return (
    <section className="energy-panel">
      <h2>{t.assigned}</h2>
      {mayAssign ? (
        <div className="energy-tools">
          <Button onClick={() => dialog.open(<AssignDialog tariffs={tariffs} onClose={dialog.close} />)}>
            {t.assign}
          </Button>
          <Button onClick={() => dialog.open(<RecalculateDialog onClose={dialog.close} />)}>{t.recalculate}</Button>
        </div>
      ) : null}
      <Table
        size="small"
        rowKey="AssignmentId"
        pagination={false}
        scroll={{ x: 'max-content' }}
        loading={!assignments.data}
        dataSource={[...(assignments.data ?? [])]}
        columns={[
          { title: t.tariff, dataIndex: 'TariffName' },
          { title: t.assignTo, key: 'meter', render: (_, { MeterName }) => MeterName ?? t.allMeters },
          { title: t.from, dataIndex: 'FromDay' },
          {
            title: t.actions,
            key: 'actions',
            render: (_, { AssignmentId, TariffName }) =>
              mayAssign ? (
                <Button
                  type="link"
                  aria-label={`${t.unassign}: ${TariffName}`}
                  onClick={() =>
                    dialog.open(
                      <ConfirmDialog
                        title={t.unassignTitle}
                        ok={t.unassign}
                        act={() => save('deleteTariffAssignment', { body: { AssignmentId } }, t.saved)}
                        onClose={dialog.close}
                      >
                        {t.unassignHint}
                      </ConfirmDialog>,
                    )
                  }
                >
                  {t.unassign}
                </Button>
              ) : null,
          },
        ]}
      />
      {dialog.shown}
    </section>
  );
}

const assignForm = z.object({
  ProjectId: z.number(),
  TariffId: z.number(),
  MeterId: z.number().optional(),
  FromDay: z.string(),
});
function AssignDialog({ tariffs, onClose }: { tariffs: readonly TariffRow[]; onClose: () => void }) {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const save = useSave(callsAboutEnergy, onClose);
  const meters = useCall('getEnergyMeterPage', { body: { ProjectId, PageSize: 500 } });
  const form = useSchemaForm(assignForm, {
    initial: { ProjectId },
    save: (body) => save('assignTariff', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.assign} onClose={onClose}>
      <form.Field name="TariffId" label={t.tariff}>
        <Select options={tariffs.map(({ TariffId, TariffName }) => ({ value: TariffId, label: TariffName }))} />
      </form.Field>
      <form.Field name="MeterId" label={t.assignTo}>
        <Select
          allowClear
          placeholder={t.allMeters}
          options={meters.data?.Data.map(({ MeterId, MeterName }) => ({ value: MeterId, label: MeterName })) ?? []}
        />
      </form.Field>
      <form.Field name="FromDay" label={t.from}>
        <OptionalDayField />
      </form.Field>
    </FormDialog>
  );
}

/** Shows what a recalculation changes before it is done. */
function RecalculateDialog({ onClose }: { onClose: () => void }) {
  const t = useText(setUpText);
  const e = useText(energyText);
  const { ProjectId } = useProject();
  const today = useToday();
  const notify = useNotify();
  const [days, choose] = useState({ from: `${today.slice(0, 8)}01`, to: today });
  const [fromReadings, setFromReadings] = useState(false);
  const [seen, see] = useState<Recalculation | null>(null);
  const previewing = useCallMutation('previewRecalculate');
  const save = useSave(callsAboutEnergy, onClose);
  const body = { ProjectId, Start: days.from, End: days.to, FromReadings: fromReadings };
  const preview = async () => {
    try {
      see(await previewing.mutateAsync({ body }));
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <Modal
      open
      title={t.recalculate}
      onCancel={onClose}
      okText={seen ? t.recalculate : t.preview}
      confirmLoading={previewing.isPending}
      onOk={() => (seen ? save('recalculateEnergy', { body }, t.recalculated).catch(notify.failure) : preview())}
    >
      <p className="energy-muted">{t.recalculateHint}</p>
      <div className="energy-tools">
        <DaysField
          label={e.period}
          days={days}
          maxDays={124}
          onChange={(next) => {
            choose(next);
            see(null);
          }}
        />
        <Checkbox
          checked={fromReadings}
          onChange={(event) => {
            setFromReadings(event.target.checked);
            see(null);
          }}
        >
          {t.fromReadings}
        </Checkbox>
      </div>
      {seen ? (
        <>
          <Table
            size="small"
            rowKey="key"
            pagination={false}
            dataSource={[
              { key: 'old', name: t.old, wh: seen.OldWh, fen: seen.OldFen },
              { key: 'new', name: t.new, wh: seen.NewWh, fen: seen.NewFen },
            ]}
            columns={[
              { title: t.variant, dataIndex: 'name' },
              {
                title: `${e.energy} (kWh)`,
                dataIndex: 'wh',
                className: 'energy-number',
                render: (wh: number) => kwh(wh),
              },
              {
                title: `${e.cost} (¥)`,
                dataIndex: 'fen',
                className: 'energy-number',
                render: (fen: number) => yuan(fen),
              },
            ]}
          />
          <p>{t.changedDays(seen.ChangedDays)}</p>
          {seen.ClosedMonthList.length > 0 ? <p>{t.closedStay(seen.ClosedMonthList.join(', '))}</p> : null}
        </>
      ) : null}
    </Modal>
  );
}
