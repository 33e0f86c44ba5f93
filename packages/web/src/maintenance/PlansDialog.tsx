import {
  calls,
  type MaintenanceContractRow,
  type MaintenancePlanRow,
  maintenanceCycleNames,
  maintenanceCycles,
  NewPlan,
  PlanChange,
  planKindNames,
  planKinds,
} from '@watchpost/contract';
import { Button, Input, Modal, Select, Switch } from 'antd';
import { useMemo, useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { colon } from '../lib/punctuation.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DayField } from '../ui/days/index.ts';
import { DeleteDialog, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useSave, WordTag } from '../ui/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import './maintenance.css';
import { maintenanceText } from './text.ts';

/** Plans of a contract: by further cycles, by run time and by warnings. */
export function PlansDialog({ contract, onClose }: { contract: MaintenanceContractRow; onClose: () => void }) {
  const t = useText(maintenanceText);
  const dialog = useDialog();
  const mayEdit = useMay('maintenanceContracts');
  const plans = useCall(
    'getMaintenancePlanPage',
    { body: { ContractId: contract.ContractId, PageSize: 500 } },
    { scope: 'company' },
  );
  const edit = (present: MaintenancePlanRow | null) =>
    dialog.open(<PlanDialog contractId={contract.ContractId} present={present} onClose={dialog.close} />);
  return (
    <Modal open width={760} footer={null} title={t.plansTitle(contract.ContractName)} onCancel={onClose}>
      <p>{t.plansHint}</p>
      {plans.data ? (
        <ul className="mt-plans">
          {plans.data.Data.map((plan) => (
            <Plan
              key={plan.PlanId}
              plan={plan}
              actions={
                mayEdit ? (
                  <>
                    <Button size="small" aria-label={`${t.edit}: ${plan.PlanName}`} onClick={() => edit(plan)}>
                      {t.edit}
                    </Button>
                    {plan.Kind === 'runtime' ? (
                      <Button
                        size="small"
                        aria-label={`${t.restartPlan}: ${plan.PlanName}`}
                        onClick={() => dialog.open(<RestartDialog plan={plan} onClose={dialog.close} />)}
                      >
                        {t.restartPlan}
                      </Button>
                    ) : null}
                    <Button
                      size="small"
                      danger
                      aria-label={`${t.delete}: ${plan.PlanName}`}
                      onClick={() =>
                        dialog.open(
                          <DeleteDialog
                            title={t.deletePlan(plan.PlanName)}
                            names={[[plan.DeviceName, plan.PlanName].filter(Boolean).join(' · ')]}
                            call="deleteMaintenancePlan"
                            input={{ body: { PlanId: plan.PlanId } }}
                            said={t.deleted}
                            asks={callsAboutMaintenance}
                            onClose={dialog.close}
                          />,
                        )
                      }
                    >
                      {t.delete}
                    </Button>
                  </>
                ) : null
              }
            />
          ))}
        </ul>
      ) : plans.error ? (
        <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
      {plans.data?.TotalCount === 0 ? <p className="mt-read">{t.noPlans}</p> : null}
      {mayEdit ? (
        <Button type="primary" onClick={() => edit(null)}>
          {t.addPlan}
        </Button>
      ) : null}
      {dialog.shown}
    </Modal>
  );
}

function Plan({ plan, actions }: { plan: MaintenancePlanRow; actions: React.ReactNode }) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const dates = useDates();
  const hours = (value: number) => formatNumber(value, 0);
  const { RunHours, UnknownHours, NextHours } = plan;
  return (
    <li>
      <div>
        <strong>{plan.PlanName}</strong>{' '}
        <WordTag good={plan.Enabled || null} words={plan.Enabled ? inWords(planKinds[plan.Kind]) : t.disabled} />
        <small className="mt-read">
          {plan.DeviceId === null ? t.wholeProjects : `${plan.ProjectName} · ${plan.DeviceName}`}
          {plan.PointName === '' ? '' : ` · ${plan.PointName}`}
        </small>
        <small className="mt-read">
          {plan.Cycle !== null
            ? [
                t.everyCycle(plan.CycleCount ?? 1, inWords(maintenanceCycles[plan.Cycle])),
                t.firstOn(plan.FirstDate ?? ''),
                plan.NextDate === null ? null : t.nextOn(plan.NextDate),
              ]
                .filter(Boolean)
                .join(' · ')
            : RunHours === null || UnknownHours === null
              ? t.onWarning
              : [
                  t.hoursRun(hours(RunHours), hours(RunHours + UnknownHours), hours(UnknownHours)),
                  NextHours === null ? null : t.nextAt(hours(NextHours), plan.NextDate),
                  plan.CountedFrom === null ? null : t.since(dates.dateTime(plan.CountedFrom)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
        </small>
      </div>
      <div className="mt-actions">{actions}</div>
    </li>
  );
}

function PlanDialog({
  contractId,
  present,
  onClose,
}: {
  contractId: number;
  present: MaintenancePlanRow | null;
  onClose: () => void;
}) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const save = useSave(callsAboutMaintenance, onClose);
  const devices = useCall('getPlanChoices', { query: { contractId } }, { scope: 'company' }).data;
  const templates = useCall('getMaintenanceTemplatePage', { body: { PageSize: 500 } }, { scope: 'company' }).data;
  const [kind, setKind] = useState(present?.Kind ?? 'cycle');
  const [deviceId, setDeviceId] = useState(present?.DeviceId);
  const initial = useMemo(
    () => ({
      ContractId: contractId,
      DeviceId: present?.DeviceId ?? null,
      PlanName: present?.PlanName ?? '',
      Kind: present?.Kind ?? ('cycle' as const),
      TemplateId: present?.TemplateId ?? null,
      PointId: present?.PointId ?? null,
      StepHours: present?.StepHours ?? null,
      Cycle: present === null ? ('year' as const) : present.Cycle,
      CycleCount: present === null ? 1 : present.CycleCount,
      FirstDate: present?.FirstDate ?? null,
      Enabled: present?.Enabled ?? true,
    }),
    [contractId, present],
  );
  const form = useSchemaForm(NewPlan, {
    initial,
    add: (body) => save('addMaintenancePlan', { body }, t.added),
    edit:
      present &&
      ((body) =>
        save('editMaintenancePlan', { body: PlanChange.parse({ ...body, PlanId: present.PlanId }) as never }, t.saved)),
  });
  const points = devices?.find(({ DeviceId }) => DeviceId === deviceId)?.PointList ?? [];
  return (
    <FormDialog form={form} title={present ? t.editPlan : t.addPlan} width={600} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="PlanName" label={t.planName}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="Kind" label={t.planKind}>
          <Select
            disabled={present !== null}
            options={planKindNames.map((value) => ({ value, label: inWords(planKinds[value]) }))}
            onSelect={setKind}
          />
        </form.Field>
        <form.Field name="DeviceId" label={kind === 'cycle' ? t.deviceOrNone : t.device}>
          <Select
            disabled={present !== null}
            allowClear={kind === 'cycle'}
            showSearch={{ optionFilterProp: 'label' }}
            options={devices?.map(({ DeviceId, DeviceName, ProjectName }) => ({
              value: DeviceId,
              label: `${DeviceName} · ${ProjectName}`,
            }))}
            onSelect={(chosen: number) => {
              setDeviceId(chosen);
              form.antd.setFieldValue('PointId', null);
            }}
          />
        </form.Field>
        {kind === 'cycle' ? (
          <>
            <form.Field name="FirstDate" label={t.first} extra={t.sameDayHint}>
              <DayField />
            </form.Field>
            <form.Field name="CycleCount" label={t.every}>
              <NumberField min={1} max={10} precision={0} />
            </form.Field>
            <form.Field name="Cycle" label={t.cycle}>
              <Select
                options={maintenanceCycleNames.map((value) => ({ value, label: inWords(maintenanceCycles[value]) }))}
              />
            </form.Field>
          </>
        ) : null}
        {kind === 'runtime' ? (
          <>
            <form.Field name="PointId" label={t.countedBy}>
              <Select
                allowClear
                options={points.map(({ PointId, PointName }) => ({ value: PointId, label: PointName }))}
              />
            </form.Field>
            <form.Field name="StepHours" label={t.stepHours}>
              <NumberField min={1} max={1_000_000} precision={0} />
            </form.Field>
          </>
        ) : null}
        <form.Field name="TemplateId" label={t.planTemplate}>
          <Select
            allowClear
            options={templates?.Data.map(({ TemplateId, TemplateName, Revision }) => ({
              value: TemplateId,
              label: TemplateName,
              disabled: Revision === null,
            }))}
          />
        </form.Field>
        <form.Field name="Enabled" label={t.enabled} valuePropName="checked">
          <Switch />
        </form.Field>
      </div>
    </FormDialog>
  );
}

function RestartDialog({ plan, onClose }: { plan: MaintenancePlanRow; onClose: () => void }) {
  const t = useText(maintenanceText);
  const save = useSave(callsAboutMaintenance, onClose);
  const form = useSchemaForm(calls.restartMaintenancePlan.body, {
    initial: { PlanId: plan.PlanId, Reason: '' },
    save: (body) => save('restartMaintenancePlan', { body }, t.saved),
  });
  return (
    <FormDialog
      form={form}
      title={`${t.restartPlan}${colon()}${plan.PlanName}`}
      submitText={t.restartPlan}
      onClose={onClose}
    >
      <p>{t.restartHint}</p>
      <form.Field name="Reason" label={t.reason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}
