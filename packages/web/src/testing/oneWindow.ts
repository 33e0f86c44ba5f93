import { builtinEnvironments, type Environment } from 'vitest/runtime';

const made = Symbol.for('watchpost.window');

/**
 * The same window for all test files of a process: a second one in a process has no address, and making one takes longer than
 * most tests. `setUp.ts` sweeps it between them.
 */
export default {
  name: 'one-window',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!(made in global)) await builtinEnvironments['happy-dom'].setup(global, options);
    Object.assign(global, { [made]: true });
    return { teardown: () => {} };
  },
} satisfies Environment;
