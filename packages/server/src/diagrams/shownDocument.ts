import type { DiagramDocument, ShownDocument, ShownNode } from '@watchpost/contract';

/** Ids that a document names. */
export function namedIn(document: DiagramDocument): { deviceIds: number[]; pointIds: number[]; diagramIds: number[] } {
  const { nodes } = document;
  return {
    deviceIds: [...new Set(nodes.flatMap(({ device }) => (device === null ? [] : [device])))],
    pointIds: [...new Set(nodes.flatMap(({ bind }) => Object.values(bind)))],
    diagramIds: [...new Set(nodes.flatMap(({ opens }) => (opens?.to === 'diagram' ? [opens.id] : [])))],
  };
}

export interface Standing {
  /** Of the project: whether the caller sees it. Those that are missing are gone. */
  readonly devices: ReadonlyMap<number, boolean>;
  readonly points: ReadonlyMap<number, boolean>;
  /** Those that the caller sees. */
  readonly diagrams: ReadonlySet<number>;
}

/**
 * A document as somebody may see it: a symbol of a device that is hidden from them is a blank outline without name or bindings;
 * what is gone has left its symbol. Texts that people wrote stay.
 */
export function shownDocument(document: DiagramDocument, { devices, points, diagrams }: Standing): ShownDocument {
  const shown = ({ device, bind, opens, label, ...node }: DiagramDocument['nodes'][number]): ShownNode => {
    const isHidden =
      (device !== null && devices.get(device) === false) || Object.values(bind).some((id) => points.get(id) === false);
    if (isHidden) return { ...node, device: null, bind: {}, notVisible: true };
    return {
      ...node,
      device: device !== null && devices.has(device) ? device : null,
      bind: Object.fromEntries(Object.entries(bind).filter(([, id]) => points.has(id))),
      ...(label ? { label } : {}),
      ...(opens && (opens.to !== 'diagram' || diagrams.has(opens.id)) ? { opens } : {}),
    };
  };
  return { ...document, nodes: document.nodes.map(shown) };
}
