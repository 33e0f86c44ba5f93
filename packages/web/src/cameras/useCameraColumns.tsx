import { VideoCameraOutlined } from '@ant-design/icons';
import type { CameraRow } from '@watchpost/contract';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { Age } from '../ui/index.ts';
import type { ListColumn } from '../ui/list/index.ts';
import { CameraStateMark } from './CameraStateMark.tsx';
import { fieldText, kindText, tileText } from './text.ts';

export function useCameraColumns(ofCompany: boolean): ListColumn<CameraRow>[] {
  const f = useText(fieldText);
  const t = useText(tileText);
  const inWords = useBilingual();
  return useMemo(
    () => [
      {
        key: 'picture',
        title: f.picture,
        width: 104,
        render: ({ CoverUrl: cover, CameraName: name }) =>
          cover ? (
            <img className="camera-thumb" src={cover} alt={t.coverOf(name)} />
          ) : (
            <span className="camera-thumb-none">
              <VideoCameraOutlined aria-hidden />
            </span>
          ),
      },
      {
        key: 'name',
        title: f.name,
        width: 165,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: (row) => <span className="camera-name">{row.CameraName}</span>,
      },
      {
        key: 'state',
        title: f.state,
        width: 170,
        sort: 'state',
        render: (row) => <CameraStateMark standing={row} />,
      },
      ...(ofCompany
        ? [
            {
              key: 'project',
              title: f.project,
              width: 170,
              sort: 'project',
              ellipsis: true,
              render: (row: CameraRow) => row.ProjectName,
            },
          ]
        : []),
      { key: 'device', title: f.device, width: 130, sort: 'device', ellipsis: true, render: (row) => row.MName },
      { key: 'subsystem', title: f.subsystem, width: 120, ellipsis: true, render: (row) => row.BigTypeName },
      {
        key: 'kind',
        title: f.kind,
        width: 100,
        usuallyHidden: ofCompany,
        render: (row) => inWords(kindText[row.Kind]),
      },
      {
        key: 'address',
        title: f.address,
        width: 190,
        render: (row) => <span className="camera-address">{row.SourceAddress}</span>,
      },
      {
        key: 'number',
        title: f.number,
        width: 150,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.DeviceNumber,
      },
      {
        key: 'checked',
        title: f.checked,
        width: 120,
        usuallyHidden: true,
        render: (row) => <Age at={row.CheckedEPOCH} />,
      },
      { key: 'note', title: f.note, width: 160, ellipsis: true, usuallyHidden: true, render: (row) => row.Note },
      { key: 'createdBy', title: f.createdBy, width: 110, usuallyHidden: true, render: (row) => row.CreateName },
      {
        key: 'updated',
        title: f.updated,
        width: 120,
        sort: 'createTime',
        usuallyHidden: true,
        render: (row) => <Age at={row.UpdateEPOCH} />,
      },
    ],
    [f, t, inWords, ofCompany],
  );
}
