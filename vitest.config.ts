import { defineConfig } from 'vitest/config';
import { watchForKeys } from './test/leaks/watch-for-keys.ts';

export default defineConfig({
  plugins: [watchForKeys()],
  test: {
    // The AWS SDK warns of Node 20 in every process; package.json says what spendwatch runs on.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    include: ['test/**/*.test.ts'],
    // Those want an emulator of AWS, or a browser: npm run test:aws and test:browser.
    exclude: ['test/aws/**', 'test/browser/**'],
    // Processes, not threads: the CDK hands its own output to the bundler, which a thread cannot.
    pool: 'forks',
    // No module here keeps state that a test could leave behind, and loading them anew takes a third of the time.
    isolate: false,
    // Node runs the modules as it does outside of tests: Vite's own runner takes a seventh more of the time.
    execArgv: ['--import', 'tsx'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // By default a core is left idle: on two cores, half of them.
    maxWorkers: '100%',
    // No test measures time by these: a machine that is busy with other work is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
