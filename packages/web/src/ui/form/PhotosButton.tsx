import { CameraOutlined } from '@ant-design/icons';
import type { ComponentProps } from 'react';
import { FilesButton } from './FilesButton.tsx';

/** Opens the phone's camera or the pictures of a computer, and hands on those that were chosen. */
export const PhotosButton = (props: Omit<ComponentProps<typeof FilesButton>, 'accept' | 'icon'>) => (
  <FilesButton {...props} accept="image/*" icon={<CameraOutlined />} />
);
