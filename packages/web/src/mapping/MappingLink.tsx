import { useText } from '../lib/defineText.ts';
import { mappingEditPath } from './mappingEditPath.ts';
import { text } from './text.ts';

/** Leads from a gateway to the profile it is read by, or to a new one; in a tab of its own, for a form stands open here. */
export function MappingLink({ profileId, gatewayId }: { profileId: number | null; gatewayId: number | null }) {
  const t = useText(text);
  const gateway = gatewayId === null ? {} : { gatewayId };
  const path = mappingEditPath(profileId === null ? gateway : { id: profileId, ...gateway });
  return (
    <a href={path} target="_blank" rel="noreferrer">
      {profileId === null ? t.add : t.tryOn}
    </a>
  );
}
