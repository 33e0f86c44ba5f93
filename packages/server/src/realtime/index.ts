export { BrowserChannel } from './browserChannel.ts';
