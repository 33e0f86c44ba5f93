import {
  type Answer,
  judgeAnswer,
  type MaintenanceOrderDetail,
  maintenanceStates,
  type TemplateItem,
} from '@watchpost/contract';
import { Button, Checkbox, Input, InputNumber, Modal, Select, Tabs } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton, useNotify, useSave, WordTag } from '../ui/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import './maintenance.css';
import { maintenanceText } from './text.ts';

/** One visit: what is asked, what was answered. */
export function OrderDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const t = useText(maintenanceText);
  const order = useCall('getMaintenanceOrder', { query: { orderId } }, { scope: 'company', staleTime: 0 });
  return (
    <Modal
      open
      width={860}
      footer={null}
      title={order.data ? `${order.data.ContractName} · ${order.data.ProjectName}` : t.orders}
      onCancel={onClose}
    >
      {order.data ? (
        <Visit key={order.data.State} order={order.data} />
      ) : order.error ? (
        <ErrorState error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Modal>
  );
}

type Sheet = MaintenanceOrderDetail['SheetList'][number];
const keyOf = (group: number, item: number) => `${group} ${item}`;

function Visit({ order }: { order: MaintenanceOrderDetail }) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const notify = useNotify();
  const save = useSave(callsAboutMaintenance);
  const mayFill = useMay('maintenanceOrders') && order.State === 'started';
  const [answers, setAnswers] = useState(
    () =>
      new Map(
        order.SheetList.map(({ TemplateId, AnswerList }) => [
          TemplateId,
          new Map(AnswerList.map((answer) => [keyOf(answer.Group, answer.Item), answer])),
        ]),
      ),
  );
  const set = (sheet: Sheet, answer: Answer) =>
    setAnswers((before) => {
      const next = new Map(before);
      next.set(sheet.TemplateId, new Map(before.get(sheet.TemplateId)).set(keyOf(answer.Group, answer.Item), answer));
      return next;
    });
  const keep = async (said?: string) => {
    for (const { TemplateId } of order.SheetList)
      await save(
        'saveAnswers',
        {
          body: { OrderId: order.OrderId, TemplateId, AnswerList: [...(answers.get(TemplateId)?.values() ?? [])] },
        },
        said,
      );
  };
  const finish = async () => {
    await keep();
    await save('finishOrder', { body: { OrderId: order.OrderId } }, t.finished);
  };
  return (
    <>
      <p>
        <WordTag
          good={order.State === 'done' || order.State === 'confirmed' || null}
          words={inWords(maintenanceStates[order.State])}
        />{' '}
        {order.PlannedDate} · {order.TeamName} · {order.AssigneeName ?? dash}
        {order.Reason ? ` · ${order.Reason}` : ''}
        {order.ConfirmName ? ` · ${t.confirmed}: ${order.ConfirmName}` : ''}
      </p>
      <Tabs
        items={order.SheetList.map((sheet) => ({
          key: String(sheet.TemplateId),
          label: `${sheet.TemplateName} (${t.revision} ${sheet.Revision})`,
          children: sheet.GroupList.map(({ GroupName, ItemList }, group) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups of a revision never change their places.
            <section key={group}>
              <h3>{GroupName}</h3>
              {ItemList.map((item, place) => {
                const answer = answers.get(sheet.TemplateId)?.get(keyOf(group, place));
                return (
                  <AnswerFields
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                    key={place}
                    item={item}
                    answer={answer ?? { Group: group, Item: place, Text: '', LineList: [], Note: '' }}
                    mayFill={mayFill}
                    onChange={(next) => set(sheet, next)}
                  />
                );
              })}
            </section>
          )),
        }))}
      />
      {mayFill ? (
        <div className="mt-actions">
          <Button onClick={() => void keep(t.saved).catch(notify.failure)}>{t.saveAnswers}</Button>
          <Button type="primary" onClick={() => void finish().catch(notify.failure)}>
            {t.finish}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function AnswerFields({
  item,
  answer,
  mayFill,
  onChange,
}: {
  item: TemplateItem;
  answer: Answer;
  mayFill: boolean;
  onChange: (answer: Answer) => void;
}) {
  const t = useText(maintenanceText);
  const judged = judgeAnswer(item, answer);
  const set = (part: Partial<Answer>) => onChange({ ...answer, ...part });
  const limits = [item.Low, item.High].map((limit) => limit ?? dash).join(' … ');
  return (
    <div className="mt-answer">
      <div>
        {item.Name}
        {item.Required ? ' *' : ''} {judged === false ? <WordTag good={false} words={t.bad} /> : null}
        {item.Content === 'numerical' && (item.Low != null || item.High != null) ? (
          <small>
            {limits} {item.Unit}
          </small>
        ) : null}
        {item.Content === 'reference' ? <small>{item.Reference}</small> : null}
      </div>
      <fieldset disabled={!mayFill} aria-label={item.Name}>
        <Field item={item} answer={answer} mayFill={mayFill} set={set} />
        {mayFill || answer.Note ? (
          <Input
            aria-label={`${t.answerNote}: ${item.Name}`}
            placeholder={t.answerNote}
            maxLength={200}
            value={answer.Note}
            onChange={({ target }) => set({ Note: target.value })}
          />
        ) : null}
      </fieldset>
    </div>
  );
}

function Field({
  item,
  answer,
  mayFill,
  set,
}: {
  item: TemplateItem;
  answer: Answer;
  mayFill: boolean;
  set: (part: Partial<Answer>) => void;
}) {
  const t = useText(maintenanceText);
  const choose = (options: { value: string; label: string }[]) => (
    <Select
      aria-label={item.Name}
      disabled={!mayFill}
      allowClear
      value={answer.Text || undefined}
      options={options}
      onChange={(Text?: string) => set({ Text: Text ?? '' })}
    />
  );
  switch (item.Content) {
    case 'option':
      return choose(item.OptionList.map(({ Text }) => ({ value: Text, label: Text })));
    case 'yesNo':
      return choose([
        { value: 'yes', label: t.yes },
        { value: 'no', label: t.no },
      ]);
    case 'reference':
      return choose([
        { value: 'ok', label: t.asReference },
        { value: 'deviates', label: t.deviates },
      ]);
    case 'numerical':
      return (
        <InputNumber
          aria-label={item.Name}
          disabled={!mayFill}
          value={answer.Text === '' ? null : Number(answer.Text)}
          suffix={item.Unit}
          onChange={(value) => set({ Text: value === null ? '' : String(value) })}
        />
      );
    case 'checklist':
      return (
        <Checkbox.Group
          disabled={!mayFill}
          value={answer.LineList}
          options={item.LineList}
          onChange={(LineList) => set({ LineList })}
        />
      );
    case 'list':
      return (
        <>
          {item.LineList.map((line, place) => (
            <Input
              key={line}
              aria-label={`${item.Name}: ${line}`}
              addonBefore={line}
              maxLength={100}
              disabled={!mayFill}
              value={answer.LineList[place] ?? ''}
              onChange={({ target }) =>
                set({
                  LineList: item.LineList.map((_, i) => (i === place ? target.value : (answer.LineList[i] ?? ''))),
                })
              }
            />
          ))}
        </>
      );
    default:
      return (
        <Input.TextArea
          aria-label={item.Name}
          maxLength={500}
          autoSize={{ minRows: 1, maxRows: 5 }}
          disabled={!mayFill}
          value={answer.Text}
          onChange={({ target }) => set({ Text: target.value })}
        />
      );
  }
}
