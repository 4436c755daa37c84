import { defineConfig } from 'vitest/config';
import { watchForKeys } from '../watch-for-keys.ts';

/** A suite of its own, in which keys are shown on purpose: `watch-for-keys.long.test.ts` runs it. */
// biome-ignore lint/style/noDefaultExport: that is how vitest takes it.
export default defineConfig({
  plugins: [watchForKeys()],
  test: { root: import.meta.dirname, include: ['*.sample.ts'], pool: 'forks', isolate: false },
});
