import {
  type BasicFee,
  basicFees,
  powerFactorStandards,
  SupplyTermsForm,
  type SupplyTermsRow,
} from '@watchpost/contract';
import { Button, Select, Table } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { MonthField, useToday } from '../ui/days/index.ts';
import { ConfirmDialog, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, ListSkeleton, useSave } from '../ui/index.ts';
import { billText } from './billText.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';

const number = (value: number | null) => (value === null ? '–' : formatNumber(value, 1));
const standardOf = (hundredths: number) => (hundredths / 100).toFixed(2);

/** What was agreed with the grid company: basic fee, demand and power factor of meters, from a month on. */
export function SupplyTab() {
  const t = useText(billText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const mayEdit = useMay('energyEdit');
  const dialog = useDialog();
  const save = useSave(callsAboutEnergy, dialog.close);
  const terms = useCall('getSupplyTerms', { query: { projectId: ProjectId } });
  if (terms.error && !terms.data) return <ErrorState error={terms.error} onRetry={() => void terms.refetch()} />;
  if (!terms.data) return <ListSkeleton rows={4} />;
  const open = (present: SupplyTermsRow | null) =>
    dialog.open(<TermsDialog present={present} onClose={dialog.close} />);
  const add = mayEdit ? (
    <Button type="primary" onClick={() => open(null)}>
      {t.add}
    </Button>
  ) : undefined;
  const remove = (row: SupplyTermsRow) =>
    dialog.open(
      <ConfirmDialog
        title={t.removeOf(row.MeterName, row.FromMonth)}
        ok={t.remove}
        act={() => save('deleteSupplyTerms', { body: { TermsId: row.TermsId } }, t.saved)}
        onClose={dialog.close}
      >
        {t.removeHint}
      </ConfirmDialog>,
    );
  return (
    <div className="energy-page">
      {terms.data.length === 0 ? (
        <EmptyState title={t.empty} hint={t.noTerms} action={add} />
      ) : (
        <section className="energy-panel">
          <h2>{t.terms}</h2>
          {add}
          <Table
            size="small"
            rowKey="TermsId"
            pagination={false}
            scroll={{ x: 960 }}
            dataSource={[...terms.data]}
            columns={[
              { title: t.meter, dataIndex: 'MeterName' },
              { title: t.fromMonth, dataIndex: 'FromMonth' },
              { title: t.basicFee, key: 'fee', render: (_, { BasicFee: fee }) => inWords(basicFees[fee]) },
              {
                title: t.price,
                key: 'price',
                className: 'energy-number',
                render: (_, { BasicPrice }) => BasicPrice ?? '–',
              },
              {
                title: t.capacity,
                key: 'capacity',
                className: 'energy-number',
                render: (_, row) => number(row.Capacity),
              },
              {
                title: t.contractDemand,
                key: 'demand',
                className: 'energy-number',
                render: (_, row) => number(row.ContractDemand),
              },
              {
                title: t.standard,
                key: 'standard',
                render: (_, row) =>
                  row.PowerFactorStandard === null ? t.noStandard : standardOf(row.PowerFactorStandard),
              },
              { title: t.reactivePoint, key: 'point', render: (_, row) => row.ReactivePointName ?? '–' },
              {
                title: t.actions,
                key: 'actions',
                render: (_, row) =>
                  mayEdit ? (
                    <>
                      <Button type="link" aria-label={t.editOf(row.MeterName)} onClick={() => open(row)}>
                        {t.edit}
                      </Button>
                      <Button
                        type="link"
                        danger
                        aria-label={t.removeOf(row.MeterName, row.FromMonth)}
                        onClick={() => remove(row)}
                      >
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

function TermsDialog({ present, onClose }: { present: SupplyTermsRow | null; onClose: () => void }) {
  const t = useText(billText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const thisMonth = useToday().slice(0, 7);
  const save = useSave(callsAboutEnergy, onClose);
  const meters = useCall('getEnergyMeterPage', { body: { ProjectId, PageSize: 500 } });
  const registers = useCall('getEnergyRegisters', { query: { projectId: ProjectId, reactive: true } });
  const form = useSchemaForm(SupplyTermsForm, {
    initial: present
      ? {
          MeterId: present.MeterId,
          FromMonth: present.FromMonth,
          BasicFee: present.BasicFee,
          BasicPrice: present.BasicPrice,
          Capacity: present.Capacity,
          ContractDemand: present.ContractDemand,
          PowerFactorStandard: present.PowerFactorStandard,
          ReactivePointId: present.ReactivePointId,
        }
      : { FromMonth: thisMonth, BasicFee: 'capacity' },
    save: (body) => save('saveSupplyTerms', { body }, t.saved),
  });
  const fees = Object.keys(basicFees) as BasicFee[];
  return (
    <FormDialog form={form} title={present ? t.editOf(present.MeterName) : t.add} onClose={onClose}>
      <form.Field name="MeterId" label={t.meter}>
        <Select
          disabled={present !== null}
          options={meters.data?.Data.map(({ MeterId, MeterName }) => ({ value: MeterId, label: MeterName })) ?? []}
        />
      </form.Field>
      <form.Field name="FromMonth" label={t.fromMonth}>
        <MonthField disabled={present !== null} />
      </form.Field>
      <form.Field name="BasicFee" label={t.basicFee}>
        <Select options={fees.map((fee) => ({ value: fee, label: inWords(basicFees[fee]) }))} />
      </form.Field>
      <form.Field name="BasicPrice" label={t.price}>
        <NumberField min={0} max={1000} />
      </form.Field>
      <form.Field name="Capacity" label={t.capacity}>
        <NumberField min={0} />
      </form.Field>
      <form.Field name="ContractDemand" label={t.contractDemand} extra={t.contractDemandHint}>
        <NumberField min={0} />
      </form.Field>
      <form.Field name="PowerFactorStandard" label={t.standard}>
        <Select
          allowClear
          placeholder={t.noStandard}
          options={powerFactorStandards.map((each) => ({ value: each, label: standardOf(each) }))}
        />
      </form.Field>
      <form.Field name="ReactivePointId" label={t.reactivePoint} extra={t.reactiveHint}>
        <Select
          allowClear
          options={
            registers.data?.map(({ PointId, PointName, ModelTreeName }) => ({
              value: PointId,
              label: ModelTreeName === null ? PointName : `${ModelTreeName} · ${PointName}`,
            })) ?? []
          }
        />
      </form.Field>
    </FormDialog>
  );
}
