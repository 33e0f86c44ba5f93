export { hasCompanies, handlePastAlarms } from './store.ts';
export { type DemoLogin, seedDemo } from './seedDemo.ts';
export { seedHistory } from './seedHistory.ts';
