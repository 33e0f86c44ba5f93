import { type SymbolCode, symbolCodes } from '@watchpost/contract';
import { describe, expect, it, test } from 'vitest';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { render } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { exampleOf, exampleStates } from './examples.ts';
import { NodeView } from './NodeView.tsx';
import { factsOf, type LookCode, lookOf } from './states.ts';

pagesInEnglish();

describe.each(symbolCodes)('%s', (code) => {
  it.each(exampleStates(code))('is found to be %s', (look) => {
    const { node, device, points, now } = exampleOf(code, look);
    expect(lookOf(factsOf(node, device, points, now))).toBe(look);
  });
});

test('in the past only what nothing is kept of has no data yet; the rest is silent', () => {
  const { node, points, now } = exampleOf('valueTag', 'normal');
  const none = new Map([...points].map(([id, point]) => [id, { ...point, Time: null, Value: null, Quality: null }]));
  const dataAt = (never: ReadonlySet<number> | null) => factsOf(node, undefined, none, now, never).data;
  expect(dataAt(null)).toBe('never');
  expect(dataAt(new Set(points.keys()))).toBe('never');
  expect(dataAt(new Set())).toBe('silent');
});

async function drawn(code: SymbolCode, look: LookCode): Promise<string> {
  const { node, device, points, now } = exampleOf(code, look);
  const { container } = await render(
    <InTestShell at="/" session={testSession({ held: [] })}>
      <svg aria-hidden="true">
        <NodeView node={node} device={device} points={points} now={now} />
      </svg>
    </InTestShell>,
  );
  return container.querySelector('svg')!.innerHTML;
}

const said = async (code: SymbolCode, look: LookCode) => (await drawn(code, look)).replace(/<[^>]*>/g, '');

/** What is left of a drawing for who sees no colour: without the classes that only colour, which hold the name of the look. */
const withoutColour = (svg: string) =>
  svg.replace(/dg-look-(urgent|important|general)|dg-mark-(urgent|important|general)/g, '');

test.each<SymbolCode>(['compressor', 'displayCase', 'valueTag', 'breaker'])(
  '%s looks different in each of its states, without colour',
  async (code) => {
    const pictures = await Promise.all(exampleStates(code).map(async (look) => withoutColour(await drawn(code, look))));
    expect(new Set(pictures).size).toBe(pictures.length);
  },
);

test('a value that is not known is a dash, not the number that was measured last', async () => {
  expect(await said('valueTag', 'silent')).not.toContain('3.4');
  expect(await said('valueTag', 'silent')).toContain('–');
  expect(await said('valueTag', 'bad')).not.toContain('3.4');
  expect(await said('displayCase', 'silent')).not.toContain('3.4');
});

test('who may not see a device reads no word of it', async () => {
  for (const code of symbolCodes) expect(await said(code, 'notVisible')).toBe('');
});
