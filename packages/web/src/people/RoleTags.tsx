import type { RoleOfMember } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { dash } from '../lib/numbers.ts';
import { text } from './text.ts';

/** Roles side by side; a dash for none. */
export function RoleTags({ roles }: { roles: readonly Pick<RoleOfMember, 'RoleId' | 'RoleName'>[] }) {
  if (roles.length === 0) return <span className="access-hint">{dash}</span>;
  return (
    <span className="access-tags">
      {roles.map(({ RoleId, RoleName }) => (
        <span key={RoleId} className="access-tag" title={RoleName}>
          {RoleName}
        </span>
      ))}
    </span>
  );
}

/** In how many projects, and which come first; all that is known on hover. */
export function ProjectRoles({
  roles,
  count,
  all,
}: {
  roles: readonly RoleOfMember[];
  count: number;
  /** The member's company role opens every project. */
  all: boolean;
}) {
  const t = useText(text);
  if (all) return <span>{t.allProjects}</span>;
  if (count === 0) return <span className="access-hint">{t.noProjects}</span>;
  const first = roles.slice(0, 2).map(({ SubareaName, RoleName }) => `${SubareaName} · ${RoleName}`);
  return (
    <span title={roles.map(({ SubareaName, RoleName }) => `${SubareaName} · ${RoleName}`).join('\n')}>
      <span className="tabular">{t.projectsCount(count)}</span>
      {first.length > 0 ? (
        <small className="access-projects">
          {first.join(t.listComma)}
          {count > first.length ? '…' : ''}
        </small>
      ) : null}
    </span>
  );
}
