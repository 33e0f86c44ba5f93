import { type EnteredVariable, energyVariables, enteredVariables } from '@watchpost/contract';
import { Button, DatePicker, Table } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useToday } from '../ui/days/index.ts';
import { NumberField } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify, useSave } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { baselineText } from './baselineText.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';

const keyOf = (variable: EnteredVariable, day: string) => `${variable} ${day}`;

/** Opening hours, turnover and goods by day, a month at a time. */
export function VariablesTab() {
  const t = useText(baselineText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const mayEdit = useMay('energyEdit');
  const notify = useNotify();
  const today = useToday();
  const [month, choose] = useState(today.slice(0, 7));
  /** What was typed and not saved. */
  const [typed, type] = useState<ReadonlyMap<string, number | null>>(new Map());
  const save = useSave(callsAboutEnergy, () => type(new Map()));
  const last = dayjs(`${month}-01`).endOf('month').format('YYYY-MM-DD');
  const end = last > today ? today : last;
  const variables = useCall(
    'getEnergyVariables',
    { body: { ProjectId, Start: `${month}-01`, End: end } },
    whileWaiting,
  );
  if (variables.error && !variables.data)
    return <ErrorState error={variables.error} onRetry={() => void variables.refetch()} />;
  if (!variables.data) return <ListSkeleton rows={6} />;
  const kept = new Map(variables.data.map(({ Day, Variable, Value }) => [keyOf(Variable, Day), Value]));
  const days = Array.from({ length: Number(end.slice(8)) }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
  const send = () =>
    save(
      'saveEnergyVariables',
      {
        body: {
          ProjectId,
          ValueList: [...typed].map(([key, Value]) => {
            const [Variable, Day] = key.split(' ') as [EnteredVariable, string];
            return { Variable, Day, Value };
          }),
        },
      },
      t.saved_,
    ).catch(notify.failure);
  return (
    <div className="energy-page">
      <section className="energy-panel">
        <h2>{t.variablesOfDays}</h2>
        <p className="energy-muted">{t.variablesIntro}</p>
        <div className="energy-tools">
          <DatePicker
            picker="month"
            aria-label={t.month}
            allowClear={false}
            value={dayjs(`${month}-01`)}
            maxDate={dayjs(today)}
            onChange={(value) => {
              if (!value) return;
              choose(value.format('YYYY-MM'));
              type(new Map());
            }}
          />
          {mayEdit ? (
            <Button type="primary" disabled={typed.size === 0} onClick={() => void send()}>
              {t.save}
            </Button>
          ) : null}
        </div>
        <Table
          size="small"
          rowKey={(day) => day}
          pagination={false}
          scroll={{ x: 560 }}
          dataSource={days}
          columns={[
            { title: t.day, key: 'day', render: (_, day) => day },
            ...enteredVariables.map((variable) => ({
              title: inWords(energyVariables[variable]),
              key: variable,
              render: (_: unknown, day: string) => {
                const key = keyOf(variable, day);
                return (
                  <NumberField
                    aria-label={t.fieldOf(inWords(energyVariables[variable]), day)}
                    min={0}
                    disabled={!mayEdit}
                    value={typed.has(key) ? typed.get(key)! : (kept.get(key) ?? null)}
                    onChange={(value) => type(new Map(typed).set(key, value))}
                  />
                );
              },
            })),
          ]}
        />
      </section>
    </div>
  );
}
