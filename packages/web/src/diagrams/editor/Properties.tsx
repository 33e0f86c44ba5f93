import {
  bindingsOf,
  type DiagramDocument,
  type DiagramNode,
  type DiagramRow,
  type LineEnd,
  media,
  mediumBetween,
  mediumCodes,
  portsOf,
  symbolOf,
} from '@watchpost/contract';
import { Button, Checkbox, Input, Select } from 'antd';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { NumberField } from '../../ui/form/index.ts';
import type { Live } from '../Drawing.tsx';
import { plantOf } from '../plantOf.ts';
import { diagramText } from '../text.ts';
import { numberInWords, useWords } from '../words.ts';
import { align, type Chosen, type Edge, reorder, setLine, setNode, setText } from './edits.ts';

interface Props {
  document: DiagramDocument;
  chosen: Chosen;
  live: Live;
  /** The other diagrams of the project, to lead to. */
  others: readonly DiagramRow[];
  onChange: (next: DiagramDocument, key?: string | null) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  onConnect: (from: LineEnd, to: LineEnd) => void;
}

/** What is chosen, as fields; of nothing, the sheet. */
export function Properties(props: Props) {
  const t = useText(diagramText);
  const { document, chosen, onChange, onDuplicate, onRemove } = props;
  const ids = [...chosen];
  const only = ids.length === 1 ? ids[0]! : null;
  const node = document.nodes.find(({ id }) => id === only);
  const line = document.lines.find(({ id }) => id === only);
  const text = document.texts.find(({ id }) => id === only);
  const inWords = useBilingual();

  if (ids.length > 1) {
    const edges: [Edge, string][] = [
      ['left', t.alignLeft],
      ['centre', t.alignCentre],
      ['top', t.alignTop],
      ['middle', t.alignMiddle],
    ];
    return (
      <div className="dg-fields">
        <h2>{t.selectedMany(ids.length)}</h2>
        <h3>{t.align}</h3>
        <div className="dg-buttons">
          {edges.map(([edge, label]) => (
            <Button key={edge} size="small" onClick={() => onChange(align(document, chosen, edge))}>
              {label}
            </Button>
          ))}
        </div>
        <Deeds {...{ t, onDuplicate, onRemove }} />
      </div>
    );
  }
  if (node) return <NodeFields key={node.id} {...props} node={node} />;
  if (line) {
    const [a, b] = [line.from, line.to].map((end) => {
      const at = document.nodes.find(({ id }) => id === end[0]);
      return at ? { symbol: at.symbol, bar: at.bar, port: String(end[1]) } : null;
    });
    const possible = mediumCodes.filter((medium) =>
      [a, b].every((end) => !end || portsOf(end.symbol, end.bar)[end.port]?.media.includes(medium)),
    );
    const bend = (): [number, number] => {
      const last = line.via.at(-1);
      return last ? [last[0] + 40, last[1]] : [document.size.w / 2, document.size.h / 2];
    };
    return (
      <div className="dg-fields">
        <h2>{t.lineHandle(line.id)}</h2>
        <Field label={t.medium}>
          {(id) => (
            <Select
              id={id}
              value={line.medium}
              onChange={(medium) => onChange(setLine(document, line.id, { medium }))}
              options={possible.map((medium) => ({ value: medium, label: inWords(media[medium]) }))}
            />
          )}
        </Field>
        <div className="dg-buttons">
          <Button size="small" onClick={() => onChange(setLine(document, line.id, { via: [...line.via, bend()] }))}>
            {t.addBend}
          </Button>
          <Button
            size="small"
            disabled={line.via.length === 0}
            onClick={() => onChange(setLine(document, line.id, { via: [] }))}
          >
            {t.noBends}
          </Button>
        </div>
        <Deeds {...{ t, onRemove }} />
      </div>
    );
  }
  if (text) {
    const set = (part: Parameters<typeof setText>[2], key: string) =>
      onChange(setText(document, text.id, part), `${text.id} ${key}`);
    return (
      <div className="dg-fields">
        <h2>{t.text}</h2>
        <Field label={t.labelZh}>
          {(id) => (
            <Input
              id={id}
              maxLength={60}
              value={text.text.zh}
              onChange={({ target }) => set({ text: { ...text.text, zh: target.value } }, 'zh')}
            />
          )}
        </Field>
        <Field label={t.labelEn}>
          {(id) => (
            <Input
              id={id}
              maxLength={60}
              value={text.text.en}
              onChange={({ target }) => set({ text: { ...text.text, en: target.value } }, 'en')}
            />
          )}
        </Field>
        <Field label={t.textSize}>
          {(id) => (
            <Select
              id={id}
              value={text.size}
              onChange={(size) => set({ size }, 'size')}
              options={([12, 14, 18, 24] as const).map((size) => ({ value: size, label: String(size) }))}
            />
          )}
        </Field>
        <Deeds {...{ t, onDuplicate, onRemove }} />
        <p className="dg-faint">{t.textsShown}</p>
      </div>
    );
  }
  return (
    <div className="dg-fields">
      <h2>{t.sheet}</h2>
      <div className="dg-pair">
        <NumberRow
          label={t.width}
          min={200}
          max={6000}
          value={document.size.w}
          onChange={(w) => onChange({ ...document, size: { ...document.size, w } }, 'sheet w')}
        />
        <NumberRow
          label={t.height}
          min={200}
          max={6000}
          value={document.size.h}
          onChange={(h) => onChange({ ...document, size: { ...document.size, h } }, 'sheet h')}
        />
      </div>
      <p className="dg-faint">{t.textsShown}</p>
    </div>
  );
}

function Deeds({
  t,
  onDuplicate,
  onRemove,
}: {
  t: { duplicate: string; remove: string };
  onDuplicate?: () => void;
  onRemove: () => void;
}) {
  return (
    <div className="dg-buttons">
      {onDuplicate ? (
        <Button size="small" onClick={onDuplicate}>
          {t.duplicate}
        </Button>
      ) : null}
      <Button size="small" danger onClick={onRemove}>
        {t.remove}
      </Button>
    </div>
  );
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="dg-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

function NumberRow({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label}>
      {(id) => (
        <NumberField
          id={id}
          style={{ width: '100%' }}
          min={min}
          max={max}
          value={value}
          onChange={(next) => typeof next === 'number' && onChange(next)}
        />
      )}
    </Field>
  );
}

function NodeFields({
  node,
  document,
  live,
  others,
  onChange,
  onDuplicate,
  onRemove,
  onConnect,
}: Props & { node: DiagramNode }) {
  const t = useText(diagramText);
  const inWords = useBilingual();
  const words = useWords();
  const spec = symbolOf(node.symbol);
  const set = (part: Partial<DiagramNode>, key: string | null = null) =>
    onChange(setNode(document, node.id, part), key && `${node.id} ${key}`);
  const device = node.device === null ? undefined : live.deviceOf.get(node.device);
  const label = node.label ?? { zh: '', en: '' };
  const setLabel = (part: Partial<typeof label>, key: string) => {
    const next = { ...label, ...part };
    set(next.zh === '' && next.en === '' ? { label: undefined as never } : { label: next }, key);
  };
  const toDevice = (id: number | null) => {
    const next = id === null ? undefined : live.deviceOf.get(id);
    // A symbol that has no points yet takes those that are recognised.
    const isEmpty = Object.keys(node.bind).length === 0;
    set({ device: id, ...(next && isEmpty ? { bind: bindingsOf(node.symbol, plantOf(next)) } : {}) });
  };
  const inputs = Object.entries(spec.inputs);
  return (
    <div className="dg-fields">
      <h2>{inWords(spec)}</h2>
      <Field label={t.device}>
        {(id) => (
          <Select
            id={id}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t.noDevice}
            value={node.device ?? undefined}
            onChange={(next: number | undefined) => toDevice(next ?? null)}
            options={[...live.deviceOf.values()].map(({ Mtid, MName }) => ({ value: Mtid, label: MName }))}
          />
        )}
      </Field>
      {inputs.length > 0 ? (
        <>
          <h3>{t.bindings}</h3>
          {inputs.map(([input, { kind, ...name }]) => (
            <Field key={input} label={inWords(name)}>
              {(id) => (
                <PointPicker
                  id={id}
                  live={live}
                  kind={input === 'value' && spec.group === 'instruments' ? 'any' : kind}
                  first={node.device}
                  value={node.bind[input]}
                  onChange={(pointId) => {
                    const { [input]: _before, ...rest } = node.bind;
                    set({ bind: pointId === undefined ? rest : { ...rest, [input]: pointId } });
                  }}
                />
              )}
            </Field>
          ))}
          {device ? (
            <Button
              size="small"
              onClick={() => set({ bind: { ...bindingsOf(node.symbol, plantOf(device)), ...node.bind } })}
            >
              {t.bindAll}
            </Button>
          ) : null}
        </>
      ) : null}
      <h3>{t.properties}</h3>
      <Field label={t.labelZh}>
        {(id) => (
          <Input
            id={id}
            maxLength={60}
            placeholder={t.labelHint}
            value={label.zh}
            onChange={({ target }) => setLabel({ zh: target.value }, 'zh')}
          />
        )}
      </Field>
      <Field label={t.labelEn}>
        {(id) => (
          <Input
            id={id}
            maxLength={60}
            placeholder={t.labelHint}
            value={label.en}
            onChange={({ target }) => setLabel({ en: target.value }, 'en')}
          />
        )}
      </Field>
      <div className="dg-pair">
        <NumberRow
          label={t.left}
          min={-500}
          max={6000}
          value={node.at[0]}
          onChange={(x) => set({ at: [x, node.at[1]] }, 'x')}
        />
        <NumberRow
          label={t.top}
          min={-500}
          max={6000}
          value={node.at[1]}
          onChange={(y) => set({ at: [node.at[0], y] }, 'y')}
        />
        <NumberRow
          label={t.width}
          min={4}
          max={6000}
          value={node.size[0]}
          onChange={(w) => set({ size: [w, node.size[1]] }, 'w')}
        />
        <NumberRow
          label={t.height}
          min={4}
          max={6000}
          value={node.size[1]}
          onChange={(h) => set({ size: [node.size[0], h] }, 'h')}
        />
        <Field label={t.turn}>
          {(id) => (
            <Select
              id={id}
              value={node.turn}
              onChange={(turn) => set({ turn })}
              options={([0, 90, 180, 270] as const).map((turn) => ({ value: turn, label: `${turn}°` }))}
            />
          )}
        </Field>
        <Checkbox
          className="dg-flip"
          checked={node.flip === true}
          onChange={({ target }) => set({ flip: target.checked ? true : (undefined as never) })}
        >
          {t.flip}
        </Checkbox>
        {spec.isBar ? (
          <>
            <NumberRow
              label={t.portsAbove}
              min={0}
              max={60}
              value={node.bar?.[0] ?? 4}
              onChange={(n) => set({ bar: [n, node.bar?.[1] ?? 4] }, 'above')}
            />
            <NumberRow
              label={t.portsBelow}
              min={0}
              max={60}
              value={node.bar?.[1] ?? 4}
              onChange={(n) => set({ bar: [node.bar?.[0] ?? 4, n] }, 'below')}
            />
          </>
        ) : null}
      </div>
      <Opens {...{ node, others, set }} />
      <Connect {...{ node, document, live, words, onConnect }} />
      <div className="dg-buttons">
        <Button size="small" onClick={() => onChange(reorder(document, new Set([node.id]), 'front'))}>
          {t.toFront}
        </Button>
        <Button size="small" onClick={() => onChange(reorder(document, new Set([node.id]), 'back'))}>
          {t.toBack}
        </Button>
      </div>
      <Deeds {...{ t, onDuplicate, onRemove }} />
    </div>
  );
}

function Opens({
  node,
  others,
  set,
}: {
  node: DiagramNode;
  others: readonly DiagramRow[];
  set: (part: Partial<DiagramNode>) => void;
}) {
  const t = useText(diagramText);
  const value =
    node.opens === undefined ? 'device' : node.opens.to === 'diagram' ? `diagram ${node.opens.id}` : node.opens.to;
  return (
    <Field label={t.opens}>
      {(id) => (
        <Select
          id={id}
          value={value}
          onChange={(next: string) => {
            const [to, which] = next.split(' ');
            if (to === 'diagram') set({ opens: { to, id: Number(which) } });
            else if (to === 'plans' || to === 'cameras' || to === 'alarms') set({ opens: { to } });
            else set({ opens: undefined as never });
          }}
          options={[
            { value: 'device', label: t.opensDevice },
            { value: 'plans', label: t.opensPlans },
            { value: 'cameras', label: t.opensCameras },
            { value: 'alarms', label: t.opensAlarms },
            ...others.map(({ DiagramId, DiagramName }) => ({
              value: `diagram ${DiagramId}`,
              label: `${t.opensDiagram}: ${DiagramName}`,
            })),
          ]}
        />
      )}
    </Field>
  );
}

/** Lines by keyboard: a port of this symbol, and one of another that carries the same. */
function Connect({
  node,
  document,
  live,
  words,
  onConnect,
}: {
  node: DiagramNode;
  document: DiagramDocument;
  live: Live;
  words: ReturnType<typeof useWords>;
  onConnect: (from: LineEnd, to: LineEnd) => void;
}) {
  const t = useText(diagramText);
  const inWords = useBilingual();
  const own = portsOf(node.symbol, node.bar);
  const [port, setPort] = useState<string | undefined>(Object.keys(own)[0]);
  const [other, setOther] = useState<string | undefined>();
  if (Object.keys(own).length === 0) return null;
  const mine = { symbol: node.symbol, bar: node.bar, port: port ?? '' };
  const possible = document.nodes.flatMap((each) => {
    if (each.id === node.id) return [];
    const name = words.name(each, each.device === null ? undefined : live.deviceOf.get(each.device), live.pointOf);
    return Object.entries(portsOf(each.symbol, each.bar)).flatMap(([code, of]) =>
      mediumBetween(mine, { symbol: each.symbol, bar: each.bar, port: code })
        ? [{ value: `${each.id} ${code}`, label: `${name} (${each.id}) · ${inWords(of)}` }]
        : [],
    );
  });
  return (
    <>
      <h3>{t.connect}</h3>
      <Field label={t.ownPort}>
        {(id) => (
          <Select
            id={id}
            value={port}
            onChange={(next) => {
              setPort(next);
              setOther(undefined);
            }}
            options={Object.entries(own).map(([code, of]) => ({ value: code, label: inWords(of) }))}
          />
        )}
      </Field>
      <Field label={t.otherPort}>
        {(id) => (
          <Select
            id={id}
            showSearch={{ optionFilterProp: 'label' }}
            value={other}
            onChange={setOther}
            options={possible}
          />
        )}
      </Field>
      <Button
        size="small"
        disabled={!port || !other}
        onClick={() => {
          const [id, code] = (other ?? '').split(' ');
          if (port && id && code) onConnect([node.id, port], [id, code]);
        }}
      >
        {t.join}
      </Button>
    </>
  );
}

/** Every point of the project's devices, with what it says now; those of the symbol's own device first. */
function PointPicker({
  id,
  live: { deviceOf, pointOf, now },
  kind,
  first,
  value,
  onChange,
}: {
  id: string;
  live: Live;
  kind: 'state' | 'value' | 'any';
  first: number | null;
  value: number | undefined;
  onChange: (pointId: number | undefined) => void;
}) {
  const t = useText(diagramText);
  const [open, setOpen] = useState(false);
  const options = useMemo(() => {
    // A closed list needs the name of what is chosen, no more.
    const devices = [...deviceOf.values()].sort((a, b) => Number(b.Mtid === first) - Number(a.Mtid === first));
    return devices.flatMap(({ Mtid, MName, Points }) => {
      const fitting = Points.filter(
        (point) =>
          point.PointId === value || (open && (kind === 'any' || (point.PointType === 1) === (kind === 'state'))),
      );
      return fitting.map((point) => ({
        value: point.PointId,
        label: `${Mtid === first ? '' : `${MName} · `}${point.PointName}`,
        said: numberInWords(point, now),
        sought: `${MName} ${point.PointName}`,
      }));
    });
  }, [deviceOf, open, kind, first, value, now]);
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ optionFilterProp: 'sought' }}
      placeholder={t.choosePoint}
      value={value !== undefined && pointOf.has(value) ? value : undefined}
      onOpenChange={setOpen}
      popupMatchSelectWidth={320}
      onChange={(next: number | undefined) => onChange(next)}
      options={options}
      optionRender={({ data }) => (
        <span className="dg-option">
          <span>{data.label}</span>
          <span className="dg-faint tabular">{data.said}</span>
        </span>
      )}
    />
  );
}
