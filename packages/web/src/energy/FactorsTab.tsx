import { Button, Table } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useToday } from '../ui/days/index.ts';
import { NumberField } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify, useSave } from '../ui/index.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { energyText, setUpText } from './text.ts';

/** Floor area of the project, and grams of CO2 a kWh by year. */
export function FactorsTab() {
  const t = useText(setUpText);
  const e = useText(energyText);
  const { ProjectId } = useProject();
  const mayEditSite = useMay('energyEdit');
  const notify = useNotify();
  const save = useSave(callsAboutEnergy);
  const thisYear = Number(useToday().slice(0, 4));
  const factors = useCall('getEnergyFactors', { query: { projectId: ProjectId } });
  const [area, setArea] = useState<number | null | undefined>(undefined);
  const [year, setYear] = useState<number | null>(thisYear);
  const [grams, setGrams] = useState<number | null>(null);
  if (factors.error && !factors.data)
    return <ErrorState error={factors.error} onRetry={() => void factors.refetch()} />;
  if (!factors.data) return <ListSkeleton rows={4} />;
  const { FactorList, SquareMetres, MayEdit } = factors.data;
  const send = (Year: number, GramsPerKwh: number | null) =>
    save('saveEnergyFactor', { body: { Year, GramsPerKwh } }, t.saved).catch(notify.failure);
  return (
    <div className="energy-page">
      <section className="energy-panel">
        <h2>{t.areaLabel}</h2>
        <div className="energy-tools">
          <NumberField
            aria-label={t.areaLabel}
            min={0}
            disabled={!mayEditSite}
            value={area === undefined ? SquareMetres : area}
            onChange={setArea}
          />
          {mayEditSite ? (
            <Button
              disabled={area === undefined || area === SquareMetres}
              onClick={() =>
                void save('setEnergySite', { body: { ProjectId, SquareMetres: area ?? null } }, t.saved).catch(
                  notify.failure,
                )
              }
            >
              {t.save}
            </Button>
          ) : null}
          <span className="energy-muted">{t.areaHint}</span>
        </div>
      </section>
      <section className="energy-panel">
        <h2>{t.factor}</h2>
        {MayEdit ? (
          <div className="energy-tools">
            <NumberField aria-label={e.year} min={2000} max={2100} value={year} onChange={setYear} />
            <NumberField aria-label={t.factor} min={0} max={2000} value={grams} onChange={setGrams} />
            <Button
              disabled={year === null || grams === null}
              onClick={() => {
                void send(year!, grams);
                setGrams(null);
              }}
            >
              {t.save}
            </Button>
          </div>
        ) : (
          <p className="energy-muted">{t.companyOnly}</p>
        )}
        <Table
          size="small"
          rowKey="Year"
          pagination={false}
          dataSource={[...FactorList]}
          columns={[
            { title: e.year, dataIndex: 'Year' },
            { title: t.factor, key: 'grams', render: (_, { GramsPerKwh }) => formatNumber(GramsPerKwh, 1) },
            { title: t.source, key: 'own', render: (_, { IsOwn }) => (IsOwn ? t.own : t.published) },
            {
              title: t.actions,
              key: 'reset',
              render: (_, { IsOwn, Year }) =>
                IsOwn && MayEdit ? (
                  <Button type="link" onClick={() => void send(Year, null)}>
                    {t.reset}
                  </Button>
                ) : null,
            },
          ]}
        />
      </section>
    </div>
  );
}
