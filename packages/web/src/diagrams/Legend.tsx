import { type DiagramDocument, media, mediumCodes } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { looks } from './states.ts';
import { diagramText } from './text.ts';

/** What the lines and fills of this drawing mean. */
export function Legend({ document }: { document: Pick<DiagramDocument, 'lines'> }) {
  const t = useText(diagramText);
  const inWords = useBilingual();
  const used = new Set(document.lines.map(({ medium }) => medium));
  return (
    <ul className="dg-legend" aria-label={t.legend} style={{ listStyle: 'none', padding: 0, marginBottom: 0 }}>
      {mediumCodes
        .filter((medium) => used.has(medium))
        .map((medium) => (
          <li key={medium}>
            <span>
              <svg width={34} height={8} aria-hidden="true" className={`dg-line dg-line-${medium}`}>
                <path d="M0 4H34" />
              </svg>
              {media[medium].letters} {inWords(media[medium])}
            </span>
          </li>
        ))}
      {(['on', 'off'] as const).map((look) => (
        <li key={look}>
          <span>
            <svg width={14} height={14} aria-hidden="true">
              <g className={`sym-${look}`}>
                <path className="sym-part" d="M2 2h10v10h-10Z" />
              </g>
            </svg>
            {inWords(looks[look])}
          </span>
        </li>
      ))}
      <li>
        <span>
          <svg width={14} height={14} aria-hidden="true">
            <rect className="dg-hatch" width={14} height={14} fill="url(#dg-hatch)" />
          </svg>
          {inWords(looks.silent)}
        </span>
      </li>
      <li>
        <span>
          <svg width={26} height={8} aria-hidden="true">
            <rect className="dg-bar-band" width={26} height={6} />
          </svg>
          {t.normalBand}
        </span>
      </li>
      <li>
        <span>
          <svg width={10} height={9} aria-hidden="true">
            <path className="dg-bar-setpoint" d="M5 1l-4 7h8Z" />
          </svg>
          {t.setpointMark}
        </span>
      </li>
    </ul>
  );
}
