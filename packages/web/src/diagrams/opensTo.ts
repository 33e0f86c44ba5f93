import type { ShownNode } from '@watchpost/contract';
import { links } from '../lib/links.ts';

/** Where a symbol leads besides its device; null: nowhere. */
export function opensTo({ opens, symbol }: Pick<ShownNode, 'opens' | 'symbol'>): string | null {
  switch (opens?.to) {
    case 'diagram':
      return links.diagram(opens.id);
    case 'plans':
      return links.plans;
    case 'cameras':
      return links.videos;
    case 'alarms':
      return links.currentAlarms;
    default:
      return symbol === 'camera' ? links.videos : null;
  }
}
