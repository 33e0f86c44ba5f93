import { gatewayErrors, type Language } from '@watchpost/contract';
import { InvalidInput } from '../platform/http/validate.ts';
import { type OutboundGuard, OutboundRefused } from '../platform/outboundGuard.ts';
import { dialTarget } from './dialTarget.ts';

/** Whether the server may dial this address. A host that is not known is no answer: its network may not be up yet. */
export async function mayDial(guard: OutboundGuard, address: string): Promise<boolean> {
  try {
    const { host, port } = dialTarget(address);
    await guard(host, port);
    return true;
  } catch (error) {
    return !(error instanceof OutboundRefused);
  }
}

/** Before any transaction begins, for a name is looked up elsewhere. @param address undefined: none is to change */
export async function needDialable(
  guard: OutboundGuard,
  address: string | undefined,
  field: string,
  language: Language,
): Promise<void> {
  if (address !== undefined && !(await mayDial(guard, address)))
    throw InvalidInput.inField(field, gatewayErrors.addressForbidden, language);
}
