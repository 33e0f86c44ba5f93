import {
  type StrategyDetail,
  StrategyForm,
  type StrategyFormInput,
  type StrategyPoint,
  strategyErrors,
} from '@watchpost/contract';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '../../lib/CallError.ts';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { links } from '../../lib/links.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { NotNow, useSchemaForm } from '../../ui/form/index.ts';
import { useNotify } from '../../ui/index.ts';
import { changesOf } from './changesOf.ts';
import { emptyForm, formOf, ofPoints, pointName, saysNothingOfOffline, touchesAlarms } from './strategyForm.ts';
import { text } from './text.ts';
import { useMayTouchAlarms } from './useMayTouchAlarms.tsx';
import { useStrategiesChanged } from './useStrategiesChanged.ts';

/**
 * The form of one policy and what its saving takes: only what changed is sent, what that does to alarms is said before, and a policy
 * that somebody deleted meanwhile can be saved as a new one.
 */
export function useStrategyForm({
  projectId,
  strategy,
  proposed,
  known,
  saidOfDelays,
}: {
  projectId: number;
  /** Null adds one. */
  strategy: StrategyDetail | null;
  /** Points that a new one begins with. */
  proposed: readonly StrategyPoint[];
  /** Points by their number, for their names. */
  known: ReadonlyMap<number, StrategyPoint>;
  /** What is said of delays at the moment of saving. */
  saidOfDelays: RefObject<readonly string[]>;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const notify = useNotify();
  const changed = useStrategiesChanged();
  const adding = useCallMutation('addAlarmStrategy');
  const updating = useCallMutation('updateAlarmStrategy');
  const [isGone, setGone] = useState(false);
  const initial = strategy ? formOf(strategy) : { ...emptyForm(projectId), ...ofPoints(proposed) };
  const [loaded] = useState(initial);
  const mayTouchAlarms = useMayTouchAlarms((id) => pointName(known.get(id)));
  const previewed = (change: ReturnType<typeof changesOf>) => {
    const { StrategyId, Enabled, RuleList, RemoveRuleIdList } = change;
    const { AddPointIdList, RemovePointIdList, RemoveGatewayIdList, RemoveSlaveIdList } = change;
    return mayTouchAlarms({
      ...{ StrategyId, Enabled, RuleList, RemoveRuleIdList },
      ...{ AddPointIdList, RemovePointIdList, RemoveGatewayIdList, RemoveSlaveIdList },
    });
  };
  const saySaved = (contacts: StrategyFormInput['ContactList'] = []) => {
    if (contacts.length === 0) notify.warning(t.savedWithoutContacts);
    else if (saysNothingOfOffline(contacts)) notify.warning(t.savedWithoutOffline);
    else notify.success(t.saved);
    for (const said of saidOfDelays.current) notify.warning(said);
  };
  const form = useSchemaForm(
    StrategyForm,
    strategy
      ? {
          initial: loaded,
          edits: ['StrategyId', 'ProjectId'],
          save: async (body: Partial<StrategyFormInput>) => {
            const change = changesOf(strategy.StrategyId, loaded, body);
            try {
              if (touchesAlarms(change) && !(await previewed(change))) throw new NotNow();
              await updating.mutateAsync({ body: change });
            } catch (error) {
              if (!(error instanceof CallError && error.code === 404)) throw error;
              setGone(true);
              throw new CallError(404, inWords(strategyErrors.gone));
            }
            saySaved(body.ContactList ?? loaded.ContactList);
            await changed();
          },
        }
      : {
          initial: loaded,
          save: async (body: StrategyFormInput) => {
            const { StrategyId } = await adding.mutateAsync({ body });
            saySaved(body.ContactList);
            await changed();
            // What was saved stays on the screen, now under its own number.
            setTimeout(() => void navigate(links.strategy(StrategyId), { replace: true }));
          },
        },
  );

  /** What was typed for a policy that somebody deleted meanwhile. */
  const saveAsNew = async () => {
    const { StrategyId: _, ...rest } = { ...loaded, ...form.antd.getFieldsValue(true) } as StrategyFormInput;
    const RuleList = rest.RuleList.map(({ Definition }) => ({ Definition }));
    try {
      const { StrategyId } = await adding.mutateAsync({ body: { ...rest, RuleList } });
      notify.success(t.saved);
      await changed();
      void navigate(links.strategy(StrategyId), { replace: true });
    } catch (error) {
      notify.failure(error);
    }
  };
  return { form, loaded, isGone, saveAsNew, isAdding: adding.isPending };
}
