import {
  type AllCalls,
  type CallData,
  calls,
  type StocktakeDecision,
  type StocktakeItem,
  stocktakeDecisionNames,
  stocktakeDecisionsOf,
  stocktakeResults,
} from '@watchpost/contract';
import { Radio } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { callsAboutAssets } from './callsAboutAssets.ts';
import { assetText } from './text.ts';

type Stocktake = Pick<CallData<AllCalls['getStocktake']>, 'StocktakeId' | 'ProjectId' | 'Location' | 'State'>;

/** What a person may decide about an item now. A stocktake of no place moves nothing to itself. */
export function decisionsFor(
  { ProjectId, Location, State }: Stocktake,
  { Outcome, IsDifference, Decision }: StocktakeItem,
): readonly StocktakeDecision[] {
  if (State !== 'review' || !IsDifference || Decision === 'registered') return [];
  const isNowhere = Outcome === 'elsewhere' && ProjectId === null && Location === '';
  return stocktakeDecisionsOf[Outcome].filter((decision) => decision !== 'move' || !isNowhere);
}

/** Decides differences, and says what each decision does; the ones it does not fit stay undecided. */
export function DecideDialog({
  of: stocktake,
  items,
  onDecided,
  onClose,
}: {
  of: Stocktake;
  /** Null: all without a decision. */
  items: readonly StocktakeItem[] | null;
  onDecided?: (() => void) | undefined;
  onClose: () => void;
}) {
  const t = useText(assetText);
  const inWords = useBilingual();
  const notify = useNotify();
  const save = useSave(callsAboutAssets, onClose);
  const fitting = (decision: StocktakeDecision) =>
    items?.filter((item) => decisionsFor(stocktake, item).includes(decision));
  const choices = stocktakeDecisionNames.filter((decision) => fitting(decision)?.length !== 0);
  const form = useSchemaForm(calls.decideDifferences.body, {
    initial: { StocktakeId: stocktake.StocktakeId, Decision: choices[0]!, ItemKeyList: undefined },
    save: async ({ Decision }) => {
      const body = {
        StocktakeId: stocktake.StocktakeId,
        Decision,
        ItemKeyList: fitting(Decision)?.map(({ ItemKey }) => ItemKey),
      };
      const { Decided } = await save('decideDifferences', { body });
      notify.success(t.decided(Decided));
      onDecided?.();
    },
  });
  const only = items?.length === 1 ? items[0]! : null;
  return (
    <FormDialog
      form={form}
      title={only ? t.decideOf(only.AssetName ?? only.AssetCode) : items ? t.decideSome(items.length) : t.decideAll}
      submitText={t.decide}
      onClose={onClose}
    >
      {items ? null : <p>{t.decideAllHint}</p>}
      <form.Field name="Decision" label={t.decision}>
        <Radio.Group
          className="stocktake-decisions"
          options={choices.map((value) => ({
            value,
            label: (
              <>
                {inWords(stocktakeResults[value])}
                {items && !only ? ` (${fitting(value)!.length})` : ''} <small>{t[`decide_${value}`]}</small>
              </>
            ),
          }))}
        />
      </form.Field>
    </FormDialog>
  );
}
