import type { PageProps } from '../lib/page.ts';
import { CompanyCameraList, ProjectCameraList } from './CameraList.tsx';

/** Cameras: of the project (/terminalManage/cameraManage), or of all that are open to the reader (/deviceManage/cameraManage). */
export function CamerasPage({ path }: PageProps) {
  return path === '/deviceManage/cameraManage' ? <CompanyCameraList /> : <ProjectCameraList />;
}
