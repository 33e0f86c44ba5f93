import {
  type BackTestResult,
  backTestDays,
  backTestPointLimit,
  dayMs,
  minToPropose,
  RuleDefinition,
} from '@watchpost/contract';
import { Alert, Button, Table } from 'antd';
import { useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { formatDateTime, formatDuration } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { comma } from '../../lib/punctuation.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { ReferenceNotes } from '../strategies/ReferenceNotes.tsx';
import { changeText, kindText, text } from './text.ts';

/** What came of a trial, and which of its variants is drawn on the curve. */
export interface Tried {
  readonly list: readonly BackTestResult[];
  readonly pointIds: readonly number[];
  readonly shown: BackTestResult['Kind'];
}

/** What a variant is called: what was changed about the conditions as they are set. */
export function useVariantName(unit: string): (result: BackTestResult) => string {
  const kinds = useText(kindText);
  const changes = useText(changeText);
  return (result) => {
    if (result.Kind === 'given') return kinds.given;
    const delayed = result.RuleList.find((rule) => 'onDelaySeconds' in rule);
    const limit = result.RuleList.find((rule) => rule.kind === 'limit');
    const said = [
      limit && result.Kind !== 'delay' ? changes.deadband(`${limit.deadband} ${unit}`.trim()) : null,
      delayed && 'onDelaySeconds' in delayed && result.Kind !== 'deadband'
        ? changes.delay(delayed.onDelaySeconds / 60)
        : null,
    ].filter(Boolean);
    return said.length === 0 ? kinds[result.Kind] : `${kinds[result.Kind]} · ${said.join(comma())}`;
  };
}

/** How often the conditions that are being set would have alarmed in the past, and what would make them calmer. */
export function BackTest({
  projectId,
  pointIds,
  definitions,
  timeZone,
  unit,
  repeatMinutes,
  notifyOnClear,
  onUse,
  tried,
  onTried,
}: {
  projectId: number;
  pointIds: readonly number[];
  /** As far as they are filled in. */
  definitions: readonly unknown[];
  timeZone: string;
  unit: string;
  repeatMinutes: number | null;
  notifyOnClear: boolean;
  /** Null: the reader may not change them. */
  onUse: ((rules: readonly RuleDefinition[]) => void) | null;
  tried: Tried | null;
  onTried: (tried: Tried | null) => void;
}) {
  const t = useText(text);
  const language = useLanguage();
  const trial = useCallMutation('backTestAlarmRules');
  const [triedWith, setTriedWith] = useState('');
  const parsed = definitions.map((definition) => RuleDefinition.safeParse(definition));
  const rules = parsed.flatMap(({ data }) => (data && data.kind !== 'communicationLoss' ? [data] : []));
  const isReady = pointIds.length > 0 && rules.length > 0 && parsed.every(({ success }) => success);
  const present = JSON.stringify([pointIds, rules]);
  const start = (days: (typeof backTestDays)[number]) => {
    setTriedWith(present);
    const PointIdList = pointIds.slice(0, backTestPointLimit);
    trial.mutate(
      {
        body: {
          ProjectId: projectId,
          PointIdList,
          Days: days,
          VariantList: [{ RuleList: rules }],
          Propose: true,
          RepeatMinutes: repeatMinutes,
          NotifyOnClear: notifyOnClear,
        },
      },
      { onSuccess: ({ ResultList }) => onTried({ list: ResultList, pointIds: PointIdList, shown: 'given' }) },
    );
  };
  const nameOf = useVariantName(unit);
  return (
    <section className="strategy-past" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className="strategy-hint">{isReady ? t.hint : t.incomplete}</p>
      <div className="back-test-days">
        {backTestDays.map((days) => (
          <Button key={days} disabled={!isReady} loading={trial.isPending} onClick={() => start(days)}>
            {t.tryDays(days)}
          </Button>
        ))}
      </div>
      {trial.error ? (
        <Alert type="error" showIcon title={trial.error instanceof CallError ? trial.error.message : t.failed} />
      ) : null}
      {trial.data ? (
        <>
          {triedWith === present ? null : <p className="strategy-hint">{t.outdated}</p>}
          {pointIds.length > backTestPointLimit ? (
            <p className="strategy-hint">{t.firstOnly(backTestPointLimit)}</p>
          ) : null}
          <HistoryReach from={trial.data.From} to={trial.data.To} begins={trial.data.HistoryFrom} timeZone={timeZone} />
          <ReferenceNotes problems={trial.data.ProblemList} />
          <Table<BackTestResult>
            size="small"
            pagination={false}
            rowKey={(row) => row.Kind}
            scroll={{ x: 'max-content' }}
            dataSource={trial.data.ResultList}
            rowSelection={{
              type: 'radio',
              columnTitle: t.onCurve,
              columnWidth: 56,
              selectedRowKeys: tried ? [tried.shown] : [],
              onChange: ([shown]) => tried && onTried({ ...tried, shown: shown as Tried['shown'] }),
              getCheckboxProps: (row) => ({ 'aria-label': `${t.onCurve}: ${nameOf(row)}` }) as never,
            }}
            columns={[
              { key: 'variant', title: t.variant, render: (_, row) => nameOf(row) },
              { key: 'alarms', title: t.alarms, align: 'right', render: (_, row) => row.AlarmCount },
              { key: 'messages', title: t.messages, align: 'right', render: (_, row) => row.MessageCount },
              {
                key: 'active',
                title: t.active,
                align: 'right',
                render: (_, row) => formatDuration(row.ActiveSeconds, language),
              },
              ...(onUse
                ? [
                    {
                      key: 'use',
                      // Within reach however narrow the column beside the form is.
                      fixed: 'right' as const,
                      render: (_: unknown, row: BackTestResult) =>
                        row.Kind === 'given' ? null : (
                          <Button size="small" onClick={() => onUse(row.RuleList)}>
                            {t.use}
                          </Button>
                        ),
                    },
                  ]
                : []),
            ]}
          />
          {trial.data.NoProposal === 'tooFew' ? (
            <p className="strategy-hint">{t.tooFewToPropose(minToPropose)}</p>
          ) : trial.data.NoProposal === 'noneCalmer' ? (
            <p className="strategy-hint">{t.noneCalmer}</p>
          ) : null}
          <p className="strategy-hint">{t.notKnown}</p>
        </>
      ) : null}
    </section>
  );
}

/** How much of the range there is history of at all; nothing where it is all of it. */
function HistoryReach({
  from,
  to,
  begins,
  timeZone,
}: {
  from: number;
  to: number;
  begins: number | null;
  timeZone: string;
}) {
  const t = useText(text);
  if (begins === null) return <Alert type="warning" showIcon title={t.noHistory} />;
  const whole = Math.round((to - from) / dayMs);
  const known = Math.ceil((to - begins) / dayMs);
  if (known >= whole) return null;
  return (
    <Alert type="info" showIcon title={t.historyBegins(formatDateTime(begins, timeZone).slice(0, 10), known, whole)} />
  );
}
