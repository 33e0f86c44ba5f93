import { codeOfLabel } from '@watchpost/contract';
import { Link, useLocation } from 'react-router';
import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton } from '../ui/index.ts';
import { AssetLifeOf } from './AssetLifeDialog.tsx';
import { assetText } from './text.ts';

/** What a label leads to when a phone's camera opens it: the life of its asset. Route /a/<code>. */
export function AssetOfLabelPage() {
  const t = useText(assetText);
  const { pathname } = useLocation();
  const ofCompany = useMay('companyAssets');
  const code = codeOfLabel(`https://label${pathname}`);
  const found = useCall('findAsset', { query: { assetCode: code } }, { scope: 'company' });
  const list = ofCompany ? '/assetManagement/assetList' : '/assetManage/assetList';
  if (found.error && !found.data)
    return found.error instanceof CallError && (found.error.code === 400 || found.error.code === 404) ? (
      <EmptyState title={t.noSuchLabel(code)} hint={t.noSuchLabelHint} action={<Link to={list}>{t.assets}</Link>} />
    ) : (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    );
  if (!found.data) return <PageSkeleton />;
  return <AssetLifeOf assetId={found.data.AssetId} />;
}
