import { useText } from '../lib/defineText.ts';
import { projectsText } from './projectsText.ts';

/** More names than a user reads before clicking. */
const maxNames = 10;

/** The names of several projects; of one the title says it. */
export function NamesOf({ projects }: { projects: readonly { readonly ProjectName: string }[] }) {
  const t = useText(projectsText);
  if (projects.length < 2) return null;
  const named = projects
    .slice(0, maxNames)
    .map(({ ProjectName }) => ProjectName)
    .join(' · ');
  const more = projects.length - maxNames;
  return (
    <p className="project-name">
      {named} {more > 0 ? t.andMore(more) : null}
    </p>
  );
}
