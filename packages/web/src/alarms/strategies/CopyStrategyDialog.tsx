import { type AllCalls, type CallData, inputWords, type StrategyRow, strategyName } from '@watchpost/contract';
import { Alert, Button, Form, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
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
  const notify = useNotify();
  const changed = useStrategiesChanged();
  const { projects, limitedProjects } = useSession();
  const copying = useCallMutation('copyAlarmStrategy');
  const nameId = useId();
  const [chosen, choose] = useState<number[]>([]);
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<readonly string[]>([]);
  const language = useLanguage();
  const wrongName =
    name.trim() === ''
      ? null
      : (strategyName.safeParse(name, { error: (issue) => inputWords(issue, language) }).error?.issues[0]?.message ??
        null);
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
      if (error instanceof CallError && error.fields.length > 0)
        setRefused([...new Set(error.fields.map(({ Message }) => Message))]);
      else notify.failure(error);
    }
  };
  const comma = language === 'zh' ? '、' : ', ';
  const fits = plan?.some(({ MatchedCount }) => MatchedCount > 0) ?? false;
  return (
    <Modal
      open
      title={t.copyTitle(strategy.StrategyName)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            disabled={chosen.length === 0 || wrongName !== null}
            loading={copying.isPending}
            onClick={() => void ask(true)}
          >
            {t.preview}
          </Button>
          <Button
            type="primary"
            disabled={!fits || wrongName !== null}
            loading={copying.isPending}
            onClick={() => void ask(false)}
          >
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
        <Form.Item
          label={t.newName}
          htmlFor={nameId}
          extra={t.newNameHint}
          validateStatus={wrongName === null ? '' : 'error'}
          help={wrongName ?? undefined}
        >
          <Input
            id={nameId}
            value={name}
            count={{ max: 25, show: true }}
            onChange={(event) => {
              setName(event.target.value);
              setRefused([]);
            }}
          />
        </Form.Item>
      </Form>
      {refused.length > 0 ? <Alert type="error" showIcon title={refused.join(' · ')} /> : null}
      {plan?.map(({ ProjectId, ProjectName, MatchedCount, UnmatchedList, UnclearList, LeftOutNameList, ...limits }) => {
        const lost = [
          [t.unmatched, UnmatchedList],
          [t.unclear, UnclearList],
          [t.leftOut, LeftOutNameList],
          [t.limitsLeft, limits.OwnLimitLeftList],
        ] as const;
        const losesSome = UnmatchedList.length + UnclearList.length + limits.OwnLimitLeftList.length > 0;
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
