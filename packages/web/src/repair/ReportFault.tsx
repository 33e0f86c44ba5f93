import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import type { ReportAbout } from './ReportDialog.tsx';

/** In a chunk of its own: few things that are looked at are broken. */
const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((m) => ({ default: m.ReportDialog })));

/** A button that reports what was found elsewhere; nothing for those who may not report. */
export function ReportFault({ about, label, name }: { about: ReportAbout; label: string; name: string }) {
  const navigate = useNavigate();
  const mayReport = useMay('repairWork');
  const [isReporting, report] = useState(false);
  if (!mayReport) return null;
  return (
    <>
      <Button size="small" aria-label={`${label}: ${name}`} onClick={() => report(true)}>
        {label}
      </Button>
      {isReporting ? (
        <Suspense>
          <ReportDialog
            about={about}
            onClose={() => report(false)}
            onDone={({ RepairId }) => navigate(links.repair(RepairId, about.projectId))}
          />
        </Suspense>
      ) : null}
    </>
  );
}
