export { DeviceCamerasDialog } from './DeviceCamerasDialog.tsx';
