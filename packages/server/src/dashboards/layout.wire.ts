import { type DashboardLayout, type DashboardPart, dashboardParts } from '@watchpost/contract';
import type { Layout } from './store.ts';

const isPart = (part: string): part is DashboardPart => dashboardParts.some((each) => each === part);

/** Parts that were stored by another version and that this one does not know are left out. */
export const presentLayout = (layout: Layout | undefined): DashboardLayout | null =>
  layout ? { Order: layout.part_order.filter(isPart), Hidden: layout.hidden.filter(isPart) } : null;

export const readLayout = (layout: DashboardLayout | null): Layout | undefined =>
  layout ? { part_order: [...layout.Order], hidden: [...layout.Hidden] } : undefined;
