import {
  type AllCalls,
  type BaselineFit,
  BaselineForm,
  baselineFaults,
  baselineStates,
  type CallData,
  type EnergyBaselineRow,
  type EnergyVariable,
  energyVariables,
} from '@watchpost/contract';
import { Button, Checkbox, Form, Input, Select, Table } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { OptionalDayField, useToday } from '../ui/days/index.ts';
import { ConfirmDialog, FormDialog, NotNow, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, ListSkeleton, useSave } from '../ui/index.ts';
import { baselineText } from './baselineText.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { kwh, lineOf } from './EnergyPieces.tsx';

/** What the energy of a day is measured against. */
export function BaselinesTab() {
  const t = useText(baselineText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const mayEdit = useMay('energyEdit');
  const dialog = useDialog();
  const save = useSave(callsAboutEnergy, dialog.close);
  const baselines = useCall('getEnergyBaselines', { query: { projectId: ProjectId } });
  if (baselines.error && !baselines.data)
    return <ErrorState error={baselines.error} onRetry={() => void baselines.refetch()} />;
  if (!baselines.data) return <ListSkeleton rows={4} />;
  const add = mayEdit ? (
    <Button type="primary" onClick={() => dialog.open(<BaselineDialog onClose={dialog.close} />)}>
      {t.add}
    </Button>
  ) : undefined;
  const ask = (row: EnergyBaselineRow, call: 'approveBaseline' | 'deleteBaseline') => {
    const isApproval = call === 'approveBaseline';
    dialog.open(
      <ConfirmDialog
        title={isApproval ? t.approveTitle : t.removeTitle}
        ok={isApproval ? t.approve : t.remove}
        act={() => save(call, { body: { BaselineId: row.BaselineId } }, t.saved_)}
        onClose={dialog.close}
      >
        {isApproval ? t.approveHint : t.removeHint}
      </ConfirmDialog>,
    );
  };
  return (
    <div className="energy-page">
      {baselines.data.length === 0 ? (
        <EmptyState title={t.empty} hint={t.emptyHint} action={add} />
      ) : (
        <section className="energy-panel">
          <h2>{t.baselines}</h2>
          {add}
          <Table
            size="small"
            rowKey="BaselineId"
            pagination={false}
            scroll={{ x: 900 }}
            dataSource={[...baselines.data]}
            columns={[
              { title: t.of, key: 'of', render: (_, { MeterName }) => MeterName ?? t.wholeProject },
              { title: t.state, key: 'state', render: (_, { State }) => inWords(baselineStates[State]) },
              { title: t.period, key: 'period', render: (_, { Start, End }) => `${Start} – ${End}` },
              {
                title: t.quality,
                key: 'fit',
                render: (_, { Fit, OutdoorPointName }) => <FitWords fit={Fit} outdoor={OutdoorPointName} />,
              },
              { title: t.staticFactors, dataIndex: 'StaticFactors' },
              {
                title: t.actions,
                key: 'actions',
                render: (_, row) =>
                  mayEdit ? (
                    <>
                      {row.State === 'approved' ? null : (
                        <Button type="link" onClick={() => ask(row, 'approveBaseline')}>
                          {t.approve}
                        </Button>
                      )}
                      <Button type="link" danger onClick={() => ask(row, 'deleteBaseline')}>
                        {t.remove}
                      </Button>
                    </>
                  ) : null,
              },
            ]}
          />
        </section>
      )}
      {dialog.shown}
    </div>
  );
}

/** How well a line fits, what each variable costs, and why it proves nothing. */
function FitWords({ fit, outdoor }: { fit: BaselineFit; outdoor: string | null }) {
  const t = useText(baselineText);
  const inWords = useBilingual();
  const baseOf = { cdd: fit.BaseCool, hdd: fit.BaseHeat } as Partial<Record<EnergyVariable, number | null>>;
  return (
    <>
      <div>
        {t.fitOf(formatNumber(fit.R2, 2), formatNumber(fit.CvPercent, 1), fit.DayCount)}{' '}
        {fit.FaultList.length === 0 ? (
          <span className="energy-muted">{t.fit}</span>
        ) : (
          <span className="energy-chip">
            {t.faults}
            {fit.FaultList.map((each) => inWords(baselineFaults[each])).join(' · ')}
          </span>
        )}
      </div>
      <small className="energy-muted">
        {[
          t.base(formatNumber(fit.BaseWh / 1000, 1)),
          ...fit.TermList.map(({ Variable, WhPerUnit, T }) => {
            const base = baseOf[Variable];
            const words = t.term(
              inWords(energyVariables[Variable]),
              formatNumber(WhPerUnit / 1000, 2),
              formatNumber(T, 1),
            );
            return base == null ? words : `${words}, ${t.above(formatNumber(base, 1))}`;
          }),
          outdoor,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}

type Drawn = CallData<AllCalls['fitBaseline']>;

interface Inputs {
  MeterId?: unknown;
  Start?: unknown;
  End?: unknown;
  VariableList?: readonly EnergyVariable[];
  OutdoorPointId?: unknown;
  BaseCool?: unknown;
  BaseHeat?: unknown;
}
/** What a line depends on, to compare. */
function inputsOf({ MeterId, Start, End, VariableList = [], OutdoorPointId, BaseCool, BaseHeat }: Inputs): string {
  const [cools, heats] = [VariableList.includes('cdd'), VariableList.includes('hdd')];
  return JSON.stringify([
    MeterId ?? null,
    Start,
    End,
    VariableList,
    cools || heats ? (OutdoorPointId ?? null) : null,
    cools ? (BaseCool ?? null) : null,
    heats ? BaseHeat : null,
  ]);
}

/** Shows the line of a period before it is kept. */
function BaselineDialog({ onClose }: { onClose: () => void }) {
  const t = useText(baselineText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const today = useToday();
  const save = useSave(callsAboutEnergy, onClose);
  const fitting = useCallMutation('fitBaseline');
  const [seen, see] = useState<{ of: string; drawn: Drawn } | null>(null);
  const meters = useCall('getEnergyMeterPage', { body: { ProjectId, PageSize: 500 } });
  const points = useCall('getTemperaturePoints', { query: { projectId: ProjectId } });
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`.replace('-02-29', '-02-28');
  const form = useSchemaForm(BaselineForm, {
    initial: { ProjectId, Start: yearAgo, End: today, VariableList: ['cdd'], BaseHeat: 18, StaticFactors: '' },
    save: async (body) => {
      if (seen?.of === inputsOf(body)) return save('saveBaseline', { body }, t.saved_);
      see({ of: inputsOf(body), drawn: await fitting.mutateAsync({ body }) });
      // Shown, not kept.
      throw new NotNow();
    },
  });
  const now = Form.useWatch([], form.antd) as Inputs | undefined;
  const variables = now?.VariableList ?? [];
  // What was drawn is that of other values.
  const drawn = now && seen?.of === inputsOf(now) ? seen.drawn : null;
  return (
    <FormDialog form={form} title={t.add} width={720} submitText={drawn ? t.draft : t.preview} onClose={onClose}>
      <form.Field name="MeterId" label={t.of}>
        <Select
          allowClear
          placeholder={t.wholeProject}
          options={meters.data?.Data.map(({ MeterId, MeterName }) => ({ value: MeterId, label: MeterName })) ?? []}
        />
      </form.Field>
      <form.Field name="Start" label={t.period}>
        <OptionalDayField />
      </form.Field>
      <form.Field name="End" label="–">
        <OptionalDayField />
      </form.Field>
      <form.Field name="VariableList" label={t.variables} extra={t.variablesHint}>
        <Checkbox.Group
          options={(Object.keys(energyVariables) as EnergyVariable[]).map((value) => ({
            value,
            label: inWords(energyVariables[value]),
          }))}
        />
      </form.Field>
      {variables.includes('cdd') || variables.includes('hdd') ? (
        <form.Field name="OutdoorPointId" label={t.outdoor}>
          <Select
            allowClear
            placeholder={t.weather}
            showSearch={{ optionFilterProp: 'label' }}
            options={
              points.data?.map(({ PointId, PointName, ModelTreeName }) => ({
                value: PointId,
                label: ModelTreeName === null ? PointName : `${ModelTreeName} · ${PointName}`,
              })) ?? []
            }
          />
        </form.Field>
      ) : null}
      {variables.includes('cdd') ? (
        <form.Field name="BaseCool" label={t.baseCool} extra={t.baseCoolHint}>
          <NumberField min={-30} max={40} />
        </form.Field>
      ) : null}
      {variables.includes('hdd') ? (
        <form.Field name="BaseHeat" label={t.baseHeat}>
          <NumberField min={-30} max={40} />
        </form.Field>
      ) : null}
      <form.Field name="StaticFactors" label={t.staticFactors} extra={t.staticHint}>
        <Input.TextArea maxLength={500} rows={2} />
      </form.Field>
      {drawn ? (
        <section aria-label={t.chart}>
          <FitWords fit={drawn.Fit} outdoor={null} />
          <FitChart days={drawn.DayList} />
        </section>
      ) : null}
    </FormDialog>
  );
}

function FitChart({ days }: { days: Drawn['DayList'] }) {
  const t = useText(baselineText);
  const most = Math.max(1, ...days.flatMap(({ Wh, ExpectedWh }) => [Wh, ExpectedWh]));
  const width = Math.max(1, days.length - 1);
  const path = (values: readonly number[]) => lineOf(values, most, width, 100);
  return (
    <figure className="energy-cusum">
      <svg
        className="energy-load"
        viewBox={`0 0 ${width} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.chart}
      >
        <path className="energy-before" d={path(days.map(({ ExpectedWh }) => ExpectedWh))} />
        <path d={path(days.map(({ Wh }) => Wh))} />
      </svg>
      <p className="energy-axis">
        <span>{days[0]?.Day}</span>
        <span>{kwh(most)} kWh</span>
        <span>{days.at(-1)?.Day}</span>
      </p>
      <figcaption className="energy-muted">
        {t.actual} —— · {t.expected} - - -
      </figcaption>
    </figure>
  );
}
