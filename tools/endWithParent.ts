/**
 * Preloaded into the processes that tools/start.ts runs. They stand in sessions of their own, so that Ctrl-C reaches them
 * in our order and not all at once; when their starter is killed they would live on. The broken line to it tells them.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening must not keep a process alive that has finished its work.
process.channel?.unref();

export {};
