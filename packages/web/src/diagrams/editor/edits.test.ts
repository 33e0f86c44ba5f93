import { type DiagramDocument, emptyDiagram, DiagramDocument as Schema } from '@watchpost/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addNode, addText, align, duplicate, join, move, remove, reorder, setNode, withRoom } from './edits.ts';
import { beginHistory, changed, redone, undone } from './history.ts';

/** A compressor and a condenser, joined by hot gas. */
const joined = (): DiagramDocument => {
  const one = addNode(emptyDiagram(), 'compressor', [200, 200]);
  const two = addNode(one.document, 'airCondenser', [500, 200]);
  return join(two.document, [one.id, 'discharge'], [two.id, 'gasIn'])!.document;
};

it('joins ports by the medium that both carry, and refuses others', () => {
  const document = joined();
  expect(document.lines).toMatchObject([{ medium: 'hotGas', from: ['compressor1', 'discharge'] }]);
  expect(join(document, ['compressor1', 'suction'], ['airCondenser1', 'liquidOut'])).toBeNull();
  expect(join(document, ['compressor1', 'suction'], [10, 20])?.document.lines[1]).toMatchObject({
    medium: 'suctionGas',
  });
});

it('takes lines away with the symbol at their end', () => {
  expect(remove(joined(), new Set(['compressor1']))).toMatchObject({ nodes: [{ id: 'airCondenser1' }], lines: [] });
});

it('duplicates symbols with the lines between them, under names of their own', () => {
  const { document, chosen } = duplicate(joined(), new Set(['compressor1', 'airCondenser1']));
  expect([...chosen].sort()).toEqual(['airCondenser2', 'compressor2', 'line2']);
  expect(document.lines[1]).toMatchObject({ from: ['compressor2', 'discharge'], to: ['airCondenser2', 'gasIn'] });
  expect(Schema.safeParse(document).success).toBe(true);
});

it('aligns what is chosen with the first of it', () => {
  const document = align(
    move(joined(), new Set(['airCondenser1']), 0, 70),
    new Set(['compressor1', 'airCondenser1']),
    'middle',
  );
  const [a, b] = document.nodes;
  expect(a!.at[1] + a!.size[1] / 2).toBe(b!.at[1] + b!.size[1] / 2);
});

it('leaves no field behind that says nothing', () => {
  const document = setNode(setNode(joined(), 'compressor1', { flip: true }), 'compressor1', {
    flip: undefined as never,
  });
  expect(Object.keys(document.nodes[0]!)).not.toContain('flip');
});

const deeds = fc.array(
  fc.tuple(
    fc.constantFrom('move', 'remove', 'duplicate', 'text', 'front', 'add'),
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: -80, max: 80 }),
  ),
  { maxLength: 60 },
);
const act = (document: DiagramDocument, [deed, which, by]: [string, number, number]): DiagramDocument => {
  const all = [...document.nodes, ...document.texts];
  const chosen = new Set(all.length === 0 ? [] : [all[which % all.length]!.id]);
  if (deed === 'move') return move(document, chosen, by, -by);
  if (deed === 'remove') return remove(document, chosen);
  if (deed === 'duplicate') return all.length < 40 ? duplicate(document, chosen).document : document;
  if (deed === 'text') return addText(document, [by, by], { zh: '文字', en: 'Text' }).document;
  if (deed === 'front') return reorder(document, chosen, 'front');
  return addNode(document, 'fan', [by, by]).document;
};

it('comes back to where it began, and forth again after any row of edits; what is drawn can always be saved', () => {
  fc.assert(
    fc.property(deeds, (all) => {
      const first = joined();
      let history = beginHistory(first);
      for (const deed of all) history = changed(history, act(history.present, deed));
      const last = history.present;
      expect(Schema.safeParse(last).error?.issues ?? []).toEqual([]);
      const steps = history.past.length;
      for (let n = 0; n < steps; n++) history = undone(history);
      expect(history.present).toBe(first);
      for (let n = 0; n < steps; n++) history = redone(history);
      expect(history.present).toBe(last);
    }),
    { numRuns: 80 },
  );
});

it('makes the sheet larger for what is put beside it', () => {
  const { document } = addNode(emptyDiagram(), 'fan', [1500, 900]);
  expect(withRoom(document).size).toEqual({ w: 1550, h: 950 });
  expect(withRoom(joined()).size).toEqual(emptyDiagram().size);
});

it('takes the letters of one word as one step', () => {
  let history = changed(beginHistory('a'), 'ab', 'name');
  history = changed(history, 'abc', 'name');
  expect(undone(history).present).toBe('a');
});
