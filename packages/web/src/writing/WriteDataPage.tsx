import { WriteData } from './WriteData.tsx';

/** Writing in every project of the company. Route /deviceManage/writeData. */
export function WriteDataPage() {
  return (
    <div className="page">
      <WriteData projectId={null} />
    </div>
  );
}
