import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { chosenIds } from '../scalars.ts';

/** A Chinese keyboard writes `ＳＢ－０１` for `SB-01`. */
export const halfWidth = (code: string): string => code.normalize('NFKC');

/** A label may say the address of its asset; the code is what follows. Anything else is the code itself. */
export function codeOfLabel(label: string): string {
  const [, code] = /^https?:\/\/[^/]+\/(?:.*\/)?a\/([^/?#]+)/.exec(label.trim()) ?? [];
  if (code === undefined) return halfWidth(label.trim());
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

const sees = ['assetsView', 'assetsEdit', 'companyAssets'] as const;

/** Labels of assets. The specification names no calls for them. */
export const assetLabelCalls = defineCalls({
  getAssetLabels: {
    method: 'POST',
    path: '/Asset/GetLabels',
    effect: 'read',
    access: sees,
    encoding: 'json',
    summary: { zh: '打印资产标签', en: 'Labels of assets with QR codes, as a sheet of A4 to print' },
    body: z.object({
      AssetIdList: chosenIds,
      Address: z
        .url({ protocol: /^https?$/ })
        .max(200)
        .optional()
        .describe('where people open this installation; counts only where PUBLIC_URL is not set'),
    }),
    data: 'file',
  },
  findAsset: {
    method: 'GET',
    path: '/Asset/FindAsset',
    effect: 'read',
    access: sees,
    summary: { zh: '按编码查找资产', en: 'The asset that has a code' },
    query: z.object({ assetCode: z.string().trim().min(1).max(50) }),
    data: z.object({ AssetId: z.number().int() }),
  },
});
