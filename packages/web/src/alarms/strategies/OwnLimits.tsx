import { alarmKinds, type StrategyDetail, StrategyRule } from '@watchpost/contract';
import { Alert, Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { useNotify } from '../../ui/index.ts';
import type { DefinitionDraft } from './drafts.ts';
import { Labelled } from './NumberFields.tsx';
import { DefinitionFields } from './RuleFields.tsx';
import { pointName } from './strategyForm.ts';
import { text } from './text.ts';
import { useMayTouchAlarms } from './useMayTouchAlarms.tsx';
import { useStrategiesChanged } from './useStrategiesChanged.ts';

/** Devices with limits of their own under a condition, without a copy of the strategy. */
export function OwnLimits({ strategy, dirty }: { strategy: StrategyDetail; dirty: boolean }) {
  const t = useText(text);
  const notify = useNotify();
  const changed = useStrategiesChanged();
  const setting = useCallMutation('setAlarmStrategyOverride');
  const [adding, setAdding] = useState(false);
  const pointsById = new Map(strategy.PointList.map((point) => [point.PointId, point]));
  const mayTouchAlarms = useMayTouchAlarms((id) => pointName(pointsById.get(id)));
  const judged = strategy.RuleList.filter(({ Definition }) => Definition.kind !== 'communicationLoss');
  if (judged.length === 0 || (strategy.OverrideList.length === 0 && !strategy.MayEdit)) return null;
  const takeBack = async (RuleId: number, PointId: number) => {
    const none = { RuleId, PointIdList: [PointId], Definition: null };
    try {
      if (!(await mayTouchAlarms({ StrategyId: strategy.StrategyId, OwnLimits: none }))) return;
      await setting.mutateAsync({ body: { StrategyId: strategy.StrategyId, ...none } });
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <section className="strategy-own">
      <h2>{t.ownLimits}</h2>
      <p className="strategy-hint">{t.ownLimitsHint}</p>
      <ul>
        {strategy.OverrideList.map(({ RuleId, PointId, Text }) => {
          const point = pointsById.get(PointId);
          return (
            <li key={`${RuleId} ${PointId}`}>
              <span>
                <b>{[point?.ModelTreeName, point?.PointName].filter(Boolean).join(' · ')}</b>
                <small>{Text}</small>
              </span>
              {strategy.MayEdit ? (
                <Button size="small" disabled={dirty} onClick={() => void takeBack(RuleId, PointId)}>
                  {t.takeBack}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {strategy.MayEdit ? (
        <Button disabled={dirty} title={dirty ? t.saveFirst : undefined} onClick={() => setAdding(true)}>
          {t.addOwn}
        </Button>
      ) : null}
      {adding ? <OwnLimitsDialog strategy={strategy} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

function OwnLimitsDialog({ strategy, onClose }: { strategy: StrategyDetail; onClose: () => void }) {
  const t = useText(text);
  const inWords = useBilingual();
  const notify = useNotify();
  const changed = useStrategiesChanged();
  const setting = useCallMutation('setAlarmStrategyOverride');
  const mayTouchAlarms = useMayTouchAlarms((id) => pointName(strategy.PointList.find(({ PointId }) => PointId === id)));
  const rules = strategy.RuleList.filter(({ Definition }) => Definition.kind !== 'communicationLoss');
  const [ruleId, setRuleId] = useState(rules[0]!.RuleId);
  const [pointIds, setPointIds] = useState<number[]>([]);
  const rule = rules.find(({ RuleId }) => RuleId === ruleId)!;
  const [definition, setDefinition] = useState<Record<string, unknown>>(rule.Definition);
  const first = strategy.PointList.find(({ PointId }) => pointIds.includes(PointId)) ?? strategy.PointList[0];
  const isWrong = !StrategyRule.safeParse({ Definition: definition }).success;
  const [refused, setRefused] = useState<readonly string[]>([]);
  const save = async () => {
    // Each number that is wrong says so already.
    if (isWrong) return;
    setRefused([]);
    const limits = { RuleId: ruleId, PointIdList: pointIds, Definition: definition as never };
    try {
      if (!(await mayTouchAlarms({ StrategyId: strategy.StrategyId, OwnLimits: limits }))) return;
      await setting.mutateAsync({ body: { StrategyId: strategy.StrategyId, ...limits } });
      notify.success(t.saved);
      onClose();
      await changed();
    } catch (error) {
      if (error instanceof CallError && error.fields.length > 0)
        setRefused([...new Set(error.fields.map(({ Message }) => Message))]);
      else notify.failure(error);
    }
  };
  return (
    <Modal
      open
      width={760}
      title={t.addOwn}
      okText={t.ok}
      cancelText={t.cancel}
      okButtonProps={{ disabled: pointIds.length === 0 || isWrong, loading: setting.isPending }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="strategy-grid">
        <Labelled label={t.points}>
          <Select
            mode="multiple"
            aria-label={t.points}
            optionFilterProp="label"
            value={pointIds}
            onChange={setPointIds}
            options={strategy.PointList.map((point) => ({
              value: point.PointId,
              label: [point.ModelTreeName, point.PointName].filter(Boolean).join(' · '),
            }))}
          />
        </Labelled>
        {rules.length > 1 ? (
          <Labelled label={t.condition}>
            <Select
              aria-label={t.condition}
              value={ruleId}
              onChange={(next: number) => {
                setRuleId(next);
                setDefinition(rules.find(({ RuleId }) => RuleId === next)!.Definition);
              }}
              options={rules.map(({ RuleId, Definition }) => ({
                value: RuleId,
                label: inWords(alarmKinds[Definition.kind]),
              }))}
            />
          </Labelled>
        ) : null}
      </div>
      <DefinitionFields
        rule={{ Definition: definition as unknown as DefinitionDraft }}
        speech={{
          unit: first?.Unit ?? '',
          decimals: first?.Decimals ?? 1,
          states: first?.UnitMap ?? [],
          projectId: strategy.ProjectId,
          judgedIds: pointIds,
        }}
        onChange={(next) => {
          setDefinition(next);
          setRefused([]);
        }}
      />
      {refused.length > 0 ? <Alert type="error" showIcon title={refused.join(' · ')} /> : null}
    </Modal>
  );
}
