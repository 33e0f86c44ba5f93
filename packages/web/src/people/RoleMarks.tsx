import type { RoleRow } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { permissionText } from './permissionText.ts';

/** What is special about a role: that new members get it, that it holds everything. */
export function RoleMarks({ role }: { role: RoleRow }) {
  const t = useText(permissionText);
  return (
    <>
      {role.IsDefault ? (
        <span className="access-tag access-tag-accent" title={t.defaultHint}>
          {t.default}
        </span>
      ) : null}
      {role.IsAdministrator ? <span className="access-tag access-tag-quiet">{t.administrator}</span> : null}
    </>
  );
}
