import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { DataScreenEntry } from './DataScreenEntry.tsx';
import { type PlatformName, platforms } from './platforms.ts';
import { text } from './text.ts';

export interface PlatformSwitchProps {
  /** Null: the screen belongs to none of them. */
  readonly platform: PlatformName | null;
  /** First screens of the platforms the user may open. */
  readonly platformPaths: ReadonlyMap<PlatformName, string>;
  readonly onLeave?: () => void;
}

/** The platforms the user may open and the company's data screen; nothing when there is only one way to go. */
export function PlatformSwitch({ platform, platformPaths, onLeave }: PlatformSwitchProps) {
  const t = useText(text);
  const inWords = useBilingual();
  return (
    <nav className="platforms" aria-label={t.platforms}>
      {[...platformPaths.keys()].some((name) => name !== platform)
        ? [...platformPaths].map(([name, path]) => (
            <Link key={name} to={path} aria-current={name === platform ? 'page' : undefined} onClick={onLeave}>
              {inWords(platforms[name])}
            </Link>
          ))
        : null}
      <DataScreenEntry />
    </nav>
  );
}
