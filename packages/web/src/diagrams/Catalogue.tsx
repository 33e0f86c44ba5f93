import { type ShownNode, type SymbolCode, symbolCodes, symbolGroups, symbolOf } from '@watchpost/contract';
import { Button } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { PageTitle } from '../ui/index.ts';
import { DiagramPatterns } from './Drawing.tsx';
import { exampleOf, exampleStates } from './examples.ts';
import { NodeView } from './NodeView.tsx';
import { type LookCode, looks } from './states.ts';
import { drawings } from './symbols/drawings.ts';
import { diagramText } from './text.ts';

/** Every symbol in every state it can have, with the words for them. */
export function Catalogue({ onBack }: { onBack: () => void }) {
  const t = useText(diagramText);
  const inWords = useBilingual();
  return (
    <div className="dg-catalogue">
      <PageTitle subtitle={t.catalogue} />
      <div>
        <Button onClick={onBack}>{t.back}</Button>
      </div>
      {/* One definition for all the drawings of the page. */}
      <svg width={0} height={0} aria-hidden="true" style={{ position: 'absolute' }}>
        <DiagramPatterns />
      </svg>
      {(Object.keys(symbolGroups) as (keyof typeof symbolGroups)[]).map((group) => (
        <section key={group}>
          <h2>{inWords(symbolGroups[group])}</h2>
          <div className="dg-cards">
            {symbolCodes
              .filter((code) => symbolOf(code).group === group)
              .map((code) => (
                <article key={code} className="dg-card">
                  <h3>{inWords(symbolOf(code))}</h3>
                  <div className="dg-card-states">
                    {exampleStates(code).map((look) => (
                      <figure key={look}>
                        <Example code={code} look={look} />
                        <figcaption>{inWords(looks[look])}</figcaption>
                      </figure>
                    ))}
                  </div>
                </article>
              ))}
          </div>
        </section>
      ))}
    </div>
  );
}

const margin = 16;
const tall = 96;
const widest = 230;

function Example({ code, look }: { code: SymbolCode; look: LookCode }) {
  const { node, device, points, now } = exampleOf(code, look);
  const [w, h] = node.size;
  const right = besideWords(node) ? 180 : 0;
  // Words below a narrow symbol stand out on both sides.
  const aside = right === 0 && w < 150 ? (170 - w) / 2 : margin;
  const width = w + right + aside + (right === 0 ? aside : margin);
  const height = h + 2 * margin + 44;
  return (
    <svg
      width={Math.min(widest, (width * tall) / height)}
      height={tall}
      viewBox={`${-aside} ${-margin} ${width} ${height}`}
      aria-hidden="true"
    >
      <NodeView node={node} device={device} points={points} now={now} />
    </svg>
  );
}

const besideWords = ({ symbol, size: [w, h] }: ShownNode): boolean => drawings[symbol](w, h).words === 'right';
