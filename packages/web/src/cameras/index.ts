export { CompanyCameraList } from './CameraList.tsx';
export { CameraTile } from './CameraTile.tsx';
export { DeviceCamerasDialog } from './DeviceCamerasDialog.tsx';
