export { CompanyCameraList } from './CameraList.tsx';
export { DeviceCamerasDialog } from './DeviceCamerasDialog.tsx';
