/** The screen that adds or edits a mapping profile. `gatewayId`: whose messages it begins with. */
export function mappingEditPath({
  id,
  copyOf,
  gatewayId,
}: {
  id?: number;
  copyOf?: number;
  gatewayId?: number;
}): string {
  const query = new URLSearchParams();
  if (id !== undefined) query.set('id', String(id));
  if (copyOf !== undefined) query.set('copyOf', String(copyOf));
  if (gatewayId !== undefined) query.set('gateway', String(gatewayId));
  const text = query.toString();
  return `/deviceManage/mappingProfileEdit${text === '' ? '' : `?${text}`}`;
}
