import {
  type AllCalls,
  type CallData,
  calls,
  codeOfLabel,
  type ScanResult,
  type StocktakeItem,
  type StocktakeOutcome,
  stocktakeOutcomeNames,
  stocktakeOutcomes,
  stocktakeResults,
  stocktakeStates,
} from '@watchpost/contract';
import { Button, Checkbox, Input } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useListExport } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { shrinkPhoto } from '../lib/shrinkPhoto.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, PageSkeleton, PageTitle, Refused, useNotify, useSave, WordTag } from '../ui/index.ts';
import {
  defineList,
  flagFilter,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  tabsFilter,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { AssetDialog } from './AssetDialog.tsx';
import { AssetLifeDialog } from './AssetLifeDialog.tsx';
import './assets.css';
import { callsAboutAssets } from './callsAboutAssets.ts';
import { DecideDialog, decisionsFor } from './DecideDialog.tsx';
import { isGoodStocktake } from './isGoodStocktake.ts';
import { LabelCamera } from './scanner/LabelCamera.tsx';
import { type ScanQueue, useScanQueue } from './scanner/useScanQueue.ts';
import { assetText } from './text.ts';

type Stocktake = CallData<AllCalls['getStocktake']>;

/** Others scan at the same time; only where no channel tells of it. */
const pollMs = 15_000;
const itemList = defineList({
  name: 'stocktakeItems',
  filters: {
    outcome: tabsFilter({
      label: assetText.outcome,
      options: [
        { value: 'all', label: assetText.allItems },
        ...stocktakeOutcomeNames.map((value) => ({ value, label: stocktakeOutcomes[value] })),
      ],
    }),
    text: textFilter({ label: assetText.searchItems }),
    undecided: flagFilter({ label: assetText.undecidedOnly, param: 'undecided' }),
  },
  sorts: ['usual'],
  usualSort: { by: 'usual', ascending: true },
});

const isGoodOutcome: Readonly<Record<StocktakeOutcome, boolean | null>> = {
  found: true,
  missing: false,
  elsewhere: null,
  unknown: null,
};

/** One stocktake: scanned on a phone while it is open, its differences decided in review, its report afterwards. */
export function StocktakePage({ stocktakeId, back }: { stocktakeId: number; back: string }) {
  const stocktake = useCall(
    'getStocktake',
    { query: { stocktakeId } },
    {
      scope: 'company',
      refetchInterval: ({ state }) =>
        state.data?.State === 'open' || state.data?.State === 'review' ? pollWhenNotLive(pollMs)() : false,
    },
  );
  if (stocktake.error && !stocktake.data)
    return <ErrorState error={stocktake.error} onRetry={() => void stocktake.refetch()} />;
  if (!stocktake.data) return <PageSkeleton />;
  return <Shown of={stocktake.data} back={back} />;
}

function Shown({ of: stocktake, back }: { of: Stocktake; back: string }) {
  const t = useText(assetText);
  const inWords = useBilingual();
  const dates = useDates();
  const isPlanned = stocktake.State === 'planned';
  const place = [stocktake.ProjectName ?? t.ofCompany, stocktake.Location || t.everywhere].join(' · ');
  return (
    <div className="stocktake">
      <PageTitle title={stocktake.StocktakeName} />
      <p className="stocktake-head">
        <Link to={back}>{t.stocktakes}</Link>{' '}
        <WordTag good={isGoodStocktake[stocktake.State]} words={inWords(stocktakeStates[stocktake.State])} /> {place} ·{' '}
        {isPlanned
          ? `${t.plannedFor(stocktake.PlannedOn!)} · ${stocktake.OpenName}`
          : `${stocktake.OpenName} · ${dates.dateTime(stocktake.OpenEpoch)}`}
        {stocktake.EndEpoch === null ? '' : ` – ${stocktake.EndName} · ${dates.dateTime(stocktake.EndEpoch)}`}
      </p>
      {stocktake.ClosedAlone ? <p className="stocktake-note">{t.closedAlone(stocktake.EndName ?? dash)}</p> : null}
      {stocktake.EndNote ? <p className="stocktake-note">{stocktake.EndNote}</p> : null}
      {isPlanned ? null : <Counts of={stocktake} />}
      <ScanPanel stocktakeId={stocktake.StocktakeId} mayScan={stocktake.State === 'open' && stocktake.MayEdit} />
      {stocktake.MayEdit ? <Steps of={stocktake} /> : null}
      {isPlanned ? null : <Items of={stocktake} />}
    </div>
  );
}

function Counts({ of: stocktake }: { of: Stocktake }) {
  const t = useText(assetText);
  const counts = [
    [t.foundOf, `${stocktake.Found} / ${stocktake.Expected}`],
    [t.missing, stocktake.Missing],
    [t.elsewhere, stocktake.Elsewhere],
    [t.unknown, stocktake.Unknown],
  ] as const;
  return (
    <ul className="stocktake-counts" aria-label={t.counts}>
      {counts.map(([name, count]) => (
        <li key={name}>
          <span>{name}</span>
          <strong className="tabular">{count}</strong>
        </li>
      ))}
    </ul>
  );
}

/** What a stocktake goes on to from its state. */
function Steps({ of: stocktake }: { of: Stocktake }) {
  const t = useText(assetText);
  const dialog = useDialog();
  const save = useSave(callsAboutAssets, dialog.close);
  const { StocktakeId, State, Undecided } = stocktake;
  if (State === 'closed' || State === 'cancelled') return null;
  /** Asks first, and says what the step does. */
  const step = (to: 'open' | 'review', title: string, hint: string, isUsual: boolean) => (
    <Button
      type={isUsual ? 'primary' : 'default'}
      onClick={() =>
        dialog.open(
          <ConfirmDialog
            title={title}
            ok={title}
            danger={false}
            act={() => save('setStocktakeState', { body: { StocktakeId, State: to } })}
            onClose={dialog.close}
          >
            <p>{hint}</p>
          </ConfirmDialog>,
        )
      }
    >
      {title}
    </Button>
  );
  return (
    <div className="stocktake-actions">
      {State === 'planned' ? step('open', t.openStocktake, t.openHint, true) : null}
      {State === 'open' ? step('review', t.startReview, t.startReviewHint, true) : null}
      {State === 'review' ? (
        <>
          {Undecided > 0 ? (
            <p role="status" className="stocktake-another">
              {t.undecidedCount(Undecided)}
            </p>
          ) : null}
          {stocktake.Closing === 'another' ? <p className="stocktake-another">{t.closeAnother}</p> : null}
          {Undecided > 0 ? (
            <Button
              type="primary"
              onClick={() => dialog.open(<DecideDialog of={stocktake} items={null} onClose={dialog.close} />)}
            >
              {t.decideAll}
            </Button>
          ) : stocktake.Closing === 'another' ? null : (
            <Button type="primary" onClick={() => dialog.open(<CloseDialog of={stocktake} onClose={dialog.close} />)}>
              {t.closeStocktake}
            </Button>
          )}
          {step('open', t.continueScanning, t.continueScanningHint, false)}
        </>
      ) : null}
      <Button onClick={() => dialog.open(<CancelDialog of={stocktake} onClose={dialog.close} />)}>
        {t.cancelStocktake}
      </Button>
      {dialog.shown}
    </div>
  );
}

/** Labels by camera, by photograph, or typed. Once no more are taken, those that were refused stay in sight. */
function ScanPanel({ stocktakeId, mayScan }: { stocktakeId: number; mayScan: boolean }) {
  const t = useText(assetText);
  const queue = useScanQueue(stocktakeId);
  const { add, results, waiting, error } = queue;
  const [typed, setTyped] = useState('');
  const send = () => {
    if (typed.trim() === '') return;
    add(typed.trim());
    setTyped('');
  };
  if (!mayScan) return <NotCounted of={queue} />;
  return (
    <section className="stocktake-scan" aria-label={t.scan}>
      <LabelCamera onLabel={add} />
      <form
        className="stocktake-typed"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Input
          size="large"
          aria-label={t.typeCode}
          placeholder={t.typeCode}
          maxLength={100}
          autoCapitalize="characters"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button size="large" htmlType="submit" disabled={typed.trim() === ''}>
          {t.count}
        </Button>
      </form>
      <Refused error={error} />
      <NotCounted of={queue} />
      {waiting > 0 ? <p role="status">{t.waiting(waiting)}</p> : null}
      {results.length > 0 ? (
        <ol className="stocktake-results" aria-live="polite">
          {results.slice(0, 5).map((result) => (
            <Result key={result.ClientKey} of={result} />
          ))}
        </ol>
      ) : null}
    </section>
  );
}

/** Scans that were refused, by their labels: a person sends them again, or gives them up. */
function NotCounted({ of: { refused, sendAgain, giveUp } }: { of: ScanQueue }) {
  const t = useText(assetText);
  if (refused.length === 0) return null;
  return (
    <section className="stocktake-refused" aria-label={t.notCounted}>
      <p>
        {t.notCounted}: {refused.map(({ Label }) => codeOfLabel(Label)).join(comma())}
      </p>
      <Button onClick={sendAgain}>{t.sendAgain}</Button>
      <Button onClick={giveUp}>{t.giveUp}</Button>
    </section>
  );
}

function Result({ of: result }: { of: ScanResult }) {
  const t = useText(assetText);
  const inWords = useBilingual();
  const said = [
    result.AssetCode,
    result.Outcome === 'elsewhere' ? [result.ProjectName, result.Location].filter(Boolean).join(' · ') : null,
    result.Repeated ? t.repeated : null,
  ].filter(Boolean);
  return (
    <li>
      <WordTag good={isGoodOutcome[result.Outcome]} words={inWords(stocktakeOutcomes[result.Outcome])} />{' '}
      <strong>{result.AssetName ?? result.AssetCode}</strong> <span>{said.join(' · ')}</span>
    </li>
  );
}

function Items({ of: stocktake }: { of: Stocktake }) {
  const t = useText(assetText);
  const notify = useNotify();
  const dialog = useDialog();
  const list = useList(itemList);
  const photo = useLabelPhoto();
  const save = useSave(callsAboutAssets);
  const { outcome, text, undecided } = list.query.filters;
  const exportList = useListExport();
  const question = {
    StocktakeId: stocktake.StocktakeId,
    Outcome: outcome === undefined || outcome === 'all' ? undefined : (outcome as StocktakeOutcome),
    IsUndecided: undecided,
    Text: text,
  };
  const page = useCall(
    'getStocktakeItemPage',
    { body: { ...question, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useItemColumns(stocktake.State);
  const goesOn = stocktake.MayEdit && (stocktake.State === 'open' || stocktake.State === 'review');
  const mayUndo = stocktake.State === 'open' && stocktake.MayEdit;
  const undo = (ScanId: number) =>
    save('removeScan', { body: { StocktakeId: stocktake.StocktakeId, ScanId } }, t.scanRemoved);
  const askToUndo = (ScanId: number, label: string) =>
    dialog.open(
      <ConfirmDialog
        title={t.removeScanOf(label)}
        ok={t.removeScan}
        act={async () => {
          await undo(ScanId);
          dialog.close();
        }}
        onClose={dialog.close}
      >
        <p>{t.removeScanHint}</p>
      </ConfirmDialog>,
    );
  const decide = (items: readonly StocktakeItem[], onDecided?: () => void) =>
    dialog.open(<DecideDialog of={stocktake} items={items} onDecided={onDecided} onClose={dialog.close} />);
  /** Also of a stocktake that is over: who reads its report registers what is missing in the register. */
  const register = (code: string, scanId: number | null): RowAction => ({
    key: 'register',
    label: t.registerThis,
    run: () =>
      dialog.open(
        <AssetDialog
          present={null}
          projectId={stocktake.ProjectId}
          code={code}
          scanId={goesOn ? scanId : null}
          onClose={dialog.close}
        />,
      ),
  });
  const actionsOf = (item: StocktakeItem): RowAction[] => {
    const { ScanId, Outcome, AssetCode, PhotoUrl, Decision } = item;
    const isUnknown = Outcome === 'unknown' && Decision !== 'registered';
    const actions: RowAction[] = [];
    if (decisionsFor(stocktake, item).length > 0)
      actions.push({ key: 'decide', label: t.decide, inline: true, run: () => decide([item]) });
    if (isUnknown) actions.push({ ...register(AssetCode, ScanId), inline: stocktake.State !== 'open' });
    if (isUnknown && goesOn && ScanId !== null)
      actions.push({
        key: 'photo',
        label: PhotoUrl === null ? t.keepPhoto : t.replacePhoto,
        inline: stocktake.State === 'open',
        busy: photo.isBusy(ScanId),
        run: () => photo.ask(stocktake.StocktakeId, ScanId),
      });
    if (mayUndo && ScanId !== null)
      actions.push({
        key: 'remove',
        label: t.removeScan,
        inline: Outcome !== 'unknown',
        run: () => (PhotoUrl === null ? void undo(ScanId).catch(notify.failure) : askToUndo(ScanId, AssetCode)),
      });
    return actions;
  };
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.items}
        onExport={() => exportList('stocktakeItems', { body: question })}
        keyOf={({ ItemKey }) => ItemKey}
        nameOf={({ AssetName, AssetCode }) => AssetName ?? AssetCode}
        opens={({ AssetId }) => AssetId !== null}
        onOpen={({ AssetId }) => dialog.open(<AssetLifeDialog assetId={AssetId!} onClose={dialog.close} />)}
        {...(stocktake.MayEdit && { rowActions: actionsOf, actionsWidth: stocktake.State === 'review' ? 240 : 184 })}
        {...(stocktake.MayEdit &&
          stocktake.State === 'review' && {
            selectable: (item: StocktakeItem) => decisionsFor(stocktake, item).length > 0,
            batch: (items: readonly StocktakeItem[], clear: () => void) => (
              <Button onClick={() => decide(items, clear)}>{t.decide}</Button>
            ),
          })}
        empty={{ title: t.noItems }}
      />
      {photo.input}
      {dialog.shown}
    </>
  );
}

/** Takes a photo of an unknown label, and keeps it with its scan: one file field for all rows. */
function useLabelPhoto() {
  const t = useText(assetText);
  const notify = useNotify();
  const save = useSave(callsAboutAssets);
  const field = useRef<HTMLInputElement>(null);
  const wanted = useRef<{ StocktakeId: number; ScanId: number } | null>(null);
  const [busy, setBusy] = useState<readonly number[]>([]);
  const keep = async (file: File) => {
    // The next row may be asked for while this one uploads.
    const scan = wanted.current!;
    setBusy((others) => [...others, scan.ScanId]);
    try {
      const small = await shrinkPhoto(file);
      if (!small) {
        notify.warning(t.photoUnusable);
        return;
      }
      const [kept] = await callApi('newUpload', { files: [small] });
      await save('setScanPhoto', { body: { ...scan, Photo: kept!.Url } }, t.photoKept);
    } catch (error) {
      notify.failure(error);
    } finally {
      setBusy((all) => all.filter((id) => id !== scan.ScanId));
    }
  };
  return {
    isBusy: (ScanId: number) => busy.includes(ScanId),
    ask: (StocktakeId: number, ScanId: number) => {
      wanted.current = { StocktakeId, ScanId };
      field.current?.click();
    },
    input: (
      <input
        ref={field}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t.photo}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void keep(file);
        }}
      />
    ),
  };
}

function useItemColumns(state: Stocktake['State']): readonly ListColumn<StocktakeItem>[] {
  const t = useText(assetText);
  const inWords = useBilingual();
  const dates = useDates();
  return useMemo(
    (): ListColumn<StocktakeItem>[] => [
      {
        key: 'name',
        title: t.name,
        width: 170,
        always: true,
        onCard: 'heading',
        render: ({ AssetName, AssetCode }) => AssetName ?? AssetCode,
      },
      { key: 'code', title: t.code, width: 110, ellipsis: true, render: ({ AssetCode }) => AssetCode },
      {
        key: 'outcome',
        title: t.outcome,
        width: 150,
        render: ({ Outcome }) => <WordTag good={isGoodOutcome[Outcome]} words={inWords(stocktakeOutcomes[Outcome])} />,
      },
      ...(state === 'open'
        ? []
        : [
            {
              key: 'decision',
              title: t.decision,
              width: 140,
              ellipsis: true,
              render: ({ IsDifference, Decision, DecideName }: StocktakeItem) =>
                Decision !== null
                  ? [inWords(stocktakeResults[Decision]), DecideName].filter(Boolean).join(' · ')
                  : IsDifference && state === 'review'
                    ? t.undecided
                    : dash,
            },
          ]),
      {
        key: 'place',
        title: t.registered,
        width: 170,
        ellipsis: true,
        render: ({ ProjectName, Location }) => [ProjectName, Location].filter(Boolean).join(' · ') || dash,
      },
      {
        key: 'hint',
        title: t.hint,
        width: 200,
        ellipsis: true,
        render: ({ MovedTo, HeardEpoch, Done, PhotoUrl }) =>
          PhotoUrl !== null ? (
            <a className="stocktake-photo" href={PhotoUrl} target="_blank" rel="noreferrer">
              <img src={PhotoUrl} alt={t.photo} />
            </a>
          ) : (
            [
              Done === null ? null : t[Done === 'verified' ? 'becameVerified' : 'becameMoved'],
              MovedTo === null || Done === 'moved' ? null : t.movedTo(MovedTo),
              HeardEpoch === null ? null : t.heard(dates.dateTime(HeardEpoch)),
            ]
              .filter(Boolean)
              .join(' · ') || dash
          ),
      },
      {
        key: 'scan',
        title: t.scannedBy,
        width: 190,
        ellipsis: true,
        render: ({ ScanName, ScanEpoch }) => (ScanEpoch === null ? dash : `${ScanName} · ${dates.dateTime(ScanEpoch)}`),
      },
    ],
    [t, inWords, dates, state],
  );
}

/** Says what will change, before it does. */
function CloseDialog({ of: stocktake, onClose }: { of: Stocktake; onClose: () => void }) {
  const t = useText(assetText);
  const notify = useNotify();
  const save = useSave(callsAboutAssets, onClose);
  const form = useSchemaForm(calls.closeStocktake.body, {
    initial: { StocktakeId: stocktake.StocktakeId, VerifyFound: false, Note: '' },
    save: async (body) => {
      const { Verified, Moved } = await save('closeStocktake', { body });
      notify.success(t.closed(Verified, Moved));
    },
  });
  return (
    <FormDialog form={form} title={t.closeStocktake} submitText={t.closeStocktake} onClose={onClose}>
      <p>{t.closeSummary(stocktake.Found, stocktake.Missing, stocktake.Elsewhere, stocktake.Unknown)}</p>
      <p>{t.closeHint}</p>
      {stocktake.Closing === 'alone' ? <p role="note">{t.closeAlone}</p> : null}
      <form.Field name="VerifyFound" valuePropName="checked" label={t.closeVerify}>
        <Checkbox>{t.closeVerifyOf(stocktake.Found)}</Checkbox>
      </form.Field>
      <form.Field name="Note" label={t.note}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

function CancelDialog({ of: stocktake, onClose }: { of: Stocktake; onClose: () => void }) {
  const t = useText(assetText);
  const save = useSave(callsAboutAssets, onClose);
  const form = useSchemaForm(calls.cancelStocktake.body, {
    initial: { StocktakeId: stocktake.StocktakeId, Note: '' },
    save: (body) => save('cancelStocktake', { body }, t.stocktakeCancelled),
  });
  return (
    <FormDialog form={form} title={t.cancelStocktake} submitText={t.cancelStocktake} onClose={onClose}>
      <p>{t.cancelHint}</p>
      <form.Field name="Note" label={t.cancelReason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}
