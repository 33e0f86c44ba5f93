import {
  calls,
  itemContentNames,
  itemContents,
  type MaintenanceTemplateDetail,
  type TemplateGroups,
  type TemplateItem,
} from '@watchpost/contract';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, SchemaForm, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, PageSkeleton, useSave, WordTag } from '../ui/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import './maintenance.css';
import { maintenanceText } from './text.ts';

/** One template: its groups and items as they are being worked on. Route /maintenanceManage/templateDetail. */
export function TemplatePage() {
  const t = useText(maintenanceText);
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  const template = useCall('getMaintenanceTemplate', id === null ? null : { query: { templateId: id } }, {
    scope: 'company',
    staleTime: 0,
  });
  if (id === null)
    return <EmptyState title={t.noneChosen} action={<Link to={links.maintenanceTemplates}>{t.back}</Link>} />;
  if (template.data)
    return <Editor key={`${id} ${JSON.stringify(template.data.GroupList).length}`} template={template.data} />;
  if (template.error) return <ErrorState error={template.error} onRetry={() => void template.refetch()} />;
  return <PageSkeleton />;
}

function Editor({ template }: { template: MaintenanceTemplateDetail }) {
  const t = useText(maintenanceText);
  const dates = useDates();
  const dialog = useDialog();
  const save = useSave(callsAboutMaintenance);
  const mayEdit = useMay('maintenanceTemplates');
  const [initial] = useState(() => ({
    TemplateId: template.TemplateId,
    TemplateName: template.TemplateName,
    TemplateType: template.TemplateType,
    GroupList: template.GroupList,
  }));
  const form = useSchemaForm(calls.editMaintenanceTemplate.body, {
    initial,
    edits: ['TemplateId'],
    save: (body) => save('editMaintenanceTemplate', { body }, t.saved),
  });
  const publish = () =>
    dialog.open(
      <ConfirmDialog
        title={t.publish}
        ok={t.publish}
        danger={false}
        act={async () => {
          await save(
            'publishMaintenanceTemplate',
            { body: { TemplateId: template.TemplateId } },
            t.publishedAs((template.Revision ?? 0) + 1),
          );
          dialog.close();
        }}
        onClose={dialog.close}
      >
        <p>{t.publishHint}</p>
      </ConfirmDialog>,
    );
  return (
    <>
      <header className="mt-head">
        <h1>{template.TemplateName}</h1>
        <WordTag good={template.HasDraft ? null : true} words={template.HasDraft ? t.draft : t.published} />
        <span>
          {template.Revision === null
            ? t.never
            : `${t.revision} ${template.Revision} · ${dates.dateTime(template.ReviseEpoch!)} · ${template.ReviseName}`}
        </span>
        {mayEdit ? (
          <div className="mt-actions">
            <Button disabled={!template.HasDraft || form.dirty} onClick={publish}>
              {t.publish}
            </Button>
          </div>
        ) : null}
      </header>
      <fieldset className="mt-panel" disabled={!mayEdit}>
        <SchemaForm form={form} submitText={t.saveDraft}>
          <div className="form-columns">
            <form.Field name="TemplateName" label={t.template}>
              <Input maxLength={50} />
            </form.Field>
            <form.Field name="TemplateType" label={t.templateType}>
              <Input maxLength={20} />
            </form.Field>
          </div>
          <form.Field name="GroupList" label={t.groups}>
            <GroupsField />
          </form.Field>
        </SchemaForm>
      </fieldset>
      {dialog.shown}
    </>
  );
}

type Group = TemplateGroups[number];

const blankItem: TemplateItem = {
  ...{ Name: '', Content: 'yesNo', Required: true, Unit: '', Low: null, High: null, Reference: '' },
  ...{ OptionList: [], LineList: [] },
};

const replaced = <Item,>(list: readonly Item[], place: number, item: Item): Item[] =>
  list.map((each, i) => (i === place ? item : each));
const without = <Item,>(list: readonly Item[], place: number): Item[] => list.filter((_, i) => i !== place);
const movedUp = <Item,>(list: readonly Item[], place: number): Item[] =>
  place === 0 ? [...list] : [...list.slice(0, place - 1), list[place]!, list[place - 1]!, ...list.slice(place + 1)];

/** Groups of items. Fits a form's field. */
function GroupsField({
  value = [],
  onChange,
}: {
  id?: string;
  value?: readonly Group[];
  onChange?: (groups: readonly Group[]) => void;
}) {
  const t = useText(maintenanceText);
  const set = (place: number, part: Partial<Group>) =>
    onChange?.(replaced(value, place, { ...value[place]!, ...part }));
  return (
    <>
      {value.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group has nothing else to tell it by while it is typed.
        <section key={place} className="mt-panel">
          <div className="mt-head">
            <Input
              aria-label={t.groupName}
              placeholder={t.groupName}
              maxLength={20}
              style={{ maxWidth: 240 }}
              value={group.GroupName}
              onChange={({ target }) => set(place, { GroupName: target.value })}
            />
            <div className="mt-actions">
              <Button type="text" onClick={() => onChange?.(movedUp(value, place))}>
                {t.up}
              </Button>
              <Button type="text" onClick={() => onChange?.(without(value, place))}>
                {t.removeGroup}
              </Button>
            </div>
          </div>
          {group.ItemList.map((item, at) => (
            <ItemFields
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              key={at}
              item={item}
              onChange={(next) => set(place, { ItemList: replaced(group.ItemList, at, next) })}
              onUp={() => set(place, { ItemList: movedUp(group.ItemList, at) })}
              onRemove={() => set(place, { ItemList: without(group.ItemList, at) })}
            />
          ))}
          <Button onClick={() => set(place, { ItemList: [...group.ItemList, blankItem] })}>{t.addItem}</Button>
        </section>
      ))}
      <Button onClick={() => onChange?.([...value, { GroupName: '', ItemList: [blankItem] }])}>{t.addGroup}</Button>
    </>
  );
}

function ItemFields({
  item,
  onChange,
  onUp,
  onRemove,
}: {
  item: TemplateItem;
  onChange: (item: TemplateItem) => void;
  onUp: () => void;
  onRemove: () => void;
}) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const set = (part: Partial<TemplateItem>) => onChange({ ...item, ...part });
  const options = (ok: boolean) => item.OptionList.filter(({ Ok }) => Ok === ok).map(({ Text }) => Text);
  const setOptions = (ok: boolean, words: string[]) =>
    set({
      OptionList: [...item.OptionList.filter(({ Ok }) => Ok !== ok), ...words.map((Text) => ({ Text, Ok: ok }))],
    });
  const tags = (label: string, value: string[], change: (words: string[]) => void) => (
    <Labelled label={label} span>
      <Select aria-label={label} mode="tags" tokenSeparators={[',', '，', '、']} value={value} onChange={change} />
    </Labelled>
  );
  return (
    <div className="mt-item">
      <Labelled label={t.itemName}>
        <Input
          aria-label={t.itemName}
          maxLength={50}
          value={item.Name}
          onChange={({ target }) => set({ Name: target.value })}
        />
      </Labelled>
      <Labelled label={t.content}>
        <Select
          aria-label={t.content}
          value={item.Content}
          options={itemContentNames.map((value) => ({ value, label: inWords(itemContents[value]) }))}
          onChange={(Content) => set({ Content })}
        />
      </Labelled>
      <Checkbox checked={item.Required} onChange={({ target }) => set({ Required: target.checked })}>
        {t.required}
      </Checkbox>
      <span className="mt-item-actions">
        <Button type="text" onClick={onUp}>
          {t.up}
        </Button>
        <Button type="text" onClick={onRemove}>
          {t.remove}
        </Button>
      </span>
      <div className="mt-item-more">
        {item.Content === 'numerical' ? (
          <>
            <Labelled label={t.unit}>
              <Input
                aria-label={t.unit}
                maxLength={10}
                value={item.Unit}
                onChange={({ target }) => set({ Unit: target.value })}
              />
            </Labelled>
            <Labelled label={t.low}>
              <InputNumber aria-label={t.low} value={item.Low ?? null} onChange={(Low) => set({ Low })} />
            </Labelled>
            <Labelled label={t.high}>
              <InputNumber aria-label={t.high} value={item.High ?? null} onChange={(High) => set({ High })} />
            </Labelled>
          </>
        ) : null}
        {item.Content === 'reference' ? (
          <Labelled label={t.reference} span>
            <Input
              aria-label={t.reference}
              maxLength={200}
              value={item.Reference}
              onChange={({ target }) => set({ Reference: target.value })}
            />
          </Labelled>
        ) : null}
        {item.Content === 'option' ? (
          <>
            {tags(t.goodOptions, options(true), (words) => setOptions(true, words))}
            {tags(t.badOptions, options(false), (words) => setOptions(false, words))}
          </>
        ) : null}
        {item.Content === 'list' || item.Content === 'checklist'
          ? tags(t.lines, item.LineList, (LineList) => set({ LineList }))
          : null}
      </div>
    </div>
  );
}

const Labelled = ({ label, span = false, children }: { label: string; span?: boolean; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the input inside says its label itself, for controls that are no inputs.
  <label className={span ? 'mt-span' : undefined}>
    {label}
    {children}
  </label>
);
