import { useQueryClient } from '@tanstack/react-query';
import { type CallName, type CompanyNewsKind, realtimeTopics } from '@watchpost/contract';
import { useEffect, useRef } from 'react';
import { callsAboutAssets } from '../assets/callsAboutAssets.ts';
import { callsAboutCommissioning } from '../commissioning/callsAboutCommissioning.ts';
import { callsAboutCompliance } from '../compliance/callsAboutCompliance.ts';
import { callsAboutCustomers } from '../customers/callsAboutCustomers.ts';
import { callsAboutDiagrams } from '../diagrams/callsAboutDiagrams.ts';
import { callsAboutEnergy } from '../energy/callsAboutEnergy.ts';
import { askAgain } from '../lib/askAgain.ts';
import { useTopic } from '../lib/realtime.ts';
import { callsAboutMaintenance } from '../maintenance/callsAboutMaintenance.ts';
import { callsAboutPrepaid } from '../meters/callsAboutPrepaid.ts';
import { callsAboutMembers } from '../people/index.ts';
import { callsAboutPlans } from '../plans/callsAboutPlans.ts';
import { callsAboutPlaces } from '../projects/index.ts';
import { callsAboutBoot } from '../remoteBoot/callsAboutBoot.ts';
import { callsAboutRepairs } from '../repair/callsAboutRepairs.ts';
import { callsAboutReports } from '../reports/callsAboutReports.ts';
import { callsAboutSchedules } from '../scheduling/callsAboutSchedules.ts';
import { callsAboutTransport } from '../transport/callsAboutTransport.ts';

const aboutCompany: readonly CallName[] = [
  'getUserCompanyList',
  'getCompanyProjectUserConfig',
  'getCompanySettings',
  'getCompanyPage',
];

/** Which answers a change of each sort makes old. */
const concerned: Readonly<Record<CompanyNewsKind, readonly CallName[]>> = {
  company: aboutCompany,
  partition: callsAboutPlaces,
  project: callsAboutPlaces,
  area: [...callsAboutPlaces, 'getArealist', 'getPointPageDropdownList'],
  assets: callsAboutAssets,
  boot: callsAboutBoot,
  commissioning: callsAboutCommissioning,
  compliance: callsAboutCompliance,
  customers: callsAboutCustomers,
  dashboard: ['getDashboardDefault'],
  dataScreen: ['getDataScreens', 'getDisplays'],
  diagram: callsAboutDiagrams,
  plan: callsAboutPlans,
  maintenance: callsAboutMaintenance,
  member: callsAboutMembers,
  role: callsAboutMembers,
  invitation: callsAboutMembers,
  repair: callsAboutRepairs,
  report: callsAboutReports,
  schedule: callsAboutSchedules,
  transport: callsAboutTransport,
  energy: [...callsAboutEnergy, ...callsAboutPrepaid],
};

/** Reads the lists on the screen again that show what somebody else in the company just changed; nothing besides. */
export function useFreshLists(companyId: number | null): void {
  const queryClient = useQueryClient();
  const askLater = useSpread();
  useTopic('companyNews', companyId === null ? null : realtimeTopics.companyNews.topic(companyId), (messages) => {
    const names = messages.flatMap(({ kinds }) => kinds.flatMap((kind) => concerned[kind as CompanyNewsKind] ?? []));
    askLater(Math.max(...messages.map(({ spreadMs = 0 }) => spreadMs)), () => {
      void askAgain(queryClient, names);
    });
  });
}

/** Does something at a moment of its own within so many ms, so that a thousand browsers told at once do not all ask at once. */
export function useSpread(): (spreadMs: number, ask: () => void) => void {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const timer of waiting) clearTimeout(timer);
    };
  }, []);
  return (spreadMs, ask) => {
    if (spreadMs === 0) {
      ask();
      return;
    }
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      ask();
    }, Math.random() * spreadMs);
    timers.current.add(timer);
  };
}
