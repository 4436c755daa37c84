import { defineConfig } from 'vitest/config';

/** The dashboard as a browser shows it; skipped where there is no Chromium. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
