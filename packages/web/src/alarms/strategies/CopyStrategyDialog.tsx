import type { AllCalls, CallData, StrategyRow } from '@watchpost/contract';
import { Alert, Button, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { useSession } from '../../lib/session.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { useNotify } from '../../ui/index.ts';
import { text } from './text.ts';
import { useStrategiesChanged } from './useStrategiesChanged.ts';

/** Copies a strategy into projects, after showing what it would watch there. Mount it to show it. */
export function CopyStrategyDialog({ strategy, onClose }: { strategy: StrategyRow; onClose: () => void }) {
  const t = useText(text);
  const comma = useLanguage() === 'zh' ? '、' : ', ';
  const notify = useNotify();
  const changed = useStrategiesChanged();
  const { projects, limitedProjects } = useSession();
  const copying = useCallMutation('copyAlarmStrategy');
  const [chosen, choose] = useState<number[]>([]);
  const [name, setName] = useState('');
  const [plan, setPlan] = useState<CallData<AllCalls['copyAlarmStrategy']> | null>(null);
  const ask = async (IsDryRun: boolean) => {
    try {
      const body = {
        StrategyId: strategy.StrategyId,
        ProjectIdList: chosen,
        StrategyName: name.trim() === '' ? undefined : name,
        IsDryRun,
      };
      const answer = await copying.mutateAsync({ body });
      if (IsDryRun) return setPlan(answer);
      notify.success(t.copied(answer.filter(({ StrategyId }) => StrategyId !== null).length));
      onClose();
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const fits = plan?.some(({ MatchedCount }) => MatchedCount > 0) ?? false;
  return (
    <Modal
      open
      title={t.copyTitle(strategy.StrategyName)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button disabled={chosen.length === 0} loading={copying.isPending} onClick={() => void ask(true)}>
            {t.preview}
          </Button>
          <Button type="primary" disabled={!fits} loading={copying.isPending} onClick={() => void ask(false)}>
            {t.copy}
          </Button>
        </>
      }
    >
      <Form layout="vertical">
        <Form.Item label={t.toProjects} extra={chosen.includes(strategy.ProjectId) ? t.copyHere : undefined}>
          <Select
            mode="multiple"
            aria-label={t.toProjects}
            optionFilterProp="label"
            value={chosen}
            onChange={(ids: number[]) => {
              choose(ids);
              setPlan(null);
            }}
            options={projects
              .filter(({ ProjectId }) => !limitedProjects.has(ProjectId))
              .map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
          />
        </Form.Item>
        <Form.Item label={t.newName} extra={t.newNameHint}>
          <Input value={name} count={{ max: 25, show: true }} onChange={(event) => setName(event.target.value)} />
        </Form.Item>
      </Form>
      {plan?.map(({ ProjectId, ProjectName, MatchedCount, UnmatchedList, LeftOutNameList, ...limits }) => {
        const lost = [
          [t.unmatched, UnmatchedList],
          [t.leftOut, LeftOutNameList],
          [t.limitsLeft, limits.OwnLimitLeftList],
        ] as const;
        const losesSome = UnmatchedList.length + limits.OwnLimitLeftList.length > 0;
        return (
          <Alert
            key={ProjectId}
            className="strategy-plan"
            type={MatchedCount === 0 ? 'warning' : losesSome ? 'info' : 'success'}
            showIcon
            title={`${ProjectName} · ${MatchedCount === 0 ? t.nothingThere : t.matched(MatchedCount)}`}
            description={
              limits.OwnLimitCount > 0 || lost.some(([, names]) => names.length > 0) ? (
                <>
                  {limits.OwnLimitCount > 0 ? <p>{t.limitsCome(limits.OwnLimitCount)}</p> : null}
                  {lost
                    .filter(([, names]) => names.length > 0)
                    .map(([words, names]) => (
                      <p key={words}>
                        {words}: {names.slice(0, 20).join(comma)}
                        {names.length > 20 ? ` … +${names.length - 20}` : ''}
                      </p>
                    ))}
                </>
              ) : undefined
            }
          />
        );
      })}
    </Modal>
  );
}
