import type { ShownDocument, ShownNode } from '@watchpost/contract';
import { lazy, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { LiveStatus, mainPointOf, NotShownTag, severityRank, standOf, statusText } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { ReplayBar, ReplayButton } from '../replay/index.ts';
import { Canvas } from '../ui/canvas/index.ts';
import { ErrorState, PageTitle, SeverityMark, Skeleton } from '../ui/index.ts';
import { PrintButton } from '../ui/print/PrintButton.tsx';
import type { NamedDocument } from './DiagramSheet.tsx';
import { DiagramPatterns, DrawnLines, DrawnNode, DrawnTexts, type Live } from './Drawing.tsx';
import { boxOf } from './geometry.ts';
import { Legend } from './Legend.tsx';
import { deviceBehind, NodePanel } from './NodePanel.tsx';
import { opensTo } from './opensTo.ts';
import { factsOf, lookOf } from './states.ts';
import { diagramText } from './text.ts';
import { useLiveDiagram } from './useLiveDiagram.ts';
import { numberInWords, useWords } from './words.ts';

// Only who prints loads it.
const DiagramSheet = lazy(() => import('./DiagramSheet.tsx').then((m) => ({ default: m.DiagramSheet })));

/** A diagram with what its devices measure, and beside it what is chosen on it. */
export function Viewer({ diagram, document = diagram.Document }: { diagram: NamedDocument; document?: ShownDocument }) {
  const t = useText(diagramText);
  const statuses = useText(statusText);
  const [chosen, choose] = useState<string | null>(null);
  const { live, never, devices, leftOut, replay } = useLiveDiagram(diagram.ProjectId, document);
  const node = document.nodes.find(({ id }) => id === chosen);
  const newest = Math.max(0, ...[...live.pointOf.values()].map(({ Time }) => Time ?? 0));
  const shown = useMemo(() => {
    const found = document.nodes.flatMap((each) => deviceBehind(each, live) ?? []);
    return [...new Map(found.map((device) => [device.Mtid, device])).values()];
  }, [document.nodes, live]);
  const listed = shown.toSorted((a, b) => severityRank(a, live.now) - severityRank(b, live.now));
  const hasHidden = document.nodes.some(({ notVisible }) => notVisible);
  return (
    <div className="dg-split">
      <PageTitle
        subtitle={diagram.DiagramName}
        actions={
          <>
            {live.isPast ? null : <LiveStatus newest={newest === 0 ? null : newest} />}
            <ReplayButton replay={replay} />
            <PrintButton
              disabled={!devices.data}
              sheet={(onDone) => (
                <DiagramSheet
                  diagram={diagram}
                  document={document}
                  moment={replay.moment}
                  live={live}
                  never={never}
                  devices={listed}
                  onDone={onDone}
                />
              )}
            />
          </>
        }
      />
      <div className="dg-stage">
        <ReplayBar projectId={diagram.ProjectId} replay={replay} />
        <div className="dg-drawing">
          {/* Without an answer every symbol would say that it was never heard of. */}
          {devices.data ? (
            <Canvas
              beginsHigh
              drawing={{ width: document.size.w, height: document.size.h }}
              label={diagram.DiagramName}
            >
              {() => (
                <>
                  <DiagramPatterns />
                  <DrawnLines document={document} />
                  <DrawnTexts texts={document.texts} />
                  {document.nodes.map((each) => (
                    <OpenNode
                      key={each.id}
                      node={each}
                      live={live}
                      chosen={each.id === chosen}
                      onChoose={() => choose(each.id === chosen ? null : each.id)}
                    />
                  ))}
                </>
              )}
            </Canvas>
          ) : devices.error ? null : (
            <Skeleton height={360} />
          )}
        </div>
        <Legend document={document} />
      </div>
      <aside className="dg-side" aria-label={t.onDiagram}>
        {devices.error && !devices.data ? (
          <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
        ) : node ? (
          <NodePanel key={node.id} node={node} live={live} onClose={() => choose(null)} />
        ) : (
          <>
            <h2>{t.onDiagram}</h2>
            {devices.data && listed.length === 0 ? <p className="dg-faint">{t.noDevices}</p> : null}
            <ul>
              {listed.map((device) => {
                const main = mainPointOf(device);
                return (
                  <li key={device.Mtid}>
                    <Link to={links.device(device.Mtid)}>{device.MName}</Link>
                    {device.AlarmLevel !== null && device.AlarmLevel < 4 ? (
                      <SeverityMark level={device.AlarmLevel} variant="tag" />
                    ) : never.has(device.Mtid) ? (
                      <span className="dg-faint">{t.noEarlierData}</span>
                    ) : (
                      <>
                        {standOf(device, live.now) === 'normal' ? null : (
                          <span className="dg-faint">{statuses[standOf(device, live.now)]}</span>
                        )}
                        <NotShownTag device={device} now={live.now} />
                      </>
                    )}
                    <span className="tabular">{numberInWords(main, live.now)}</span>
                  </li>
                );
              })}
            </ul>
          </>
        )}
        {leftOut > 0 ? <p className="dg-faint">{t.leftOut(live.deviceOf.size)}</p> : null}
        {hasHidden ? <p className="dg-faint">{t.notVisibleCount}</p> : null}
      </aside>
    </div>
  );
}

/** The smallest that a finger hits, drawing units. */
const smallestHit = 44;

/** A symbol to choose; one that only leads elsewhere is a link. A bar without anything to say is neither. */
function OpenNode({
  node,
  live,
  chosen,
  onChoose,
}: {
  node: ShownNode;
  live: Live;
  chosen: boolean;
  onChoose: () => void;
}) {
  const t = useText(diagramText);
  const words = useWords();
  const navigate = useNavigate();
  const device = node.device === null ? undefined : live.deviceOf.get(node.device);
  const drawn = <DrawnNode node={node} live={live} selected={chosen} />;
  const facts = factsOf(node, device, live.pointOf, live.now, live.neverPoints);
  const to = opensTo(node);
  const hasMore = node.device !== null || Object.keys(node.bind).length > 0;
  if (!hasMore && !to && !node.notVisible) return drawn;
  const { x, y, w, h } = boxOf(node);
  const [more, deeper] = [Math.max(0, smallestHit - w) / 2, Math.max(0, smallestHit - h) / 2];
  const label = words.whole(node, device, live.pointOf, facts, lookOf(facts), live.now);
  const hit = <rect className="dg-hit" x={x - more} y={y - deeper} width={w + 2 * more} height={h + 2 * deeper} />;
  if (node.notVisible)
    return (
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of shapes, nothing to press
      <g role="img" aria-label={t.notVisible}>
        {drawn}
      </g>
    );
  const act = () => (to && !hasMore ? void navigate(to) : onChoose());
  return (
    <>
      {/* Beside the button and not in it: its words are fewer than the name of the button. */}
      {drawn}
      {/* biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a drawing */}
      <g
        role="button"
        tabIndex={0}
        className="dg-open"
        aria-label={label}
        {...(to && !hasMore ? {} : { 'aria-pressed': chosen })}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={act}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          act();
        }}
      >
        {hit}
      </g>
    </>
  );
}
