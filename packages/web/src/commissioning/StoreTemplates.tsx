import {
  calls,
  type DebugOrderDetail,
  type StoreChange,
  type StoreTemplate,
  storeChanges,
  storeParts,
} from '@watchpost/contract';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, DeleteDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify, useSave, WordTag } from '../ui/index.ts';
import { callsAboutCommissioning } from './callsAboutCommissioning.ts';
import './commissioning.css';
import { debugText } from './text.ts';

const isGood: Record<StoreChange, boolean | null> = { added: true, present: null, differs: false };

/** Areas and devices of a store from a template: what it would do is shown before it is done. Also makes a template of this store. */
export function StoreTemplates({ order }: { order: DebugOrderDetail }) {
  const t = useText(debugText);
  const dates = useDates();
  const dialog = useDialog();
  const templates = useCall('getStoreTemplates', { query: {} }, { scope: 'company' });
  const [chosen, choose] = useState<number | undefined>();
  const template = templates.data?.find(({ TemplateId }) => TemplateId === chosen);
  const remove = (of: StoreTemplate) =>
    dialog.open(
      <DeleteDialog
        call="deleteStoreTemplate"
        input={{ body: { TemplateId: of.TemplateId } }}
        title={t.deleteTitle(of.TemplateName)}
        said={t.deleted}
        asks={callsAboutCommissioning}
        onDone={() => choose(undefined)}
        onClose={dialog.close}
      >
        {t.deleteTemplateHint}
      </DeleteDialog>,
    );
  return (
    <section className="debug-panel" aria-label={t.storeTemplate}>
      <div className="debug-head">
        <h2>{t.storeTemplate}</h2>
        <div className="debug-actions">
          <Button onClick={() => dialog.open(<TemplateDialog order={order} onClose={dialog.close} />)}>
            {t.makeTemplate}
          </Button>
        </div>
      </div>
      <p>{t.storeHint}</p>
      <div className="debug-head">
        <Select
          className="debug-template"
          aria-label={t.storeTemplate}
          placeholder={t.chooseTemplate}
          {...(chosen === undefined ? {} : { value: chosen })}
          onChange={(value: number) => choose(value)}
          options={(templates.data ?? []).map(({ TemplateId, TemplateName, AreaCount, DeviceCount }) => ({
            value: TemplateId,
            label: `${TemplateName} · ${t.partsOf(AreaCount, DeviceCount)}`,
          }))}
          notFoundContent={t.noTemplates}
        />
        {template ? (
          <>
            <small>{t.madeBy(template.CreateName, dates.dateTime(template.CreateEpoch))}</small>
            <div className="debug-actions">
              <Button onClick={() => remove(template)}>{t.delete}</Button>
            </div>
          </>
        ) : null}
      </div>
      {template ? <Difference key={template.TemplateId} order={order} templateId={template.TemplateId} /> : null}
      {dialog.shown}
    </section>
  );
}

/** Every area and device of the template, with what becomes of it here. */
function Difference({ order, templateId }: { order: DebugOrderDetail; templateId: number }) {
  const t = useText(debugText);
  const inWords = useBilingual();
  const notify = useNotify();
  const dialog = useDialog();
  const save = useSave(callsAboutCommissioning);
  const query = { orderId: order.OrderId, templateId };
  const compared = useCall('compareStoreTemplate', { query }, { scope: 'company' });
  if (compared.error) return <p role="alert">{compared.error.message}</p>;
  if (!compared.data) return null;
  const { RowList, OwnCount, Seen } = compared.data;
  const count = (change: StoreChange): number => RowList.filter(({ Change }) => Change === change).length;
  const added = count('added');
  const apply = async () => {
    const { Added } = await save('applyStoreTemplate', {
      body: { OrderId: order.OrderId, TemplateId: templateId, Seen },
    });
    dialog.close();
    notify.success(t.storeApplied(Added));
  };
  return (
    <>
      <p role="status">{t.storeSum(added, count('present'), count('differs'), OwnCount)}</p>
      <ul className="debug-items debug-difference">
        {RowList.map(({ StorePart, Name, Place, ClassName, Change, Differs }) => (
          <li key={`${StorePart} ${Place} ${Name}`}>
            <WordTag good={isGood[Change]} words={inWords(storeChanges[Change])} />
            <div className="debug-item-words">
              <span>{Name}</span>
              <small>
                {[inWords(storeParts[StorePart]), ClassName, Place, Differs === '' ? '' : t.isHere(Differs)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
          </li>
        ))}
      </ul>
      <div className="debug-actions">
        <Button onClick={() => void compared.refetch()}>{t.compareAgain}</Button>
        <Button
          type="primary"
          disabled={added === 0 || count('differs') > 0}
          onClick={() =>
            dialog.open(
              <ConfirmDialog
                title={t.applyTitle(added, order.ProjectName)}
                ok={t.applyTemplate}
                danger={false}
                act={apply}
                onClose={dialog.close}
              >
                {t.applyHint}
              </ConfirmDialog>,
            )
          }
        >
          {t.applyTemplate}
        </Button>
      </div>
      {dialog.shown}
    </>
  );
}

function TemplateDialog({ order, onClose }: { order: DebugOrderDetail; onClose: () => void }) {
  const t = useText(debugText);
  const save = useSave(callsAboutCommissioning, onClose);
  const form = useSchemaForm(calls.addStoreTemplate.body, {
    initial: { ProjectId: order.ProjectId, TemplateName: '' },
    save: (body) => save('addStoreTemplate', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.makeTemplate} submitText={t.makeTemplate} onClose={onClose}>
      <p>{t.makeTemplateHint(order.ProjectName)}</p>
      <form.Field name="TemplateName" label={t.templateName}>
        <Input maxLength={50} />
      </form.Field>
    </FormDialog>
  );
}
