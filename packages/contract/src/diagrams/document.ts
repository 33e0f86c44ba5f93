import { z } from 'zod';
import type { Bilingual } from '../call.ts';
import { roleCodes } from '../devices/roles.ts';
import { say } from '../inputWords.ts';
import { id } from '../scalars.ts';
import { media, mediumCodes, portsOf, type SymbolCode, symbolCodes, symbolOf } from './symbols.ts';

/** Of one diagram: symbols, lines and texts together. */
export const mostElements = 2000;
/** JSON of one diagram, characters. */
export const longestDocument = 512 * 1024;

const coordinate = z.number().min(-500).max(10_000);
const extent = z.number().min(4).max(6000);
const place = z.tuple([coordinate, coordinate]);
const elementId = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,31}$/, {
  error: say({ zh: '以字母开头，最多 32 个字母或数字', en: 'A letter first, at most 32 letters and digits' }),
});
const words = z.strictObject({ zh: z.string().trim().max(60), en: z.string().trim().max(60) });

/** Where a symbol leads when it is opened, instead of to its device. */
const Opens = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('diagram'), id }),
  z.strictObject({ to: z.literal('plans') }),
  z.strictObject({ to: z.literal('cameras') }),
  z.strictObject({ to: z.literal('alarms') }),
]);

const node = {
  id: elementId,
  symbol: z.enum(symbolCodes),
  at: place.describe('upper left corner, drawing units'),
  size: z.tuple([extent, extent]).describe('width and height before it is turned'),
  turn: z.literal([0, 90, 180, 270]).describe('degrees clockwise around its middle'),
  flip: z.boolean().optional().describe('mirrored left to right, before it is turned'),
  device: id.nullable().describe('the device that it stands for or is a part of'),
  bind: z.record(z.string(), id).describe('point by input of the symbol'),
  isSelf: z.literal(true).optional().describe('of a diagram of a class: it stands for the device that is shown'),
  roles: z
    .record(z.string(), z.enum(roleCodes))
    .optional()
    .describe('of a diagram of a class: role by input; with a device, those that it has no point for'),
  label: words.optional().describe('instead of the name of the device'),
  bar: z.tuple([z.number().int().min(0).max(60), z.number().int().min(0).max(60)]).optional(),
  opens: Opens.optional(),
};
export const DiagramNode = z.strictObject(node);
export type DiagramNode = z.infer<typeof DiagramNode>;

/** A port of a symbol, or a free place on the drawing. */
const LineEnd = z.union([z.tuple([elementId, z.string().max(12)]), place]);
export type LineEnd = z.infer<typeof LineEnd>;

export const DiagramLine = z.strictObject({
  id: elementId,
  medium: z.enum(mediumCodes),
  from: LineEnd,
  to: LineEnd,
  via: z.array(place).max(40).describe('bends, from the first end to the second'),
});
export type DiagramLine = z.infer<typeof DiagramLine>;

export const DiagramText = z.strictObject({
  id: elementId,
  at: place,
  text: words,
  size: z.literal([12, 14, 18, 24]),
});
export type DiagramText = z.infer<typeof DiagramText>;

const sheet = {
  format: z.literal('watchpost.diagram/1'),
  size: z.strictObject({ w: z.number().int().min(200).max(6000), h: z.number().int().min(200).max(6000) }),
  lines: z.array(DiagramLine).max(mostElements),
  texts: z.array(DiagramText).max(mostElements),
};

/** As it is stored: what is drawn, and what each symbol is bound to. No scripts, no expressions, no markup. */
const Sheet = z.strictObject({ ...sheet, nodes: z.array(DiagramNode).max(mostElements) });
export type DiagramDocument = z.infer<typeof Sheet>;

/** As it is read: what the caller may not see has lost its name and its bindings. */
export const ShownNode = z.strictObject({
  ...node,
  notVisible: z.literal(true).optional().describe('it is bound to a device that the caller does not see'),
});
export type ShownNode = z.infer<typeof ShownNode>;
export const ShownDocument = z.strictObject({ ...sheet, nodes: z.array(ShownNode) });
export type ShownDocument = z.infer<typeof ShownDocument>;

export interface DocumentFault {
  readonly path: readonly (string | number)[];
  readonly words: Bilingual;
}

const isPort = (end: LineEnd): end is [string, string] => typeof end[0] === 'string';

/** What the parts of a document say of each other that cannot be: two of one id, ports and inputs that no symbol has. */
export function faultsOf(document: DiagramDocument): DocumentFault[] {
  const faults: DocumentFault[] = [];
  const fault = (path: readonly (string | number)[], zh: string, en: string) =>
    faults.push({ path, words: { zh, en } });
  const count = document.nodes.length + document.lines.length + document.texts.length;
  if (count > mostElements)
    fault(['nodes'], `一张图最多 ${mostElements} 个元素`, `At most ${mostElements} elements in one diagram`);
  if (JSON.stringify(document).length > longestDocument) fault([], '图过大', 'The diagram is too large');
  const seen = new Set<string>();
  for (const list of ['nodes', 'lines', 'texts'] as const)
    for (const [index, each] of document[list].entries()) {
      if (seen.has(each.id)) fault([list, index, 'id'], `编号 ${each.id} 重复`, `${each.id} is there twice`);
      seen.add(each.id);
    }
  const nodeOf = new Map(document.nodes.map((each) => [each.id, each]));
  for (const [index, { symbol, bind, bar }] of document.nodes.entries()) {
    const spec = symbolOf(symbol);
    for (const input of Object.keys(bind))
      if (!Object.hasOwn(spec.inputs, input))
        fault(['nodes', index, 'bind', input], `${spec.zh}没有输入 ${input}`, `${spec.en} has no input ${input}`);
    for (const input of Object.keys(document.nodes[index]!.roles ?? {}))
      if (!Object.hasOwn(spec.inputs, input))
        fault(['nodes', index, 'roles', input], `${spec.zh}没有输入 ${input}`, `${spec.en} has no input ${input}`);
    if (bar && !spec.isBar) fault(['nodes', index, 'bar'], `${spec.zh}不是集管或母线`, `${spec.en} is no bar`);
  }
  for (const [index, line] of document.lines.entries())
    for (const side of ['from', 'to'] as const) {
      const end = line[side];
      if (!isPort(end)) continue;
      const [name, portName] = end;
      const on = nodeOf.get(name);
      if (!on) {
        fault(['lines', index, side], `没有元件 ${name}`, `There is no symbol ${name}`);
        continue;
      }
      const spec = symbolOf(on.symbol);
      const ports = portsOf(on.symbol, on.bar);
      const port = Object.hasOwn(ports, portName) ? ports[portName] : undefined;
      if (!port) fault(['lines', index, side], `${spec.zh}没有接口 ${portName}`, `${spec.en} has no port ${portName}`);
      else if (!port.media.includes(line.medium))
        fault(
          ['lines', index, side],
          `${spec.zh}的接口“${port.zh}”不接${media[line.medium].zh}`,
          `The port “${port.en}” of ${spec.en} takes no ${media[line.medium].en.toLowerCase()}`,
        );
    }
  return faults;
}

export const DiagramDocument = Sheet.superRefine((document, issues) => {
  for (const { path, words: said } of faultsOf(document))
    issues.addIssue({ code: 'custom', path: [...path], ...say(said), input: document } as never);
});

/** One to begin with. */
export const emptyDiagram = (): DiagramDocument => ({
  format: 'watchpost.diagram/1',
  size: { w: 1400, h: 800 },
  nodes: [],
  lines: [],
  texts: [],
});

/** Whether a line may join these two ports; the reason is said where the document is judged. */
export function mediumBetween(
  a: { symbol: SymbolCode; bar?: readonly [number, number] | undefined; port: string },
  b: typeof a,
) {
  const of = ({ symbol, bar, port }: typeof a) => portsOf(symbol, bar)[port]?.media ?? [];
  const other = of(b);
  return of(a).find((medium) => other.includes(medium)) ?? null;
}
