import {
  calls,
  debugChecks,
  itemContentNames,
  itemContents,
  itemPhotoNames,
  itemPhotos,
  type MaintenanceTemplateDetail,
  sourcedContents,
  sourceStatisticNames,
  sourceStatistics,
  type TemplateGroups,
  type TemplateItem,
  tickChecks,
} from '@watchpost/contract';
import { AutoComplete, Button, Checkbox, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { colon } from '../lib/punctuation.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, NumberField, SchemaForm, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, PageSkeleton, useNotify, useSave, WordTag } from '../ui/index.ts';
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
  // What is worked on here, also where a colleague has saved another one since.
  const [revision, setRevision] = useState(template.DraftRevision);
  const form = useSchemaForm(calls.editMaintenanceTemplate.body, {
    initial,
    edits: ['TemplateId'],
    save: async (body) => {
      const saved = await save('editMaintenanceTemplate', { body: { ...body, DraftRevision: revision } }, t.saved);
      setRevision(saved.DraftRevision);
    },
  });
  const notify = useNotify();
  const [isMaking, setMaking] = useState(false);
  const preview = async () => {
    setMaking(true);
    try {
      await save('previewMaintenanceTemplate', { body: { TemplateId: template.TemplateId } });
      saveFile(await callApi('downloadTemplatePreview', { query: { templateId: template.TemplateId } }));
    } catch (error) {
      notify.failure(error);
    } finally {
      setMaking(false);
    }
  };
  const publish = () =>
    dialog.open(
      <ConfirmDialog
        title={t.publish}
        ok={t.publish}
        danger={false}
        act={async () => {
          const published = await save(
            'publishMaintenanceTemplate',
            { body: { TemplateId: template.TemplateId, DraftRevision: revision } },
            ({ Revision }) => t.publishedAs(Revision),
          );
          setRevision(published.DraftRevision);
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
        <div className="mt-actions">
          <Button loading={isMaking} disabled={form.dirty} onClick={() => void preview()}>
            {t.previewReport}
          </Button>
          {mayEdit ? (
            <Button disabled={!template.HasDraft || form.dirty} onClick={publish}>
              {t.publish}
            </Button>
          ) : null}
        </div>
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
      OptionList: [
        ...item.OptionList.filter(({ Ok }) => Ok !== ok),
        ...words.map(
          (Text) => item.OptionList.find((option) => option.Text === Text && option.Ok === ok) ?? { Text, Ok: ok },
        ),
      ],
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
          onChange={(Content) => set({ Content, ...(sourcedContents.includes(Content) ? {} : { Source: null }) })}
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
        {item.Content === 'numerical' || item.Content === 'list' ? (
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
              <NumberField aria-label={t.low} value={item.Low ?? null} onChange={(Low) => set({ Low })} />
            </Labelled>
            <Labelled label={t.high}>
              <NumberField aria-label={t.high} value={item.High ?? null} onChange={(High) => set({ High })} />
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
        {item.Content === 'list' && item.Source != null ? <small className="mt-span">{t.rowsFollow}</small> : null}
        {(item.Content === 'list' && item.Source == null) || item.Content === 'checklist'
          ? tags(t.lines, item.LineList, (LineList) =>
              set({
                LineList,
                ...(item.CheckList && {
                  CheckList: LineList.map((line) => item.CheckList?.[item.LineList.indexOf(line)] ?? ''),
                }),
              }),
            )
          : null}
        {item.Content === 'checklist'
          ? item.LineList.map((line, place) => (
              <Labelled key={line} label={`${t.ticksItself}${colon()}${line}`}>
                <Select
                  aria-label={`${t.ticksItself}${colon()}${line}`}
                  value={item.CheckList?.[place] ?? ''}
                  options={[
                    { value: '', label: t.byPerson },
                    ...tickChecks.map((value) => ({ value, label: inWords(debugChecks[value]) })),
                  ]}
                  onChange={(check) =>
                    set({ CheckList: item.LineList.map((_, i) => (i === place ? check : (item.CheckList?.[i] ?? ''))) })
                  }
                />
              </Labelled>
            ))
          : null}
        <SourceFields item={item} set={set} />
        <Labelled label={t.photoRule}>
          <Select
            aria-label={t.photoRule}
            value={item.Photo ?? 'optional'}
            options={itemPhotoNames.map((value) => ({ value, label: inWords(itemPhotos[value]) }))}
            onChange={(Photo) => set({ Photo })}
          />
        </Labelled>
      </div>
    </div>
  );
}

/** From which points an item is filled in; nothing for contents that people alone answer. */
function SourceFields({ item, set }: { item: TemplateItem; set: (part: Partial<TemplateItem>) => void }) {
  const t = useText(maintenanceText);
  const inWords = useBilingual();
  const mayEdit = useMay('maintenanceTemplates');
  const isSourced = sourcedContents.includes(item.Content);
  const choices = useCall('getTemplateSources', isSourced && mayEdit ? { query: {} } : null, {
    scope: 'company',
    staleTime: 300_000,
  }).data;
  if (!isSourced) return null;
  const source = item.Source;
  const change = (part: Partial<NonNullable<TemplateItem['Source']>>) =>
    set({ Source: { PointName: '', Statistic: 'now', Hours: 24, ...source, ...part } });
  const type = choices?.PointTypeList.find(({ PointTypeId }) => PointTypeId === source?.PointTypeId);
  return (
    <>
      <Checkbox
        checked={source != null}
        onChange={({ target }) =>
          set({ Source: target.checked ? { PointName: '', Statistic: 'now', Hours: 24 } : null })
        }
      >
        {t.fillsItself}
      </Checkbox>
      {source == null ? null : (
        <>
          <Labelled label={t.pointType}>
            <Select
              aria-label={t.pointType}
              allowClear
              placeholder={t.anyType}
              showSearch={{ optionFilterProp: 'label' }}
              value={source.PointTypeId ?? undefined}
              options={choices?.PointTypeList.map(({ PointTypeId, PointTypeName }) => ({
                value: PointTypeId,
                label: PointTypeName,
              }))}
              onChange={(PointTypeId?: number) => change({ PointTypeId: PointTypeId ?? null })}
            />
          </Labelled>
          <Labelled label={t.pointName}>
            <AutoComplete
              aria-label={t.pointName}
              value={source.PointName}
              options={choices?.PointNameList.filter((name) =>
                name.toLowerCase().includes(source.PointName.toLowerCase()),
              )
                .slice(0, 50)
                .map((value) => ({ value }))}
              onChange={(PointName: string) => change({ PointName: (PointName ?? '').slice(0, 50) })}
            />
          </Labelled>
          {item.Content === 'option' ? (
            item.OptionList.map((option, place) => (
              <Labelled key={option.Text} label={`${t.stateValue}${colon()}${option.Text}`}>
                {type && type.StateList.length > 0 ? (
                  <Select
                    aria-label={`${t.stateValue}${colon()}${option.Text}`}
                    allowClear
                    value={option.Value ?? undefined}
                    options={type.StateList.map(({ Value, Text }) => ({ value: Value, label: `${Value} ${Text}` }))}
                    onChange={(Value?: number) =>
                      set({ OptionList: replaced(item.OptionList, place, { ...option, Value: Value ?? null }) })
                    }
                  />
                ) : (
                  <NumberField
                    aria-label={`${t.stateValue}${colon()}${option.Text}`}
                    value={option.Value ?? null}
                    onChange={(Value) => set({ OptionList: replaced(item.OptionList, place, { ...option, Value }) })}
                  />
                )}
              </Labelled>
            ))
          ) : (
            <>
              <Labelled label={t.statistic}>
                <Select
                  aria-label={t.statistic}
                  value={source.Statistic}
                  options={sourceStatisticNames.map((value) => ({ value, label: inWords(sourceStatistics[value]) }))}
                  onChange={(Statistic) => change({ Statistic })}
                />
              </Labelled>
              {source.Statistic === 'now' ? null : (
                <Labelled label={t.hours}>
                  <NumberField
                    aria-label={t.hours}
                    min={1}
                    max={24}
                    precision={0}
                    value={source.Hours}
                    onChange={(Hours) => change({ Hours: Hours ?? 24 })}
                  />
                </Labelled>
              )}
            </>
          )}
        </>
      )}
    </>
  );
}

const Labelled = ({ label, span = false, children }: { label: string; span?: boolean; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the input inside says its label itself, for controls that are no inputs.
  <label className={span ? 'mt-span' : undefined}>
    {label}
    {children}
  </label>
);
