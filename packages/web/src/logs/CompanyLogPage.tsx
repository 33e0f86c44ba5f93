import { LogList } from './LogList.tsx';

/** What was done in the company. Route /logManage. */
export function CompanyLogPage() {
  return (
    <div className="page">
      <LogList projectId={null} />
    </div>
  );
}
