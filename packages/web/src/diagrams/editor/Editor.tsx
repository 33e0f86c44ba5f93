import {
  bindingsOf,
  type Diagram,
  type DiagramDocument,
  type DiagramRow,
  type LineEnd,
  portsOf,
  type SymbolCode,
  symbolFor,
  symbolOf,
} from '@watchpost/contract';
import { Button, Input } from 'antd';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { Canvas, type CanvasScale, type Place } from '../../ui/canvas/index.ts';
import { useGuardedClose } from '../../ui/form/useLeaveGuard.ts';
import { PageTitle, useNotify, useSave } from '../../ui/index.ts';
import { callsAboutDiagrams } from '../callsAboutDiagrams.ts';
import { DiagramPatterns, DrawnNode, useRoutes } from '../Drawing.tsx';
import { boxOf, type Guide, pathOf, portOf, snapped } from '../geometry.ts';
import { LineView } from '../LineView.tsx';
import { plantOf } from '../plantOf.ts';
import { diagramText } from '../text.ts';
import { useLiveDiagram } from '../useLiveDiagram.ts';
import { Viewer } from '../Viewer.tsx';
import { useWords } from '../words.ts';
import { addNode, addText, type Chosen, duplicate, gridStep, join, move, remove, setLine, withRoom } from './edits.ts';
import { beginHistory, changed, redone, undone } from './history.ts';
import { Palette } from './Palette.tsx';
import { Properties } from './Properties.tsx';

const nobody: Chosen = new Set();
/** An edge so near is aligned with, CSS pixels. */
const reach = 6;
const farStep = 10 * gridStep;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, [role="combobox"], .ant-select-dropdown, .ant-modal') !== null;

interface Drag {
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
}

/** Draws a diagram: symbols, lines between their ports, texts; saved as a version upon the one it began from. */
export function Editor({
  diagram,
  others,
  onLeave,
}: {
  diagram: Diagram;
  others: readonly DiagramRow[];
  onLeave: () => void;
}) {
  const t = useText(diagramText);
  const notify = useNotify();
  const words = useWords();
  const inWords = useBilingual();
  const save = useSave(callsAboutDiagrams);
  // What others save meanwhile does not change the ground under what is being drawn.
  const [first] = useState(() => diagram.Document as DiagramDocument);
  const [base, setBase] = useState(diagram.Version);
  const [history, setHistory] = useState(() => beginHistory(first));
  const [saved, setSaved] = useState(first);
  const [chosen, choose] = useState<Chosen>(nobody);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [from, setFrom] = useState<LineEnd | null>(null);
  const [isPreview, setPreview] = useState(false);
  const [note, setNote] = useState('');
  const [saving, setSaving] = useState(false);
  const properties = useRef<HTMLElement>(null);
  const document_ = history.present;
  const { live } = useLiveDiagram(diagram.ProjectId, document_, { wholeProject: true });
  const shown = drag ? move(document_, chosen, drag.dx, drag.dy) : document_;
  const routes = useRoutes(shown);
  const isChanged = document_ !== saved;
  const leave = useGuardedClose(isChanged && !saving, onLeave);

  const change = (next: DiagramDocument, key: string | null = null) =>
    setHistory((before) => changed(before, withRoom(next), key));
  const undo = () => setHistory(undone);
  const redo = () => setHistory(redone);
  const drop = () => {
    change(remove(document_, chosen));
    choose(nobody);
  };
  const twice = () => {
    const copy = duplicate(document_, chosen);
    change(copy.document);
    choose(copy.chosen);
  };
  const pick = (id: string, isMore: boolean) => {
    if (!isMore) choose(chosen.has(id) ? chosen : new Set([id]));
    else {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      choose(next);
    }
  };
  const middle = (): [number, number] => [document_.size.w / 2, document_.size.h / 2];
  const add = (symbol: SymbolCode, at: readonly [number, number] = middle()) => {
    const added = addNode(document_, symbol, at);
    change(added.document);
    choose(new Set([added.id]));
  };
  const addDevice = (deviceId: number, at: readonly [number, number] = middle()) => {
    const device = live.deviceOf.get(deviceId);
    if (!device) return;
    const symbol = symbolFor(device.SmallTypeCode);
    const added = addNode(document_, symbol, at, { device: deviceId, bind: bindingsOf(symbol, plantOf(device)) });
    change(added.document);
    choose(new Set([added.id]));
  };
  const say = (at: readonly [number, number] = middle()) => {
    const added = addText(document_, at, { zh: '文字', en: 'Text' });
    change(added.document);
    choose(new Set([added.id]));
  };
  const namePort = (end: LineEnd): string => {
    const node = document_.nodes.find(({ id }) => id === end[0]);
    const port = node && portsOf(node.symbol, node.bar)[String(end[1])];
    return port ? inWords(port) : '';
  };
  const connect = (a: LineEnd, b: LineEnd) => {
    setFrom(null);
    if (a[0] === b[0] && a[1] === b[1]) return;
    const joined = join(document_, a, b);
    if (!joined) {
      notify.warning(t.noCommonMedium(namePort(a), namePort(b)));
      return;
    }
    change(joined.document);
    choose(new Set([joined.id]));
  };
  const onPort = (end: LineEnd) => (from ? connect(from, end) : setFrom(end));
  const nudge = (key: string, isFar: boolean) => {
    const way = arrows[key];
    if (!way || chosen.size === 0) return false;
    const step = isFar ? farStep : gridStep;
    change(move(document_, chosen, way[0] * step, way[1] * step), `nudge ${[...chosen].join()}`);
    return true;
  };
  const keep = async () => {
    setSaving(true);
    try {
      const body = {
        DiagramId: diagram.DiagramId,
        BaseVersion: base,
        Note: note,
        Document: document_,
        ...(diagram.DeviceId === null ? {} : { DeviceId: diagram.DeviceId }),
      };
      const { Version } = await save('saveDiagram', { body }, (made) => t.savedAs(made.Version));
      setBase(Version);
      setSaved(document_);
      setNote('');
    } catch (error) {
      notify.failure(error);
    }
    setSaving(false);
  };

  useEffect(() => {
    if (isPreview) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (isCommand && key === 'z') event.shiftKey ? redo() : undo();
      else if (isCommand && key === 'y') redo();
      else if (isCommand && key === 'd' && chosen.size > 0) twice();
      else if (isCommand && key === 'a')
        choose(new Set([...document_.nodes, ...document_.lines, ...document_.texts].map(({ id }) => id)));
      else if (!isCommand && key === 'escape') {
        setFrom(null);
        choose(nobody);
      } else if (!isCommand && key === 'c' && chosen.size === 1) {
        const node = document_.nodes.find(({ id }) => chosen.has(id));
        const port = node && Object.keys(portsOf(node.symbol, node.bar))[0];
        if (!node || !port) return;
        setFrom([node.id, port]);
      } else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  /** Of a chosen element: arrows, Delete, Enter. */
  const onElementKey = (event: KeyboardEvent) => {
    if (nudge(event.key, event.shiftKey)) event.preventDefault();
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      drop();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      properties.current?.querySelector<HTMLElement>('input, button, [role="combobox"]')?.focus();
    }
  };
  /** Where what is dragged comes to stand; one symbol aligns with the others, several keep to the grid. */
  const dragTo = (id: string, dx: number, dy: number, isFree: boolean, pixel: number): Drag => {
    if (isFree) return { dx, dy, guides: [] };
    const node = document_.nodes.find((each) => each.id === id);
    if (!node)
      return { dx: Math.round(dx / gridStep) * gridStep, dy: Math.round(dy / gridStep) * gridStep, guides: [] };
    const box = boxOf(node);
    const rest = document_.nodes.filter((each) => !chosen.has(each.id)).map(boxOf);
    const to = snapped({ ...box, x: box.x + dx, y: box.y + dy }, rest, { grid: gridStep, reach: reach * pixel });
    return { dx: to.x - box.x, dy: to.y - box.y, guides: to.guides };
  };
  const letGo = () => {
    if (drag) change(move(document_, chosen, drag.dx, drag.dy));
    setDrag(null);
  };

  const size = { width: document_.size.w, height: document_.size.h };
  const onlyId = chosen.size === 1 ? [...chosen][0]! : null;
  const line = document_.lines.find(({ id }) => id === onlyId);
  const unbound = document_.nodes.filter(
    ({ symbol, bind, device }) =>
      Object.keys(symbolOf(symbol).inputs).length > 0 && Object.keys(bind).length === 0 && device === null,
  ).length;

  const bar = (
    <div className="dg-tools">
      <Button type="primary" disabled={!isChanged} loading={saving} onClick={() => void keep()}>
        {t.save}
      </Button>
      <Input
        aria-label={t.note}
        placeholder={t.note}
        style={{ width: 220 }}
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button disabled={history.past.length === 0 || isPreview} onClick={undo}>
        {t.undo}
      </Button>
      <Button disabled={history.future.length === 0 || isPreview} onClick={redo}>
        {t.redo}
      </Button>
      <Button aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
        {isPreview ? t.endPreview : t.preview}
      </Button>
      {unbound > 0 ? <span className="dg-count">{t.unboundCount(unbound)}</span> : null}
      <span className="dg-actions">
        <Button onClick={leave}>{t.leaveEditor}</Button>
      </span>
    </div>
  );
  if (isPreview)
    return (
      <div className="dg-page">
        {bar}
        <Viewer diagram={diagram} document={document_} />
      </div>
    );
  return (
    <div className="dg-page">
      <PageTitle subtitle={diagram.DiagramName} />
      {bar}
      <p className="dg-too-narrow">{t.editNeedsRoom}</p>
      <div className="dg-editor">
        <Palette
          devices={[...live.deviceOf.values()]}
          onSymbol={(symbol) => add(symbol)}
          onDevice={(id) => addDevice(id)}
          onText={() => say()}
          onLine={() => {
            const [x, y] = middle();
            connect([x - 100, y], [x + 100, y]);
          }}
        />
        <div className="dg-stage">
          <div className="dg-drawing">
            <Canvas
              drawing={size}
              label={diagram.DiagramName}
              onPlace={({ x, y }: Place) => {
                const grid = (value: number) => Math.round(value / gridStep) * gridStep;
                if (from) connect(from, [grid(x), grid(y)]);
                else choose(nobody);
              }}
              onDropped={(carried, { x, y }) => {
                const [kind, what = ''] = carried.split(':');
                if (kind === 'symbol') add(what as SymbolCode, [x, y]);
                else if (kind === 'device') addDevice(Number(what), [x, y]);
                else if (kind === 'text') say([x, y]);
              }}
            >
              {(scale) => (
                <>
                  <DiagramPatterns />
                  <rect className="dg-sheet" width={size.width} height={size.height} />
                  {shown.lines.map((each, index) => {
                    const corners = routes.get(each.id);
                    return corners ? (
                      <g key={each.id}>
                        <LineView line={each} corners={corners} selected={chosen.has(each.id)} />
                        {/* biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a drawing */}
                        <path
                          role="button"
                          tabIndex={0}
                          className="dg-line-hit"
                          aria-label={t.lineHandle(`${index + 1}`)}
                          aria-pressed={chosen.has(each.id)}
                          d={pathOf(corners)}
                          onPointerDown={(event) => {
                            if (event.button !== 0) return;
                            event.stopPropagation();
                            pick(each.id, event.shiftKey);
                          }}
                          onFocus={() => chosen.has(each.id) || choose(new Set([each.id]))}
                          onKeyDown={onElementKey}
                        />
                      </g>
                    ) : null;
                  })}
                  {shown.texts.map((each) => (
                    <Grip
                      key={each.id}
                      label={t.handle(inWords(each.text) || t.text)}
                      scale={scale}
                      isChosen={chosen.has(each.id)}
                      onPick={(isMore) => pick(each.id, isMore)}
                      onDrag={(dx, dy, isFree) => setDrag(dragTo(each.id, dx, dy, isFree, scale.pixel))}
                      onDrop={letGo}
                      onKey={onElementKey}
                      drawn={
                        <text className="dg-text" aria-hidden x={each.at[0]} y={each.at[1]} fontSize={each.size}>
                          {inWords(each.text) || t.text}
                        </text>
                      }
                    >
                      <rect
                        className={`dg-hit${chosen.has(each.id) ? ' dg-text-chosen' : ''}`}
                        x={each.at[0] - 4}
                        y={each.at[1] - each.size - 2}
                        width={Math.max(20, inWords(each.text).length * each.size * 0.9)}
                        height={each.size + 8}
                      />
                    </Grip>
                  ))}
                  {shown.nodes.map((each) => (
                    <Grip
                      key={each.id}
                      label={t.handle(
                        words.name(
                          each,
                          each.device === null ? undefined : live.deviceOf.get(each.device),
                          live.pointOf,
                        ),
                      )}
                      scale={scale}
                      isChosen={chosen.has(each.id)}
                      onPick={(isMore) => pick(each.id, isMore)}
                      onDrag={(dx, dy, isFree) => setDrag(dragTo(each.id, dx, dy, isFree, scale.pixel))}
                      onDrop={letGo}
                      onKey={onElementKey}
                      drawn={<DrawnNode node={each} live={live} selected={chosen.has(each.id)} />}
                    >
                      <HitBox box={boxOf(each)} />
                    </Grip>
                  ))}
                  {shown.nodes
                    .filter(({ id }) => from !== null || chosen.has(id))
                    .flatMap((node) =>
                      Object.keys(portsOf(node.symbol, node.bar)).map((name) => {
                        const place = portOf(node, name);
                        const isFrom = from?.[0] === node.id && from[1] === name;
                        const label = t.portHandle(
                          words.name(
                            node,
                            node.device === null ? undefined : live.deviceOf.get(node.device),
                            live.pointOf,
                          ),
                          inWords(portsOf(node.symbol, node.bar)[name]!),
                        );
                        return place ? (
                          // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a drawing
                          <circle
                            key={`${node.id} ${name}`}
                            role="button"
                            tabIndex={0}
                            aria-label={label}
                            aria-pressed={isFrom}
                            className={`dg-port${isFrom ? ' dg-port-from' : ''}`}
                            cx={place.at[0]}
                            cy={place.at[1]}
                            r={6 * Math.max(0.7, scale.pixel)}
                            onPointerDown={(event) => event.stopPropagation()}
                            onClick={() => onPort([node.id, name])}
                            onKeyDown={(event) => {
                              if (event.key !== 'Enter' && event.key !== ' ') return;
                              event.preventDefault();
                              event.stopPropagation();
                              onPort([node.id, name]);
                            }}
                          >
                            <title>{label}</title>
                          </circle>
                        ) : null;
                      }),
                    )}
                  {line
                    ? line.via.map((bend, index) => (
                        <Bend
                          // biome-ignore lint/suspicious/noArrayIndexKey: bends have no id
                          key={index}
                          label={t.bend(index + 1)}
                          at={bend}
                          scale={scale}
                          onMove={(at, key) =>
                            change(
                              setLine(document_, line.id, {
                                via: line.via.map((each, n) => (n === index ? at : each)),
                              }),
                              key,
                            )
                          }
                        />
                      ))
                    : null}
                  {drag?.guides.map(({ axis, at }) => (
                    <path
                      key={`${axis}${at}`}
                      className="dg-guide"
                      d={axis === 'x' ? `M${at} 0V${size.height}` : `M0 ${at}H${size.width}`}
                    />
                  ))}
                </>
              )}
            </Canvas>
          </div>
          <p className="dg-faint" role="status">
            {from ? t.connecting : t.keys}
          </p>
        </div>
        <aside className="dg-side" ref={properties} aria-label={t.properties}>
          <Properties
            document={document_}
            chosen={chosen}
            live={live}
            others={others.filter(({ DiagramId }) => DiagramId !== diagram.DiagramId)}
            onChange={change}
            onDuplicate={twice}
            onRemove={drop}
            onConnect={connect}
          />
        </aside>
      </div>
    </div>
  );
}

function HitBox({ box: { x, y, w, h } }: { box: { x: number; y: number; w: number; h: number } }) {
  const room = 4;
  return <rect className="dg-hit" x={x - room} y={y - room} width={w + 2 * room} height={h + 2 * room} />;
}

/** Something on the sheet that is dragged by a pointer and moved by keys. */
function Grip({
  label,
  scale,
  isChosen,
  onPick,
  onDrag,
  onDrop,
  onKey,
  drawn,
  children,
}: {
  label: string;
  scale: CanvasScale;
  isChosen: boolean;
  onPick: (isMore: boolean) => void;
  /** How far it is from where it was taken up, drawing units. */
  onDrag: (dx: number, dy: number, isFree: boolean) => void;
  onDrop: () => void;
  onKey: (event: KeyboardEvent) => void;
  /** What it looks like; beside the handle, whose name says other words. */
  drawn: ReactNode;
  /** What a pointer takes hold of. */
  children: ReactNode;
}) {
  const taken = useRef<Place | null>(null);
  const onPointerMove = (event: PointerEvent) => {
    if (!taken.current) return;
    const { x, y } = scale.placeOf(event);
    onDrag(x - taken.current.x, y - taken.current.y, event.altKey);
  };
  return (
    <>
      {drawn}
      {/* biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a drawing */}
      <g
        role="button"
        tabIndex={0}
        className="dg-handle"
        aria-label={label}
        aria-pressed={isChosen}
        onFocus={() => isChosen || taken.current || onPick(false)}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.stopPropagation();
          event.currentTarget.setPointerCapture?.(event.pointerId);
          taken.current = scale.placeOf(event);
          onPick(event.shiftKey);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={(event) => {
          event.stopPropagation();
          taken.current = null;
          onDrop();
        }}
        onPointerCancel={() => {
          taken.current = null;
        }}
      >
        {children}
      </g>
    </>
  );
}

function Bend({
  label,
  at,
  scale,
  onMove,
}: {
  label: string;
  at: readonly [number, number];
  scale: CanvasScale;
  onMove: (at: [number, number], key: string) => void;
}) {
  const isTaken = useRef(false);
  const grid = (value: number) => Math.round(value / gridStep) * gridStep;
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a drawing
    <circle
      role="button"
      tabIndex={0}
      aria-label={label}
      className="dg-bend"
      cx={at[0]}
      cy={at[1]}
      r={7 * Math.max(0.7, scale.pixel)}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture?.(event.pointerId);
        isTaken.current = true;
      }}
      onPointerMove={(event) => {
        if (!isTaken.current) return;
        const { x, y } = scale.placeOf(event);
        onMove([grid(x), grid(y)], label);
      }}
      onPointerUp={() => {
        isTaken.current = false;
      }}
      onKeyDown={(event) => {
        const way = arrows[event.key];
        if (!way) return;
        event.preventDefault();
        event.stopPropagation();
        const step = event.shiftKey ? farStep : gridStep;
        onMove([at[0] + way[0] * step, at[1] + way[1] * step], label);
      }}
    />
  );
}
