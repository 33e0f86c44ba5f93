import type { DeviceRow, Diagram, ShownDocument } from '@watchpost/contract';
import { useState } from 'react';
import { alarmLevelOf, mainPointOf, standOf, statusText } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { severityOf, severityText } from '../ui/index.ts';
import { PrintedDevices, PrintSheet, sizeOnPaper } from '../ui/print/index.ts';
import { DiagramPatterns, DrawnLines, DrawnNode, DrawnTexts, type Live } from './Drawing.tsx';
import { Legend } from './Legend.tsx';
import { diagramText } from './text.ts';
import { numberInWords } from './words.ts';

/** A diagram that was drawn, or that follows from the devices. */
export type NamedDocument = Pick<Diagram, 'ProjectId' | 'DiagramName' | 'Document'>;

/** A diagram on paper, with its legend and its devices in words. Shows the moment at which it was made. */
export function DiagramSheet({
  diagram,
  document,
  onDone,
  moment,
  ...shown
}: {
  diagram: NamedDocument;
  document: ShownDocument;
  onDone: () => void;
  /** Of a replay; null: live. */
  moment: number | null;
  live: Live;
  /** Devices of which nothing is kept from before the moment. */
  never: ReadonlySet<number>;
  devices: readonly DeviceRow[];
}) {
  const t = useText(diagramText);
  const statuses = useText(statusText);
  const severities = useText(severityText);
  const [{ live, never, devices }] = useState(shown);
  const size = sizeOnPaper({ width: document.size.w, height: document.size.h });
  const stateOf = (device: DeviceRow): string => {
    const level = alarmLevelOf(device);
    if (level !== null) return severities[severityOf(level)];
    if (never.has(device.Mtid)) return t.noEarlierData;
    return statuses[standOf(device, live.now)];
  };
  return (
    <PrintSheet title={diagram.DiagramName} moment={moment} isReady onDone={onDone}>
      <div className="print-drawing" style={{ width: size.width, marginInline: 'auto' }}>
        <svg
          role="img"
          aria-label={diagram.DiagramName}
          width={size.width}
          height={size.height}
          viewBox={`0 0 ${document.size.w} ${document.size.h}`}
        >
          <DiagramPatterns />
          <DrawnLines document={document} />
          <DrawnTexts texts={document.texts} />
          {document.nodes.map((node) => (
            <DrawnNode key={node.id} node={node} live={live} />
          ))}
        </svg>
      </div>
      <div className="print-diagram-legend">
        <Legend document={document} />
      </div>
      <PrintedDevices
        devices={devices.map((device) => {
          const main = mainPointOf(device);
          return {
            key: String(device.Mtid),
            name: device.MName,
            area: device.LocationName,
            state: stateOf(device),
            value: numberInWords(main, live.now),
            measuredAt: main?.Time ?? null,
          };
        })}
      />
    </PrintSheet>
  );
}
